// Breaks, going on elsewhere, and withdrawing.

import { Problem } from "../api.js";
import { isWanted } from "../confirming.js";
import { byId } from "../elements.js";
import { problemText, toast } from "../live.js";
import { pageData, say } from "../words.js";

let isGuarded = false;
/** Who takes a break looks away. @type {import("./attention.js").Attention | null} */
let watched = null;

/**
 * @param {import("./participation.js").Participation} participation
 * @param {import("./attention.js").Attention} attention
 * @param {(how: "done" | "declined") => void} onWithdrawn
 */
export function listenToLeaving(participation, attention, onWithdrawn) {
  watched = attention;
  byId("pause").addEventListener("click", () => takeBreak());
  byId("show-link").addEventListener("click", () => showLink(participation));
  byId("decline").addEventListener("click", () => erase(participation, () => onWithdrawn("declined")));
  for (const button of document.querySelectorAll("[data-withdraw]")) {
    button.addEventListener("click", () => withdraw(participation, () => onWithdrawn("done")));
  }
  for (const each of document.querySelectorAll("dialog")) {
    each.addEventListener("close", () => document.querySelector("dialog[open]") ?? attention.comeBack());
  }
  byId("pause-dialog").addEventListener("close", () => guardBack(isGuarded));
  window.addEventListener("popstate", () => isGuarded && takeBreak());
}

/** Show what a break means; nothing need be done for it. */
export function takeBreak() {
  const dialog = byId("pause-dialog");
  byId("link-note").hidden = true;
  watched?.leave();
  if (!dialog.open) dialog.showModal();
}

/**
 * Let the browser's back button lead to a break first, not out of the study: answers cannot be taken
 * back, and on a phone it is pressed by mistake. Pressed once more, it leaves.
 * @param {boolean} wanted
 */
export function guardBack(wanted) {
  isGuarded = wanted;
  if (wanted && !window.history.state?.guard) window.history.pushState({ guard: true }, "");
}

/** @param {import("./participation.js").Participation} participation */
async function showLink(participation) {
  try {
    const token = await participation.link();
    // Behind # nothing is ever sent to a server, so the link is in no log.
    byId("my-link").value = `${window.location.origin}/study/${pageData.study.name}/resume#${token}`;
    byId("link-box").hidden = false;
    byId("show-link").hidden = true;
    byId("my-link").focus();
    byId("my-link").select();
  } catch (error) {
    byId("link-note").textContent = problemText(error);
    byId("link-note").hidden = false;
  }
}

/** @param {import("./participation.js").Participation} participation @param {() => void} onWithdrawn */
async function withdraw(participation, onWithdrawn) {
  const question = {
    title: say("study.withdraw.ask"),
    texts: [say("study.withdraw.about"), say("study.withdraw.for_good")],
    yes: say("study.withdraw.yes"),
  };
  watched?.leave();
  byId("pause-dialog").close();
  if (await isWanted(question)) await erase(participation, onWithdrawn);
}

/** Delete all that is stored. @param {import("./participation.js").Participation} participation @param {() => void} onErased */
async function erase(participation, onErased) {
  try {
    await participation.withdraw();
  } catch (error) {
    const isGone = error instanceof Problem && error.status === 401; // it was done elsewhere
    if (!isGone) {
      toast(problemText(error));
      return;
    }
  }
  onErased();
}
