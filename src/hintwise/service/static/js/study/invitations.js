// What a link says about the person whom it was made for. It is remembered in this tab, so that it
// is still there when the language was switched.

import { pageData } from "../words.js";

const KEY = `hintwise-study-invitation:${pageData.study.name}`;
const EXTERNAL = ["PROLIFIC_PID", "STUDY_ID", "SESSION_ID"];

/** A single invitation, from the fragment: so it is in no log, and no preview sends it. */
export function invitation() {
  const told = decodeURIComponent(window.location.hash.slice(1));
  if (told) window.sessionStorage.setItem(KEY, told);
  return told || (window.sessionStorage.getItem(KEY) ?? "");
}

/** By what a recruiting service knows the person. @returns {Record<string, string>} */
export function externalIds() {
  const asked = new URLSearchParams(window.location.search);
  return Object.fromEntries(EXTERNAL.filter((name) => asked.get(name)).map((name) => [name, asked.get(name)]));
}

/**
 * What tells the person of one link from that of another, "" for a link that is for anybody. It is
 * kept in the browser, so it is not the id itself: nobody learns that from it later.
 */
export function linkMark() {
  const { PROLIFIC_PID, SESSION_ID } = externalIds();
  const person = invitation() || PROLIFIC_PID || SESSION_ID || "";
  return person && digest(person);
}

/** FNV-1a: enough to tell links apart, and there without https as well. @param {string} text */
function digest(text) {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ letter.codePointAt(0), 0x01000193) >>> 0;
  return hash.toString(16);
}
