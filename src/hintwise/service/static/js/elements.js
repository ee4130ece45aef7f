// Making elements in one expression; text is always text, never markup.

/**
 * @param {string} tag with classes, as in "p.soft.small"
 * @param {Record<string, any>} [attributes] set as attributes; functions are listeners (onclick)
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {HTMLElement}
 */
export function make(tag, attributes = {}, ...children) {
  const [name, ...classes] = tag.split(".");
  return finish(document.createElement(name), classes, attributes, children);
}

/** The same for SVG. @type {(tag: string, attributes?: Record<string, any>, ...children: any[]) => SVGElement} */
export function draw(tag, attributes = {}, ...children) {
  const [name, ...classes] = tag.split(".");
  return finish(document.createElementNS("http://www.w3.org/2000/svg", name), classes, attributes, children);
}

function finish(element, classes, attributes, children) {
  if (classes.length) element.setAttribute("class", classes.join(" "));
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(key.replace(/^on/, ""), value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value != null) element.setAttribute(key, String(value));
  }
  element.append(...children.filter((child) => child || child === 0));
  return element;
}

/** @template {Element} T @param {string} id @returns {T} */
export const byId = (id) => /** @type {any} */ (document.getElementById(id));
