/**
 * One answer at a time: the card that says it, the board that points at what it speaks of, and the
 * voice that reads it out. Hints, reasons and checks all answer here.
 *
 * @typedef {{title: string, body: (Node|string)[], actions: HTMLElement[],
 *   shown?: ReturnType<typeof import("./pointing.js").pointingAt>|null}} Answer
 */

import { make } from "../elements.js";
import { announce } from "../live.js";
import { say } from "../words.js";
import { AnswerPanel, button, nameOf } from "./panel.js";
import { bringIntoView } from "../play/seeing.js";

export class Answers extends EventTarget {
  /**
   * @param {HTMLElement} place @param {import("../play/desk.js").Desk} desk
   * @param {import("./asking.js").Asking} asking
   */
  constructor(place, desk, asking) {
    super();
    this.desk = desk;
    this.asking = asking;
    this.panel = new AnswerPanel(place, () => this.close());
    /** What is offered when something on the board is wrong. @type {() => HTMLElement[]} */
    this.waysBack = () => [];
    // An answer is about a position: whoever plays on has taken it, or leaves it.
    desk.addEventListener("changed", ({ detail }) => {
      const digits = detail.changes.some(([, layer]) => layer === "digit");
      if (digits && detail.by !== "hint" && detail.by !== "rewind") this.close();
    });
  }

  close() {
    this.asking.last?.abort();
    const held = this.panel.place.contains(document.activeElement);
    this.panel.clear();
    // Whoever closed it by the keyboard plays on.
    const { board, selection } = this.desk;
    if (held) board.focusCell(selection.at ?? board.tabStop);
    document.documentElement.style.scrollPaddingBottom = "";
    this.desk.show(null);
    this.dispatchEvent(new Event("told"));
  }

  /** @param {Answer} answer @param {string} spoken */
  tell(answer, spoken) {
    const body = [...answer.body, ...this.clues(answer.shown)];
    this.panel.show({ ...answer, body });
    this.desk.show(answer.shown ?? null);
    bringIntoView(this.panel.place, this.desk.board, answer.shown);
    this.dispatchEvent(new Event("told"));
    announce(spoken);
  }

  /** Ways to the clues that an answer speaks of, by their numbers. @returns {HTMLElement[]} */
  clues(shown) {
    const all = this.desk.puzzle.view.clues.map((clue) => clue.name);
    const numbers = [...(shown?.clues ?? [])].map((name) => all.indexOf(name) + 1).sort((a, b) => a - b);
    if (!numbers.length) return [];
    const links = numbers.map((number) => {
      const label = say("play.clues.number", { number });
      const link = button(label, "", () => document.getElementById(`clue-${number}`)?.scrollIntoView({ block: "center" }));
      link.classList.add("clue-link");
      return link;
    });
    return [make("div.clue-links", {}, ...links)];
  }

  /** Ask, and if that fails say why and offer to ask again. @param {() => Promise<void>} work */
  async run(work) {
    this.panel.wait();
    try {
      await work();
    } catch (problem) {
      if (problem.name === "AbortError") return;
      if (!("status" in problem)) throw problem;
      const ways = nameOf(problem) === "wrong_entry" ? this.waysBack() : [];
      this.desk.show(null);
      this.dispatchEvent(new Event("told"));
      this.panel.problem(problem, () => this.run(work), ways);
      bringIntoView(this.panel.place, this.desk.board, null);
    }
  }
}
