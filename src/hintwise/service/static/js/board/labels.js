/** What a screen reader says of a cell. */

import { say } from "../words.js";

export class Labels {
  /** @param {import("../game/puzzle.js").Puzzle} puzzle */
  constructor(puzzle) {
    this.puzzle = puzzle;
  }

  board() {
    return this.puzzle.isBoard ? say("play.cells.board") : say("play.cells.grid");
  }

  /** Where a cell is: "row 2, column 5", or the two names that a link is about. */
  place(name) {
    if (!this.puzzle.isBoard) return this.puzzle.link(name).map(([, value]) => value).join(", ");
    const [row, column] = this.puzzle.places.get(name);
    return say("play.cells.place", { row: row + 1, column: column + 1 });
  }

  cell(name, content, looks) {
    return [this.place(name), this.held(content, looks), ...this.remarks(content, looks)].join(", ");
  }

  held({ digit, told, corner, centre }, looks) {
    if (digit !== null) {
      const symbol = this.puzzle.symbol(digit);
      return looks.includes("given") ? say("play.cells.given", { digit: symbol }) : symbol;
    }
    if (told !== null) return say("play.cells.told", { digit: this.puzzle.symbol(told) });
    const said = [];
    if (corner.length) said.push(say("play.cells.corner_marks", { marks: this.symbols(corner) }));
    if (centre.length) said.push(say("play.cells.centre_marks", { marks: this.symbols(centre) }));
    return said.join(", ") || say("play.cells.empty");
  }

  symbols(values) {
    return values.map((value) => this.puzzle.symbol(value)).join(" ");
  }

  remarks({ colour }, looks) {
    const said = [];
    if (colour !== null) said.push(say("play.cells.coloured", { colour }));
    if (looks.includes("conflict")) said.push(say("play.cells.clashes"));
    if (looks.includes("area") || looks.includes("used")) said.push(say("play.cells.in_hint"));
    return said;
  }

  /** A link of a grid: "Mila, first: holds". */
  link(name, content, looks) {
    const value = content.digit ?? content.told;
    return [`${this.place(name)}: ${this.mark(value)}`, ...this.remarks(content, looks)].join(", ");
  }

  /** @param {number|null} value 1 for ✓, 0 for ✗ */
  mark(value) {
    if (value === null) return say("play.cells.open");
    return value === 1 ? say("play.cells.holds") : say("play.cells.not");
  }
}
