// Forms of a plan: fields of four kinds, checked before they are sent.

import { make } from "../elements.js";
import { number, say } from "../words.js";

const MOST_RADIOS = 8;

/**
 * @typedef {{name: string, ask: string, kind: "choice" | "number" | "text" | "scale", options: string[],
 *   least: number | null, most: number | null, labels: string[], required: boolean}} Field
 */

/**
 * Draw the fields into a form.
 * @param {HTMLFormElement} form @param {Field[]} fields @param {string} language of the questions
 */
export function drawFields(form, fields, language) {
  form.replaceChildren(
    ...fields.map((field) => drawField(field, language)),
    make("div.row", {}, make("button.button.button-main", { type: "submit" }, say("study.form.next"))),
  );
}

/** @param {Field} field @param {string} language */
function drawField(field, language) {
  const id = `field-${field.name}`;
  const asked = [make("span", { lang: language }, field.ask), !field.required && make("span.soft", {}, ` ${say("study.form.optional")}`)];
  const error = make("p.field-error", { id: `${id}-error`, hidden: true });
  if (isOneOfFew(field)) {
    return make("fieldset.study-field", { "data-field": field.name, "aria-describedby": error.id },
      make("legend.field-name", {}, ...asked), field.kind === "scale" ? scale(field, language) : radios(field, language), error);
  }
  return make("div.study-field.field", { "data-field": field.name }, make("label", { for: id }, ...asked), input(field, id, language), error);
}

/** @param {Field} field */
const isOneOfFew = ({ kind, options }) => kind === "scale" || (kind === "choice" && options.length <= MOST_RADIOS);

/** @param {Field} field @param {string} language */
function radios({ name, options }, language) {
  return make("div.study-radios", { lang: language },
    ...options.map((option) => make("label", {}, make("input", { type: "radio", name, value: option }), make("span", {}, option))));
}

/** @param {Field} field @param {string} language */
function scale({ name, least, most, labels }, language) {
  const points = Array.from({ length: most - least + 1 }, (_, place) => least + place);
  const end = (place) => labels[place] && make("span", { "aria-hidden": "true" }, labels[place]);
  const spoken = (point) => ({ [least]: labels[0], [most]: labels[1] })[point];
  return make("div.study-scale", { lang: language },
    make("div.study-points", {}, ...points.map((point) => make("label", {},
      make("input", { type: "radio", name, value: point, "aria-label": spoken(point) ? `${point}: ${spoken(point)}` : null }), make("span", {}, number(point))))),
    labels.length > 0 && make("p.study-ends.soft.small", {}, end(0), end(1)),
  );
}

/** @param {Field} field @param {string} id @param {string} language */
function input({ name, kind, options, least, most }, id, language) {
  const about = { id, name, "aria-describedby": `${id}-error` };
  if (kind === "number") return make("input.study-number", { ...about, type: "text", inputmode: least !== null && least < 0 ? null : "decimal", autocomplete: "off" });
  if (kind === "text") return make("textarea", { ...about, rows: 3, maxlength: 2000 });
  return make("select", { ...about, lang: language }, make("option", { value: "" }, say("study.form.choose")),
    ...options.map((option) => make("option", { value: option }, option)));
}

/**
 * What was filled in, if it may be sent; else what is wrong is said at the fields.
 * @param {HTMLFormElement} form @param {Field[]} fields
 * @returns {Record<string, string | number | null> | null}
 */
export function filledIn(form, fields) {
  const given = new FormData(form);
  const values = fields.map((field) => [field, valueOf(field, String(given.get(field.name) ?? "").trim())]);
  const wrong = values.filter(([field, value]) => complain(form, field, objection(field, value)));
  if (wrong.length) {
    form.querySelector(`[data-field="${CSS.escape(wrong[0][0].name)}"]`).querySelector("input, select, textarea").focus();
    return null;
  }
  return Object.fromEntries(values.map(([field, value]) => [field.name, value]));
}

/** @param {Field} field @param {string} text @returns {string | number | null} */
function valueOf({ kind }, text) {
  if (!text) return null;
  return kind === "number" || kind === "scale" ? Number(text.replace(",", ".")) : text;
}

/** @param {Field} field @param {string | number | null} value @returns {string} empty if there is none */
function objection({ kind, required, least, most }, value) {
  if (value === null) return required ? say("study.form.required") : "";
  if (kind !== "number") return "";
  const isWithin = Number.isFinite(value) && (least ?? -Infinity) <= value && value <= (most ?? Infinity);
  if (isWithin) return "";
  if (least !== null && most !== null) return say("study.form.between", { least: number(least), most: number(most) });
  if (least !== null) return say("study.form.at_least", { least: number(least) });
  if (most !== null) return say("study.form.at_most", { most: number(most) });
  return say("study.form.number");
}

/** @param {HTMLFormElement} form @param {Field} field @param {string} text @returns {boolean} whether there is something wrong */
function complain(form, { name }, text) {
  const place = form.querySelector(`[data-field="${CSS.escape(name)}"]`);
  const error = place.querySelector(".field-error");
  error.textContent = text;
  error.hidden = !text;
  for (const field of place.querySelectorAll("input, select, textarea")) field.setAttribute("aria-invalid", String(Boolean(text)));
  place.classList.toggle("wrong", Boolean(text));
  return Boolean(text);
}
