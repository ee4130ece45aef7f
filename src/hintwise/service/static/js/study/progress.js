// How far somebody is: the parts as a row of bars, and the question in words.

import { byId, make } from "../elements.js";
import { number, say } from "../words.js";

/** @param {{done: number, of: number, part: number, parts: number, part_done: number, part_of: number} | null} progress */
export function showProgress(progress) {
  byId("progress").hidden = !progress?.of;
  if (!progress?.of) return;
  const { done, of, part, parts } = progress;
  byId("progress-parts").replaceChildren(...Array.from({ length: parts }, (_, place) => bar(place + 1, progress)));
  const isDone = done >= of;
  const question = say(isDone ? "study.progress.done" : "study.progress.question", { number: number(done + 1), of: number(of) });
  byId("progress-text").textContent = isDone || parts < 2 ? question : `${question} · ${say("study.progress.part", { part, parts })}`;
}

/** The bar of one part. @param {number} place @param {any} progress */
function bar(place, { part, part_done: done, part_of: of, ...all }) {
  const isBehind = place < part || all.done >= all.of;
  return make("progress", { max: of || 1, value: isBehind ? of || 1 : place === part ? done : 0 });
}
