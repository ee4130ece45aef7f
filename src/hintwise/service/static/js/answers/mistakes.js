/** Whether something is wrong and, if asked, where; and the way back to before it. */

import { difference } from "../game/moves.js";
import { say, sayCounted } from "../words.js";
import { button, paragraph } from "./panel.js";
import { pointingAt } from "./pointing.js";

export class Mistakes {
  /** @param {import("./answers.js").Answers} answers */
  constructor(answers) {
    this.answers = answers;
    this.desk = answers.desk;
    this.asking = answers.asking;
    answers.waysBack = () => [this.checkButton(), this.backButton()];
  }

  checkButton() {
    return button(say("play.check.title"), "check", () => this.check());
  }

  backButton() {
    return button(say("play.check.back"), "back", () => this.back(), "main");
  }

  check(where = false) {
    return this.answers.run(async () => {
      const found = await this.asking.ask("/check", { where });
      if (!where) this.desk.sync.add("checked", { sound: found.sound });
      this.tellChecked(found, where);
    });
  }

  tellChecked(found, where) {
    const fits = found.entries?.fit ?? true;
    const text = where ? found.text : verdictOf(found, fits);
    const seek = button(say("play.check.where"), "why", () => this.check(true));
    const actions = fits ? [] : where ? [this.backButton()] : [seek, this.backButton()];
    this.tell(text, actions, where ? this.clash(found.conflict ?? {}) : null);
  }

  clash({ givens = [], entries = [], constraints = [] }) {
    return pointingAt(this.desk.puzzle, { facts: [...givens, ...entries], constraints });
  }

  tell(text, actions = [], shown = null) {
    const body = [paragraph(text)];
    this.answers.tell({ title: say("play.check.title"), body, actions, shown }, text);
  }

  /** Back to the last position in which nothing is wrong, as one step that can be undone. */
  back() {
    return this.answers.run(async () => {
      const past = this.asking.past();
      this.tell(this.goBack(past, await this.asking.stepsBack(past)));
    });
  }

  goBack(past, steps) {
    if (steps === null) return say("play.check.never");
    if (steps === 0) return say("play.check.fine");
    this.desk.change(difference(this.desk.game, past[steps]), "rewind");
    return sayCounted("play.check.gone_back", steps);
  }
}

function verdictOf(found, fits) {
  if (!found.solutions) return say("play.check.impossible");
  if (!fits) return say("play.check.mistake");
  return found.solutions > 1 ? say("play.check.several") : say("play.check.fine");
}
