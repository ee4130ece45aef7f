/**
 * The game on the table: what is chosen, which mode is on, and what a press or a key then does.
 * Every change of the game becomes an event; the board is drawn from what the events give.
 */

import { allDigits, conflictsOf } from "../game/conflicts.js";
import { MODES } from "../game/keys.js";
import * as moves from "../game/moves.js";
import * as selecting from "../game/selection.js";
import { announce } from "../live.js";
import { say, sayCounted } from "../words.js";
import { helpsOf } from "./helps.js";

const NONE = new Set();

export class Desk extends EventTarget {
  /**
   * @param {import("../game/puzzle.js").Puzzle} puzzle @param {import("./sync.js").Sync} sync
   * @param {import("../board/board.js").HintwiseBoard} board
   */
  constructor(puzzle, sync, board, settings) {
    super();
    Object.assign(this, { puzzle, sync, board, settings });
    /** @type {import("../game/selection.js").Selection} */
    this.selection = selecting.NOTHING;
    /** @type {import("../game/game.js").Layer} */
    this.mode = "digit";
    /** Whether a value is chosen first, and then the cells. */
    this.digitFirst = false;
    /** @type {number|null} the value that was chosen first */
    this.digit = null;
    /** @type {"cycle"|"tick"|"cross"|"select"} what a press does on a grid */
    this.tool = "cycle";
    /** @type {(import("../board/board.js").Shown & {clues: Set<string>})|null} */
    this.shown = null;
    board.addEventListener("press", ({ detail }) => this.pressed(detail));
    board.addEventListener("drag", ({ detail }) => this.dragged(detail.name));
    board.addEventListener("release", () => this.released());
    sync.addEventListener("game", () => this.redraw());
  }

  get game() {
    return this.sync.game;
  }

  get helps() {
    return helpsOf(this.game, this.settings);
  }

  get digits() {
    return allDigits(this.puzzle, this.game);
  }

  // What fingers and the mouse do

  pressed({ name, add, extend }) {
    this.press = { name, plain: !add && !extend, moved: false };
    if (this.puzzle.isBoard && this.digitFirst && this.digit !== null && this.press.plain) {
      this.select(selecting.only(name));
      this.write(this.digit);
    } else if (add) this.select(selecting.toggled(this.selection, name));
    else this.select(extend ? selecting.withCell(this.selection, name) : selecting.only(name));
  }

  dragged(name) {
    this.press.moved = true;
    if (!(this.digitFirst && this.digit !== null)) this.select(selecting.withCell(this.selection, name));
  }

  /** On a grid a press writes when it ends, since it may become a drag. */
  released() {
    const { name, plain, moved } = this.press;
    if (this.puzzle.isBoard || !plain || moved || this.tool === "select") return;
    if (this.tool === "cycle") this.change(moves.cycled(this.puzzle, this.game, name, this.helps));
    else this.write(this.tool === "tick" ? 1 : 0);
  }

  // What keys and buttons do

  /** @param {import("../game/keys.js").Action} action */
  act(action) {
    const { puzzle, selection } = this;
    const does = {
      move: () => this.go(selecting.moved(puzzle, selection, action.way, action.extend)),
      jump: () => this.go(selecting.jumped(puzzle, selection, action.end, action.far, action.extend)),
      all: () => this.select(selecting.everything(puzzle, selection)),
      none: () => this.select({ cells: [], at: selection.at }),
      write: () => this.write(action.value, action.layer ?? this.mode),
      erase: () => this.change(moves.erased(puzzle, this.game, selection.cells, this.mode, this.helps)),
      mode: () => this.setMode(action.mode),
      space: () => this.space(),
      undo: () => this.step("undone", this.game.done),
      redo: () => this.step("redone", this.game.undone),
    };
    does[action.do]?.();
  }

  go(selection) {
    this.select(selection);
    this.board.focusCell(selection.at);
  }

  write(value, layer = this.mode) {
    const { cells } = this.selection;
    this.change(moves.entered(this.puzzle, this.game, cells, layer, value, this.helps));
  }

  /** A chosen value goes into the cell; without one, the next mode. On a grid, the next mark. */
  space() {
    const { at } = this.selection;
    if (!this.puzzle.isBoard) {
      if (at !== null) this.change(moves.cycled(this.puzzle, this.game, at, this.helps));
    } else if (this.digitFirst && this.digit !== null) this.write(this.digit);
    else this.setMode(MODES[(MODES.indexOf(this.mode) + 1) % MODES.length]);
  }

  setMode(mode) {
    this.mode = mode;
    announce(say(`play.modes.${mode}`));
    this.redraw();
  }

  setDigitFirst(on) {
    this.digitFirst = on;
    this.digit = null;
    if (on) this.selection = { cells: [], at: this.selection.at };
    this.redraw();
  }

  /** A digit of the pad: for the chosen cells or, if there are none, for those that come. */
  pressDigit(value) {
    if (!this.digitFirst && this.selection.cells.length) return this.write(value);
    this.digitFirst = true;
    this.digit = this.digit === value ? null : value;
    this.redraw();
  }

  setTool(tool) {
    this.tool = tool;
    this.redraw();
  }

  select(selection) {
    this.selection = selection;
    this.redraw();
    this.dispatchEvent(new Event("selected"));
  }

  /** @param {import("../game/game.js").Change[]} changes one step of undo */
  change(changes, by = "me") {
    if (!changes.length) return;
    this.sync.add("changed", { changes, by });
    announce(this.saidOf(changes));
    this.dispatchEvent(new CustomEvent("changed", { detail: { changes, by } }));
  }

  step(kind, steps) {
    const step = steps.at(-1);
    if (!step) return announce(say(`play.said.nothing_${kind}`));
    this.sync.add(kind, { event: step.event });
    const cells = new Set(step.changes.map(([name]) => name)).size;
    announce(sayCounted(`play.said.${kind}`, cells));
    this.dispatchEvent(new CustomEvent("changed", { detail: { changes: step.changes, by: kind } }));
  }

  fillCandidates() {
    this.change(moves.filledCandidates(this.puzzle, this.game));
  }

  /** Write what a hint derived. */
  apply(facts) {
    this.select(selecting.only(facts[0].name));
    this.change(moves.applied(this.puzzle, this.game, facts, this.helps), "hint");
  }

  saidOf(changes) {
    const [name, layer] = changes.at(-1);
    const cells = new Set(changes.map(([of]) => of)).size;
    if (cells > 1 && this.selection.cells.length > 1) return say("play.said.several", { count: cells });
    const place = this.board.labels.place(name);
    return `${place}: ${this.saidValue(name, layer)}`;
  }

  saidValue(name, layer) {
    if (!this.puzzle.isBoard && layer === "digit") return this.board.labels.mark(this.game.digits[name] ?? null);
    const { digits, corner, centre, colour } = this.game;
    const content = { digit: digits[name] ?? null, told: null, corner: corner[name] ?? [], centre: centre[name] ?? [] };
    const said = this.board.labels.held(content, []);
    return layer === "colour" && colour[name] ? say("play.cells.coloured", { colour: colour[name] }) : said;
  }

  // How it looks

  /** Point at what a hint speaks of; null: at nothing. */
  show(shown) {
    this.shown = shown;
    this.redraw();
  }

  redraw() {
    const { puzzle, game, selection, shown, digits, helps } = this;
    const conflicts = helps.conflicts ? conflictsOf(puzzle, digits) : NONE;
    this.board.draw({ game, digits, selection, conflicts, shown, same: this.sameDigit(), seen: this.seen() });
    this.dispatchEvent(new Event("drawn"));
  }

  sameDigit() {
    if (!this.helps.same || !this.puzzle.isBoard) return null;
    if (this.digitFirst && this.digit !== null) return this.digit;
    return this.selection.cells.length === 1 ? (this.digits[this.selection.cells[0]] ?? null) : null;
  }

  seen() {
    const { cells } = this.selection;
    return this.helps.seen && cells.length === 1 && !this.shown ? this.puzzle.peers.get(cells[0]) : NONE;
  }
}
