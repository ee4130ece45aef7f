/** Hints, rung by rung, another one, and what is inside a hard step. */

import { post } from "../api.js";
import { toast } from "../live.js";
import { say, sayCounted } from "../words.js";
import { button, nameOf, paragraph } from "./panel.js";
import { derivedBy, pointingAt, pointingAtStep } from "./pointing.js";

/** The rung that gives the step away, and the one that unfolds it. */
export const STEP = 4;
const INSIDE = 5;
/** The rung that names facts and rules. */
const REASONS = 3;

/**
 * @typedef {object} Asked
 * @property {number} level
 * @property {string[]} targets
 * @property {string[][]} otherThan all that each of the hints said that were turned down
 * @property {{first: any, whole: any}} [known] the first rung and the last of this hint, if both are
 *   known already: it stays the same one, whatever is learned in the meantime
 */

/** @type {(more?: Partial<Asked>) => Asked} */
const asking = (more) => ({ level: 1, targets: [], otherThan: [], ...more });

export class Hints {
  /** @param {import("./answers.js").Answers} answers */
  constructor(answers) {
    this.answers = answers;
    this.desk = answers.desk;
    this.asking = answers.asking;
    /** @type {Asked|null} the hint that is being told */
    this.told = null;
    answers.addEventListener("told", () => (this.told = null));
  }

  /** The first rung; of a hint that is being told, the next one. */
  hint() {
    const { told } = this;
    if (told && told.level < STEP) return this.rung({ ...told, level: told.level + 1 });
    return this.rung(asking());
  }

  /** The way to something in particular, told at once. @param {string[]} targets */
  step(targets) {
    return this.rung(asking({ level: STEP, targets }));
  }

  /** @param {Asked} asked */
  rung(asked) {
    return this.answers.run(async () => {
      const found = await this.find(asked);
      if (found.solved) return this.tellSolved();
      this.count(asked, found);
      if (hasInside(found.step)) this.tellInside(found.step);
      else this.tellRung(asked, found);
    });
  }

  /** @param {Asked} asked */
  find({ level, targets, otherThan, known }) {
    if (known && level <= STEP) return rungOf(known, level);
    if (known) return this.asking.askStep("/hint", { level, targets: [known.whole.step.derived] });
    return this.asking.askStep("/hint", { level, targets, other_than: otherThan.flat() });
  }

  count({ level, otherThan }, found) {
    const derived = found.step?.derived ?? null;
    this.desk.sync.add("hinted", { level, number: otherThan.length + 1, derived });
  }

  tellSolved() {
    const text = say("play.hints.solved");
    this.answers.tell({ title: say("play.hints.title"), body: [paragraph(text)], actions: [] }, text);
  }

  tellRung(asked, found) {
    const { level } = asked;
    const number = asked.otherThan.length + 1;
    // What the server says of it is for whoever can set a deadline.
    const late = level === INSIDE && !found.easy;
    const hints = late ? [...found.hints.slice(0, STEP), say("play.inside.out_of_time")] : found.hints;
    const body = [this.answers.panel.ladder(hints, level)];
    const steps = found.steps_to_target ?? 1;
    if (steps > 1) body.unshift(paragraph(sayCounted("play.hints.far", steps), "soft"));
    if (found.several_solutions) body.push(paragraph(say("play.hints.several_solutions"), "soft"));
    const derived = found.step ? derivedBy(found.step) : [];
    const shown = pointingAt(this.desk.puzzle, { ...found.shown, derived });
    const title = number === 1 ? say("play.hints.title") : say("play.hints.other_title", { number });
    const actions = this.rungActions(asked, found);
    this.answers.tell({ title, body, actions, shown }, hints.at(-1));
    this.told = asked;
  }

  rungActions(asked, found) {
    const { level, targets } = asked;
    const go = (to) => () => this.rung({ ...asked, level: to });
    const actions = [
      level < STEP
        ? button(say("play.hints.more"), "more", go(level + 1), "main")
        : button(say("play.hints.apply"), "check", () => this.apply(found.step), "main"),
    ];
    if (level >= STEP && !found.easy) actions.push(button(say("play.hints.inside"), "inside", go(INSIDE)));
    if (level <= STEP && !targets.length)
      actions.push(button(say("play.hints.another"), "other", () => this.another(asked)));
    return actions;
  }

  apply(step) {
    const facts = derivedBy(step).map((text) => this.desk.puzzle.readFact(text));
    this.desk.apply(facts.filter((fact) => fact !== null));
    const text = say("play.hints.applied");
    const again = button(say("play.hints.next"), "bulb", () => this.hint(), "main");
    const answer = { title: say("play.hints.title"), body: [paragraph(text)], actions: [again] };
    this.answers.tell(answer, text);
  }

  /**
   * The best step to something else. That it was wanted is an answer to "which of the two is
   * easier?", about just the two that were told.
   * @param {Asked} asked
   */
  another(asked) {
    return this.answers.run(async () => {
      const refused = (await this.find({ ...asked, level: STEP })).step;
      const next = asking({ otherThan: [...asked.otherThan, derivedBy(refused)] });
      try {
        const first = await this.find(next);
        next.known = { first, whole: await this.find({ ...next, level: STEP }) };
      } catch (problem) {
        if (nameOf(problem) !== "nothing_to_explain") throw problem;
        return this.tellNoOther();
      }
      this.count(next, next.known.first);
      this.tellRung(next, next.known.first);
      if (this.desk.helps.remember) await this.remember(refused, next.known.whole.step);
    });
  }

  tellNoOther() {
    const text = say("play.problems.no_such_step");
    const first = button(say("play.hints.first"), "bulb", () => this.rung(asking()), "main");
    const answer = { title: say("play.hints.title"), body: [paragraph(text)], actions: [first] };
    this.answers.tell(answer, text);
  }

  async remember(refused, wanted) {
    const { kind } = this.desk.puzzle.view;
    const observed = { a: refused.features, b: wanted.features, answer: "b" };
    try {
      await post(`/sessions/main/${kind}/observations`, observed);
      toast(say("play.hints.remembered"));
    } catch (problem) {
      if (!("status" in problem)) throw problem; // a hint is worth more than what is learned of it
    }
  }

  /** The easier steps that a step consists of, to be walked through on the board. */
  tellInside(step, at = 0) {
    const { assumption, steps } = step.inside;
    const inner = steps[at];
    const body = [this.answers.panel.count(at + 1, steps.length), paragraph(inner.text)];
    if (assumption) body.unshift(paragraph(say("play.inside.assumed", { assumption }), "soft"));
    const shown = pointingAtStep(this.desk.puzzle, inner);
    const actions = this.insideActions(step, at);
    this.answers.tell({ title: say("play.inside.title"), body, actions, shown }, inner.text);
  }

  insideActions(step, at) {
    const last = at + 1 === step.inside.steps.length;
    const back = button(say("play.inside.back"), "before", () => this.tellInside(step, at - 1));
    back.disabled = at === 0;
    const on = button(say("play.inside.on"), "after", () => this.tellInside(step, at + 1), "main");
    const apply = button(say("play.hints.apply"), "check", () => this.apply(step), "main");
    return last ? [apply, back] : [on, back];
  }
}

/** Whether it was looked for what a step consists of, and found. */
export const hasInside = (step) => Boolean(step?.inside?.steps?.length);

/** A rung of a hint of which the first and the last are known. */
function rungOf({ first, whole }, level) {
  if (level === STEP) return whole;
  const { facts, constraints } = whole.shown;
  const shown = level < REASONS ? first.shown : { variables: [], facts, constraints };
  return { ...first, level, hints: whole.hints.slice(0, level), shown };
}
