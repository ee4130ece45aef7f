/**
 * <hintwise-board>: draws a puzzle, as a board or a staircase of tables, and says which cell was
 * pressed. It keeps no state of the game: whoever listens changes it, and has it drawn again.
 *
 * Events: `press` {name, add, extend, pointer}, `drag` {name}, `release`.
 *
 * @typedef {{area: Set<string>, rules: {variables: string[]}[],
 *   used: {name: string, value: number, positive: boolean}[],
 *   derived: {name: string, value: number, positive: boolean}[]}} Shown what a hint points at
 * @typedef {{game: import("../game/game.js").Game, digits: Object<string, number>,
 *   selection: import("../game/selection.js").Selection, conflicts: Set<string>, same: number|null,
 *   seen: Set<string>, shown: Shown|null}} Picture
 */

import { CellPainter } from "./cells.js";
import { Labels } from "./labels.js";
import { TablePainter } from "./tables.js";

export class HintwiseBoard extends HTMLElement {
  /** Build the cells of a puzzle. */
  open(puzzle) {
    const Painter = puzzle.isBoard ? CellPainter : TablePainter;
    this.painter = new Painter(this, puzzle, (this.labels = new Labels(puzzle)));
    this.tabStop = null;
    this.moveTabStop(puzzle.lines.flat().find((name) => name !== null));
  }

  connectedCallback() {
    this.addEventListener("pointerdown", (event) => this.pressed(event));
    this.addEventListener("pointermove", (event) => this.dragged(event));
    this.addEventListener("pointerup", () => this.released());
    // A finger that scrolls presses nothing.
    this.addEventListener("pointercancel", () => (this.last = null));
  }

  /** @param {Picture} picture */
  draw(picture) {
    this.painter.draw(picture);
    if (picture.selection.at !== null) this.moveTabStop(picture.selection.at);
  }

  /** Put the keyboard at a cell. */
  focusCell(name) {
    const cell = this.painter.cells.get(name);
    if (cell && cell !== document.activeElement) cell.focus();
  }

  /** One cell only can be reached by Tab: the one that was left. */
  moveTabStop(name) {
    if (name === this.tabStop) return;
    this.painter.cells.get(this.tabStop)?.setAttribute("tabindex", "-1");
    this.painter.cells.get(name)?.setAttribute("tabindex", "0");
    this.tabStop = name;
  }

  pressed(event) {
    const name = nameOf(event.target);
    if (name === null || event.button !== 0) return;
    event.preventDefault();
    this.last = name;
    const add = event.ctrlKey || event.metaKey;
    const detail = { name, add, extend: event.shiftKey, pointer: event.pointerType };
    this.painter.cells.get(name).focus({ preventScroll: true });
    this.dispatchEvent(new CustomEvent("press", { detail }));
  }

  /** A finger keeps the cell it began on as its target, so the place tells where it is. */
  dragged(event) {
    if (!this.last || event.buttons === 0) return;
    const name = nameOf(document.elementFromPoint(event.clientX, event.clientY));
    if (name === null || name === this.last) return;
    this.last = name;
    this.dispatchEvent(new CustomEvent("drag", { detail: { name } }));
  }

  released() {
    if (!this.last) return;
    this.last = null;
    this.dispatchEvent(new CustomEvent("release"));
  }
}

const nameOf = (element) => element?.closest?.("[data-name]")?.dataset.name ?? null;

customElements.define("hintwise-board", HintwiseBoard);
