// What a page tells at once: to everybody as a short message, to screen readers in a live region.

import { Problem } from "./api.js";
import { knows, say } from "./words.js";

const region = document.getElementById("live");
let clearing = 0;

/** Seconds after which what was said is gone from the page. */
const SAID_FOR_S = 10;

/**
 * Have screen readers say something, also if it is what they said last. They read out what is added
 * to the region, one after the other, so what comes soon after replaces nothing.
 * @param {string} text
 */
export function announce(text) {
  const said = document.createElement("p");
  said.textContent = text;
  region.append(said);
  window.setTimeout(() => said.remove(), SAID_FOR_S * 1000);
}

/**
 * Show a short message that goes away by itself, and announce it.
 * @param {string} text
 * @param {number} [seconds]
 */
export function toast(text, seconds = 4) {
  document.querySelector(".toast")?.remove();
  const shown = document.createElement("div");
  shown.className = "toast";
  shown.textContent = text;
  document.body.append(shown);
  window.clearTimeout(clearing);
  clearing = window.setTimeout(() => shown.remove(), seconds * 1000);
  announce(text);
}

/**
 * What to tell a person about a problem, in their own words where the server has none.
 * @param {unknown} error
 * @returns {string}
 */
export function problemText(error) {
  if (!(error instanceof Problem)) return say("base.problems.unknown");
  if (error.isOffline) return say("base.problems.offline");
  if (error.isBusy) return `${say("base.problems.busy")} ${say("base.problems.later")}`;
  if (error.status === 404) return say("base.problems.missing");
  if (error.status >= 500) return say("base.problems.unknown");
  // The server speaks English; what people meet often is said in their language.
  const name = `base.problems.${(error.body?.type ?? "").split(":").at(-1).replaceAll("-", "_")}`;
  return knows(name) ? say(name) : error.message;
}
