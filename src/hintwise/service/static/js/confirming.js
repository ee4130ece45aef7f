// Asking before something is deleted for good, or seen by others.

import { byId, make } from "./elements.js";

/**
 * @param {{title: string, texts: string[], yes: string, word?: string, label?: string,
 *   harmless?: boolean}} question with `word`, that word must be typed first
 * @returns {Promise<boolean>} whether the person wants it
 */
export function isWanted({ title, texts, yes, word = "", label = "", harmless = false }) {
  const [dialog, field, button] = [byId("ask"), byId("ask-word"), byId("ask-yes")];
  byId("ask-title").textContent = title;
  byId("ask-text").replaceChildren(...texts.map((text) => make("p", {}, text)));
  byId("ask-field").hidden = !word;
  byId("ask-label").textContent = label;
  field.value = "";
  button.textContent = yes;
  button.classList.toggle("button-main", harmless);
  button.classList.toggle("button-wrong", !harmless);
  const isTyped = () => field.value.trim().toLowerCase() === word.toLowerCase();
  const update = () => {
    button.disabled = Boolean(word) && !isTyped();
  };
  field.oninput = update;
  update();
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((answer) => {
    dialog.addEventListener("close", () => answer(dialog.returnValue === "yes"), { once: true });
  });
}
