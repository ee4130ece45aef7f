/** Questions to the server about the position on the board; a new one takes the place of the last. */

import { post } from "../api.js";
import { reduce } from "../game/game.js";
import { language } from "../words.js";

/** Positions of the past that are sent in one request, at most. */
const MOST_AT_ONCE = 60;

export class Asking {
  /** @param {import("../play/desk.js").Desk} desk @param {object} puzzle the puzzle as the server keeps it */
  constructor(desk, puzzle) {
    this.desk = desk;
    const { kind, puzzle: text, title = "", story = "", author = "" } = puzzle;
    this.record = { kind, puzzle: text, title, story, author };
  }

  /** @param {string} path @param {object} more what is asked about the position */
  ask(path, more) {
    this.last?.abort();
    this.last = new AbortController();
    const { signal } = this.last;
    return post(path, { ...this.position(), language, ...more }, { signal });
  }

  /** About a step: for the person who asks. */
  askStep(path, more) {
    return this.ask(path, { profile: "mine", ...more });
  }

  /** My own digits; my centre marks as well if I say that they can be trusted. */
  position() {
    const { desk } = this;
    const trusted = desk.puzzle.isBoard && desk.helps.trust;
    const entries = [...entriesOf(desk.puzzle, desk.game), ...(trusted ? this.crossedOut() : [])];
    return { ...this.record, entries, ...(trusted ? { candidates: true } : {}) };
  }

  /** A cell with centre marks can hold none of the other values. */
  crossedOut() {
    const { puzzle, game, digits } = this.desk;
    return Object.entries(game.centre)
      .filter(([name]) => digits[name] === undefined)
      .flatMap(([name, marks]) => {
        const gone = puzzle.values.get(name).filter((value) => !marks.includes(value));
        return gone.map((value) => puzzle.writeFact(name, value, false));
      });
  }

  /**
   * The games that can be gone back to, the latest first: wherever a digit changed, and the
   * beginning.
   * @returns {import("../game/game.js").Game[]}
   */
  past() {
    const games = [this.desk.game];
    let game = this.desk.game;
    while (game.done.length) {
      const touched = game.done.at(-1).changes.some(([, layer]) => layer === "digit");
      game = stepBack(game);
      if (touched || !game.done.length) games.push(game);
    }
    return games;
  }

  /** How many steps back the last game without a mistake is; null if there never was one. */
  async stepsBack(past) {
    for (let start = 0; start < past.length; start += MOST_AT_ONCE) {
      const some = past.slice(start, start + MOST_AT_ONCE).reverse();
      const history = some.map((game) => entriesOf(this.desk.puzzle, game));
      const { kept } = await this.ask("/retrace", { history });
      if (kept !== null) return start + some.length - 1 - kept;
    }
    return null;
  }
}

function entriesOf(puzzle, game) {
  return Object.entries(game.digits)
    .filter(([name]) => puzzle.values.has(name) && !puzzle.isGiven(name))
    .map(([name, value]) => puzzle.writeFact(name, value));
}

const stepBack = (game) => reduce(game, { id: "", kind: "undone", body: {} });
