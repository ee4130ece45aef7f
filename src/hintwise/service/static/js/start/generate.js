// A new puzzle, made to order.

import { post, Problem } from "../api.js";
import { byId } from "../elements.js";
import { announce, problemText } from "../live.js";
import { say } from "../words.js";
import { openGame } from "./opening.js";

export function listenToGenerate() {
  const form = byId("generate-form");
  form.addEventListener("change", () => showSizes(form));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    generate(form);
  });
  showSizes(form);
}

/** @param {HTMLFormElement} form */
function showSizes(form) {
  const isGrid = form.elements.kind.value === "logic_grid";
  byId("sudoku-sizes").hidden = isGrid;
  byId("grid-sizes").hidden = !isGrid;
}

/** What is asked for. @param {HTMLFormElement} form */
function order(form) {
  const { kind, grade, size, categories, values } = form.elements;
  const shape =
    kind.value === "logic_grid"
      ? { categories: Number(categories.value), values: Number(values.value) }
      : { size: Number(size.value) };
  return { kind: kind.value, grade: grade.value, ...shape };
}

/** @type {AbortController | null} */
let running = null;

/** @param {HTMLFormElement} form */
async function generate(form) {
  if (running) {
    running.abort();
    return;
  }
  running = new AbortController();
  const button = byId("generate-button");
  button.textContent = say("start.generate.stop");
  note(say("start.generate.making"), "note");
  try {
    const made = await post("/puzzles/generate", order(form), { signal: running.signal });
    await openGame(made.position, { origin: "generated" });
    byId("generate-note").hidden = true;
  } catch (error) {
    if (error.name === "AbortError") byId("generate-note").hidden = true;
    else note(textFor(error), "note note-warn");
  } finally {
    running = null;
    button.textContent = say("start.generate.make");
  }
}

/** @param {unknown} error */
function textFor(error) {
  if (error instanceof Problem && error.status === 422) return say("start.generate.failed");
  return problemText(error);
}

/** @param {string} text @param {string} look */
function note(text, look) {
  const shown = byId("generate-note");
  shown.className = look;
  shown.textContent = text;
  shown.hidden = false;
  announce(text);
}
