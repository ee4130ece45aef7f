/** "Why?" about a cell, and "why not 5?" about a candidate. */

import { crossesWith } from "../game/moves.js";
import { say } from "../words.js";
import { hasInside } from "./hints.js";
import { button, longText, paragraph } from "./panel.js";
import { pointingAtStep } from "./pointing.js";

/** Characters: what is longer is better followed step by step. */
const LONG = 300;

export class Reasons {
  /** @param {import("./answers.js").Answers} answers @param {import("./hints.js").Hints} hints */
  constructor(answers, hints) {
    this.answers = answers;
    this.hints = hints;
    this.desk = answers.desk;
    this.asking = answers.asking;
  }

  /** About the chosen cell. Whoever wants to know what belongs into an open one is warned first. */
  why() {
    const { puzzle, selection, game } = this.desk;
    const name = selection.cells.length === 1 ? selection.cells[0] : null;
    if (name === null) return this.offer(say("play.why.choose"));
    if (puzzle.isGiven(name)) return this.offer(say("play.why.given"));
    const value = game.digits[name];
    if (value !== undefined) return this.whyMine(name, value);
    const tell = button(say("play.why.tell"), "why", () => this.whyOpen(name), "main");
    if (!puzzle.isBoard) return this.offer(say("play.why.open_link"), [tell]);
    return this.offer(say("play.why.open"), [tell], this.candidates(name));
  }

  offer(text, actions = [], more = []) {
    const body = [paragraph(text), ...more];
    this.answers.tell({ title: say("play.why.title"), body, actions }, text);
  }

  /** "Why not 5?" for each value of a cell. */
  candidates(name) {
    const { puzzle } = this.desk;
    const buttons = puzzle.values.get(name).map((value) => {
      const digit = puzzle.symbol(value);
      const one = button(digit, "", () => this.whyFact(puzzle.writeFact(name, value)));
      one.classList.add("candidate");
      one.setAttribute("aria-label", say("play.why.not", { digit }));
      return one;
    });
    const question = paragraph(say("play.why.not_which"), "soft");
    return [question, this.answers.panel.choices(buttons)];
  }

  /** Why what I wrote holds: asked as if neither it nor what came with it were there. */
  whyMine(name, value) {
    const { puzzle, game } = this.desk;
    const fact = puzzle.writeFact(name, value);
    const crosses = value === 1 && !puzzle.isBoard ? crossesWith(game, name) : [];
    const gone = new Set([fact, ...crosses.map((of) => puzzle.writeFact(of, 0))]);
    const entries = this.asking.position().entries.filter((entry) => !gone.has(entry));
    return this.whyFact(fact, { entries });
  }

  whyOpen(name) {
    const { puzzle } = this.desk;
    if (!puzzle.isBoard) return this.whyFact(puzzle.writeFact(name, 1));
    return this.hints.step([name]);
  }

  whyFact(fact, more = {}) {
    return this.answers.run(async () => {
      const { step, follows, easy } = await this.asking.askStep("/why", { fact, ...more });
      // A step of a grid may have an argument inside which its text tells already.
      if (more.inside && hasInside(step)) return this.hints.tellInside(step);
      const verdict = step === null ? "open_fact" : follows ? "right" : "wrong";
      const said = say(`play.why.${verdict}`, { fact });
      const inside = () => this.whyFact(fact, { ...more, inside: true });
      const asks = step !== null && !easy;
      const late = asks && more.inside ? say("play.inside.out_of_time") : "";
      const answer = {
        title: say("play.why.title"),
        body: [paragraph(said, "strong"), ...(step ? textOf(step, asks) : []), late && paragraph(late, "soft")].filter(Boolean),
        actions: asks ? [button(say("play.hints.inside"), "inside", inside, "main")] : [],
        shown: step && pointingAtStep(this.desk.puzzle, step),
      };
      this.answers.tell(answer, late || `${said} ${step?.text ?? ""}`);
    });
  }
}

/** What a step says; if that is long and can be told in parts, it is said so instead. */
function textOf(step, inParts) {
  if (!inParts || step.text.length < LONG) return [paragraph(step.text)];
  const counts = { facts: step.facts.length, rules: step.constraints.length };
  return [paragraph(say("play.why.long", counts)), longText(say("play.why.whole"), step.text)];
}
