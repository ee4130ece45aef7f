// Dialogs and fields to copy from, on any page that has them.

import { announce } from "./live.js";
import { say } from "./words.js";

/** Let every [data-close] close its dialog, and every [data-copy="id"] copy that field. */
export function listenToDialogs() {
  for (const button of document.querySelectorAll("dialog [data-close]")) {
    button.addEventListener("click", () => button.closest("dialog").close());
  }
  for (const dialog of document.querySelectorAll("dialog")) {
    // A click beside the dialog is one on its backdrop.
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  }
  for (const button of document.querySelectorAll("[data-copy]")) {
    button.addEventListener("click", () => copy(document.getElementById(button.dataset.copy), button));
  }
}

/** @param {HTMLInputElement | HTMLTextAreaElement} field @param {HTMLElement} button */
async function copy(field, button) {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    // No clipboard here (no https, or not allowed): the text is selected, so a key copies it.
    document.execCommand("copy");
  }
  const before = button.textContent;
  button.textContent = say("base.copied");
  announce(say("base.copied"));
  window.setTimeout(() => {
    button.textContent = before;
  }, 2000);
}

