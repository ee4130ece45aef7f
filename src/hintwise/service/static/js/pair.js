// Two steps side by side, or one above the other where there is no room, and three ways to answer:
// buttons, keys, and for those who listen a description of both.

import { byId, make } from "./elements.js";
import { announce } from "./live.js";
import { say } from "./words.js";

/**
 * @typedef {"left" | "right" | "none"} Side
 * @typedef {{text: string, pattern: string | null, picture: string, fewer: string[]}} Shown one step
 */

const KEYS = { ArrowLeft: "left", ArrowRight: "right", " ": "none", n: "none", N: "none" };
/** Where the second step is below the first, as in pair.css. */
const STACKED = window.matchMedia("(max-width: 719px)");

/** Have every answer told, however it is given. @param {(side: Side) => void} choose */
export function listenToAnswers(choose) {
  for (const button of document.querySelectorAll("[data-answer]")) {
    button.addEventListener("click", (event) => {
      // After a click the space bar means "no preference" again, not the same button once more.
      if (event.detail > 0) button.blur();
      choose(button.dataset.answer);
    });
  }
  document.addEventListener("keydown", (event) => {
    if (!(event.key in KEYS) || !isForPair(event)) return;
    event.preventDefault();
    // A key that is held down answers one question, not all that follow.
    if (!event.repeat) choose(KEYS[event.key]);
  });
}

/** Whether a key is meant for the pair, rather than for something else that has the focus. @param {KeyboardEvent} event */
export function isForPair(event) {
  if (byId("question").hidden || event.altKey || event.ctrlKey || event.metaKey) return false;
  if (document.querySelector("dialog[open]")) return false;
  const isOnControl = event.target.closest("button, a, input, select, textarea, summary");
  return !(isOnControl && event.key === " ");
}

/** @param {{heading: string, left: Shown, right: Shown}} pair */
export function showPair({ heading, left, right }) {
  stopWaiting();
  byId("question").hidden = false;
  byId("heading").textContent = heading;
  showSide("left", left);
  showSide("right", right);
  const [first, second] = STACKED.matches ? ["above", "below"] : ["left", "right"];
  announce([
    heading,
    say(`pair.said_${first}`, { text: left.text }),
    say(`pair.said_${second}`, { text: right.text }),
  ].join(" "));
}

/** Show that an answer is on its way. @param {Side | null} side */
export function showWaiting(side = null) {
  byId("question").classList.add("waiting");
  if (side && side !== "none") byId(side).classList.add("chosen");
}

/** It has arrived, or was refused: the pair that is shown can be answered. */
export function stopWaiting() {
  byId("question").classList.remove("waiting");
  for (const side of ["left", "right"]) byId(side).classList.remove("chosen");
}

/** @param {"left" | "right"} side @param {Shown} shown */
function showSide(side, { picture, text, pattern, fewer }) {
  const part = (name) => byId(side).querySelector(`[data-part="${name}"]`);
  part("picture").replaceChildren(drawn(picture));
  part("text").textContent = text;
  part("pattern").textContent = pattern ?? "";
  part("pattern").hidden = !pattern;
  part("fewer").hidden = !fewer.length;
  part("differs").replaceChildren(...fewer.map((one) => make("li", {}, one)));
}

/** A picture that the server has drawn, without looks of its own. @param {string} svg */
function drawn(svg) {
  const plain = svg.replace(/^(<svg[^>]*?) style="[^"]*"/, "$1");
  return document.importNode(new DOMParser().parseFromString(plain, "image/svg+xml").documentElement, true);
}
