/** The card in which answers appear. */

import { make } from "../elements.js";
import { announce, problemText } from "../live.js";
import { knows, say } from "../words.js";
import { icon } from "../play/icons.js";

const SHOW_WAITING_AFTER_MS = 200;
const RUNGS = 4;

export class AnswerPanel {
  /** @param {HTMLElement} place @param {() => void} close */
  constructor(place, close) {
    this.place = place;
    this.close = close;
    // While an answer is on its way, what led to it is not asked twice.
    place.addEventListener("click", (event) => {
      const waits = place.hasAttribute("aria-busy") && !event.target.closest(".close");
      if (waits) event.stopPropagation();
    }, { capture: true });
  }

  clear() {
    this.stopWaiting();
    this.place.hidden = true;
    this.place.replaceChildren();
  }

  /** @param {import("./answers.js").Answer} answer */
  show({ title, body, actions }) {
    this.stopWaiting();
    const held = this.place.contains(document.activeElement);
    const closes = { type: "button", onclick: this.close, "aria-label": say("base.close") };
    const closing = make("button.close", closes, icon("cross"));
    const head = make("div.answer-head", {}, make("h2", { tabindex: "-1" }, title), closing);
    this.place.replaceChildren(
      head,
      make("div.answer-body", {}, ...body),
      make("div.answer-actions", {}, ...actions),
    );
    this.place.hidden = false;
    // A button that was pressed is gone now: the keyboard goes on at what took its place.
    if (held) (actions[0] ?? head.firstChild).focus({ preventScroll: true });
  }

  /** Say that something is on its way, if it takes a moment. */
  wait() {
    this.stopWaiting();
    this.place.setAttribute("aria-busy", "true");
    this.waiting = setTimeout(() => {
      this.place.classList.add("waiting");
      if (this.place.hidden) {
        this.place.replaceChildren(paragraph(say("base.waiting"), "soft"));
        this.place.hidden = false;
      }
    }, SHOW_WAITING_AFTER_MS);
  }

  stopWaiting() {
    clearTimeout(this.waiting);
    clearTimeout(this.retrying);
    this.place.removeAttribute("aria-busy");
    this.place.classList.remove("waiting");
  }

  /** What went wrong, with a way on; a busy server is asked again by itself. */
  problem(problem, again, ways) {
    const name = `play.problems.${nameOf(problem)}`;
    const seconds = problem.retryAfter || 2;
    const known = knows(name) ? say(name) : problemText(problem);
    const text = problem.isBusy ? say("play.busy", { seconds }) : known;
    const retry = button(say("base.try_again"), "", again, "main");
    const hopeless = problem.status >= 400 && problem.status < 500 && !problem.isBusy;
    const title = ways.length ? say("play.mistake") : say("play.problem");
    this.show({ title, body: [paragraph(text)], actions: hopeless ? ways : [retry] });
    if (problem.isBusy) this.retrying = setTimeout(again, seconds * 1000);
    announce(text);
  }

  /** The rungs that were told, and how many there are; the step itself says all that came before. */
  ladder(hints, level) {
    const needed = level < RUNGS ? hints : hints.slice(RUNGS - 1);
    const told = needed.map((text, at) => make(at + 1 === needed.length ? "li.latest" : "li", {}, text));
    const dots = Array.from({ length: RUNGS }, (_, at) => make(at < level ? "span.on" : "span", {}));
    const label = say("play.hints.rung", { level: Math.min(level, RUNGS), of: RUNGS });
    const count = make("div.rungs", { role: "img", "aria-label": label }, ...dots);
    return make("div.ladder", {}, count, make("ol", {}, ...told));
  }

  count(at, of) {
    return make("p.soft.small", {}, say("play.inside.count", { at, of }));
  }

  choices(buttons) {
    return make("div.candidates", {}, ...buttons);
  }
}

/** What a problem is called among the words: `wrong_entry` for urn:hintwise:problem:wrong-entry. */
export function nameOf(problem) {
  return (problem.body?.type ?? "").split(":").at(-1).replaceAll("-", "_");
}

export function paragraph(text, look = "") {
  return make(look ? `p.${look}` : "p", {}, text);
}

/** A sentence that is too long to be read at once is there for whoever wants it. */
export function longText(summary, text) {
  return make("details.long-text", {}, make("summary", {}, summary), paragraph(text));
}

/** @param {string} look "main" for what most people want next */
export function button(label, picture, does, look = "") {
  const classes = look ? `button.button.button-small.button-${look}` : "button.button.button-small";
  return make(classes, { type: "button", onclick: () => does() }, picture ? icon(picture) : null, label);
}
