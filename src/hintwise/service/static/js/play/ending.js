/** When the puzzle is solved: a calm end, and where to go from here. */

import { get, post } from "../api.js";
import { make } from "../elements.js";
import { conflictsOf, isComplete } from "../game/conflicts.js";
import { announce, problemText, toast } from "../live.js";
import { playFromLibrary } from "../start/opening.js";
import { language, say, sayCounted } from "../words.js";
import { icon } from "./icons.js";
import { clock } from "./timer.js";

export class Ending {
  /**
   * @param {HTMLElement} place @param {import("./desk.js").Desk} desk
   * @param {import("../answers/asking.js").Asking} asking @param {import("./timer.js").Timer} timer
   * @param {() => void} explain offers the page with every step
   */
  constructor(place, desk, asking, timer, explain) {
    Object.assign(this, { place, desk, asking, timer, explain });
    desk.addEventListener("changed", () => this.look());
    desk.sync.addEventListener("game", () => this.draw());
    window.addEventListener("online", () => this.look());
    this.draw();
  }

  /** Is it done? A board tells by its rules; for a grid the server knows the clues. */
  async look() {
    const { puzzle, digits, game, sync } = this.desk;
    if (game.solved || !isComplete(puzzle, digits)) return;
    if (conflictsOf(puzzle, digits).size) return toast(say("play.ending.not_yet"), 6);
    if (!puzzle.isBoard && !(await this.cluesHold())) return;
    if (this.desk.game.solved) return;
    this.desk.act({ do: "none" });
    sync.add("solved", { seconds: this.timer.seconds });
  }

  async cluesHold() {
    try {
      const found = await post("/check", { ...this.asking.position(), language });
      const fits = found.entries?.fit ?? true;
      if (!fits) toast(say("play.ending.not_yet"), 6);
      return fits;
    } catch (problem) {
      if (!("status" in problem)) throw problem;
      toast(say("play.ending.later"), 6);
      return false;
    }
  }

  draw() {
    const { game, board } = this.desk;
    if (this.shown === game.solved) return;
    this.shown = game.solved;
    board.classList.toggle("solved", game.solved);
    document.body.classList.toggle("is-solved", game.solved);
    this.place.hidden = !game.solved;
    if (!game.solved) return;
    this.place.replaceChildren(...this.parts(game));
    announce(`${say("play.ending.title")} ${this.figures(game)}`);
  }

  figures(game) {
    const hints = game.hints ? sayCounted("play.ending.hints", game.hints) : say("play.ending.no_hints");
    return `${say("play.ending.time", { time: clock(Math.round(game.seconds)) })} ${hints}`;
  }

  parts(game) {
    const on = { type: "button", onclick: (event) => this.next(event.currentTarget) };
    const explain = { type: "button", onclick: () => this.explain(), "aria-haspopup": "dialog" };
    const ways = make("div.ending-ways", {},
      make("button.button.button-main", on, say("play.ending.next")),
      make("button.button", explain, say("base.steps.see")),
    );
    const seal = make("div.seal", { "aria-hidden": "true" }, icon("check"));
    const title = make("h2", {}, say("play.ending.title"));
    return [seal, make("div.stack", {}, title, make("p.soft", {}, this.figures(game)), ways)];
  }

  /**
   * The next of the library; for a puzzle from elsewhere, the start page.
   * @param {HTMLElement} button which was pressed for it
   */
  async next(button) {
    await this.orSay(async () => {
      const { kind } = this.desk.puzzle.view;
      const { name } = this.desk.sync.confirmed[0].body;
      const puzzles = await get(`/library?kind=${kind}`);
      const at = puzzles.findIndex((puzzle) => puzzle.name === name);
      const following = at < 0 ? null : puzzles[(at + 1) % puzzles.length];
      if (!following) return location.assign("/");
      await playFromLibrary(button, following);
    });
  }

  async orSay(work) {
    try {
      await work();
    } catch (problem) {
      if (!("status" in problem)) throw problem;
      toast(problemText(problem), 6);
    }
  }
}
