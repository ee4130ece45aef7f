// Pages to read between questions, in the words of the page or of the plan.

import { draw, make } from "../elements.js";
import { number, pageData, say } from "../words.js";
import { takeBreak } from "./leaving.js";

const FEW = 10;

/**
 * @param {string} text with blank lines between its paragraphs; lines that begin with "- " are a list
 * @returns {HTMLElement[]}
 */
export function paragraphs(text) {
  return text.trim().split(/\n\s*\n/).map((block) => {
    if (!block.startsWith("- ")) return make("p", {}, inOneLine(block));
    return make("ul", {}, ...block.slice(2).split(/\n\s*- /).map((item) => make("li", {}, inOneLine(item))));
  });
}

/** @param {string} text */
const inOneLine = (text) => text.trim().replace(/\s+/g, " ");

/** @param {string} name of a form */
export function formTitle(name) {
  return say(name === "closing" ? "study.form.closing" : "study.form.demographics");
}

/**
 * @param {{name: string, params: Record<string, any>}} text @param {{done: number}} progress @param {() => void} goOn
 * @returns {{title: string, parts: Node[]}}
 */
export function textOf({ name, params }, progress, goOn) {
  return name.startsWith("part") ? breakText(params, progress, goOn) : instructions(goOn);
}

/** @param {() => void} goOn */
function instructions(goOn) {
  const { texts } = pageData.words.study.instructions;
  const parts = [
    make("div.card.prose", {}, ...texts.map((text) => make("p", {}, text))),
    make("p.soft.keys", {}, say("study.instructions.keys")),
    make("div.row", {}, goOnButton(say("study.instructions.begin"), goOn)),
  ];
  return { title: say("study.instructions.title"), parts };
}

/** A break before a part. @param {{part: number, parts: number, questions: number}} params @param {{done: number}} progress @param {() => void} goOn */
function breakText({ part, parts, questions }, { done }, goOn) {
  // Nobody needs a break from a few questions to practise.
  const isFirst = part === 2 && done < FEW;
  const comes = { part: number(part), parts: number(parts), questions: number(questions) };
  return {
    title: say(isFirst ? "study.part.first_title" : "study.part.title"),
    parts: [
      isFirst ? null : cup(),
      make("p.lead", {}, say(isFirst ? "study.part.first" : "study.part.stored")),
      make("p", {}, say(parts > 1 ? "study.part.comes" : "study.part.comes_alone", comes)),
      make("div.row", {},
        goOnButton(say("study.part.go_on"), goOn),
        make("button.button", { type: "button", onclick: takeBreak }, say("study.part.later"))),
    ].filter(Boolean),
  };
}

/** @param {string} text @param {() => void} goOn */
const goOnButton = (text, goOn) => make("button.button.button-main.button-large", { type: "button", onclick: goOn }, text);

/** Something warm to drink. */
function cup() {
  return draw("svg.study-cup", { viewBox: "0 0 96 96", "aria-hidden": "true" },
    draw("path.study-steam", { d: "M34 14q-6 7 0 14t0 14M50 10q-6 8 0 16t0 16M66 14q-6 7 0 14t0 14" }),
    draw("path.study-handle", { d: "M72 54h6a10 10 0 0 1 0 20h-8" }),
    draw("path.study-bowl", { d: "M20 48h54v16a20 20 0 0 1-20 20H40a20 20 0 0 1-20-20z" }),
    draw("path.study-saucer", { d: "M14 89h66" }),
  );
}
