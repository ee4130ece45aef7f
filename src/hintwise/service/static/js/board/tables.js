/** Draws a logic grid: a staircase of tables with ✓ and ✗, names beside and above them. */

import { draw, make } from "../elements.js";
import { sidesOf } from "../game/puzzle.js";

const LABEL_COLUMNS = 2;
const HEAD_ROWS = 2;

export class TablePainter {
  /**
   * @param {HTMLElement} host @param {import("../game/puzzle.js").Puzzle} puzzle
   * @param {import("./labels.js").Labels} labels
   */
  constructor(host, puzzle, labels) {
    this.puzzle = puzzle;
    this.labels = labels;
    /** @type {Map<string, HTMLElement>} */
    this.cells = new Map();
    this.drawn = new Map();
    this.heads = { rows: [], columns: [] };
    const { categories } = puzzle.view.layout;
    this.sides = sidesOf(puzzle.view.layout);
    this.count = Object.values(categories)[0].length;
    this.grid = make("div", { role: "grid", class: "tables", "aria-label": labels.board() });
    this.grid.setAttribute("aria-multiselectable", "true");
    this.grid.style.gridTemplateColumns = `auto auto ${this.tracks(this.sides.top.length)}`;
    this.grid.style.gridTemplateRows = `auto auto ${this.tracks(this.sides.side.length)}`;
    this.grid.append(this.headLine(), ...this.lines(), ...this.categoryNames(), ...this.frames());
    host.replaceChildren(make("div", { class: "tables-room" }, this.grid));
    host.style.setProperty("--columns", this.count * this.sides.top.length);
    host.style.setProperty("--rows", this.count * this.sides.side.length);
    host.dataset.form = "staircase";
  }

  /** A track for each value of a category, and a small one between categories. */
  tracks(categories) {
    return Array(categories).fill(`repeat(${this.count}, var(--cell))`).join(" var(--between) ");
  }

  /** The track of the `at`-th value, counted over all categories: the small ones lie between. */
  track(at, before) {
    return before + 1 + at + Math.floor(at / this.count);
  }

  headLine() {
    const heads = this.sides.top.flatMap((category) =>
      this.puzzle.view.layout.categories[category].map((value) => [category, value]),
    );
    const line = make("div", { role: "row", class: "line" });
    line.append(make("span", { role: "gridcell", class: "corner-cell", "aria-hidden": "true" }));
    heads.forEach(([category, value], at) => {
      const text = make("span", {}, value);
      const head = make("div", { role: "columnheader", class: "column-head", title: value }, text);
      head.setAttribute("aria-label", `${category}: ${value}`);
      place(head, HEAD_ROWS, this.track(at, LABEL_COLUMNS));
      this.heads.columns.push(head);
      line.append(head);
    });
    return line;
  }

  lines() {
    const rows = this.sides.side.flatMap((category) =>
      this.puzzle.view.layout.categories[category].map((value) => [category, value]),
    );
    return this.puzzle.lines.map((names, row) => {
      const [category, value] = rows[row];
      const head = make("div", { role: "rowheader", class: "row-head", title: value }, make("span", {}, value));
      head.setAttribute("aria-label", `${category}: ${value}`);
      place(head, this.track(row, HEAD_ROWS), LABEL_COLUMNS);
      this.heads.rows.push(head);
      const cells = names.flatMap((name, column) => (name === null ? [] : [this.cell(name, row, column)]));
      return make("div", { role: "row", class: "line" }, head, ...cells);
    });
  }

  cell(name, row, column) {
    const cell = make("div", { role: "gridcell", class: "cell", "data-name": name, tabindex: "-1" });
    place(cell, this.track(row, HEAD_ROWS), this.track(column, LABEL_COLUMNS));
    this.cells.set(name, cell);
    return cell;
  }

  categoryNames() {
    const above = this.sides.top.map((category, at) => {
      const name = make("div", { class: "category above", "aria-hidden": "true", title: category }, category);
      place(name, 1, this.track(at * this.count, LABEL_COLUMNS), 1, this.count);
      return name;
    });
    const beside = this.sides.side.map((category, at) => {
      const text = make("span", {}, category);
      const name = make("div", { class: "category beside", "aria-hidden": "true", title: category }, text);
      place(name, this.track(at * this.count, HEAD_ROWS), 1, this.count, 1);
      return name;
    });
    return [...above, ...beside];
  }

  /** The frame around each table. */
  frames() {
    const { side, top } = this.sides;
    return side.flatMap((_, row) =>
      top.slice(0, top.length - row).map((_unused, column) => {
        const frame = make("div", { class: "frame", "aria-hidden": "true" });
        const [y, x] = [row * this.count, column * this.count];
        place(frame, this.track(y, HEAD_ROWS), this.track(x, LABEL_COLUMNS), this.count, this.count);
        return frame;
      }),
    );
  }

  /** @param {import("./board.js").Picture} picture */
  draw(picture) {
    const lit = picture.selection.at === null ? [] : this.puzzle.places.get(picture.selection.at);
    this.heads.rows.forEach((head, row) => head.classList.toggle("lit", row === lit[0]));
    this.heads.columns.forEach((head, column) => head.classList.toggle("lit", column === lit[1]));
    for (const [name, cell] of this.cells) this.drawCell(name, cell, picture);
  }

  drawCell(name, cell, picture) {
    const { digits, game, shown } = picture;
    const hinted = shown && digits[name] === undefined ? [...shown.derived, ...shown.used] : [];
    const told = hinted.find((fact) => fact.name === name)?.value ?? null;
    const content = { digit: digits[name] ?? null, told, colour: game.colour[name] ?? null };
    const looks = this.looks(name, content, picture);
    const label = this.labels.link(name, content, looks);
    const key = JSON.stringify([content, looks]);
    if (this.drawn.get(name) === key) return;
    this.drawn.set(name, key);
    cell.className = ["cell", ...looks].join(" ");
    cell.setAttribute("aria-label", label);
    cell.setAttribute("aria-selected", String(looks.includes("chosen")));
    if (looks.includes("conflict")) cell.setAttribute("aria-invalid", "true");
    else cell.removeAttribute("aria-invalid");
    const value = content.digit ?? content.told;
    cell.replaceChildren(...(value === null ? [] : [mark(value === 1, content.digit === null)]));
  }

  looks(name, content, { shown, selection, conflicts, seen }) {
    const looks = [];
    if (this.puzzle.isGiven(name)) looks.push("given");
    if (selection.cells.includes(name)) looks.push("chosen");
    if (seen.has(name)) looks.push("seen");
    if (conflicts.has(name)) looks.push("conflict");
    if (content.colour !== null) looks.push(`colour-${content.colour}`);
    if (shown?.area.has(name)) looks.push("area");
    if (shown?.derived.some((fact) => fact.name === name)) looks.push("derived");
    if (shown?.used.some((fact) => fact.name === name)) looks.push("used");
    return looks;
  }
}

function mark(holds, told) {
  const path = holds ? "M8 15.5l4 4.5 8-11" : "M9.5 9.5l9 9m0-9l-9 9";
  const look = `tick ${holds ? "yes" : "no"}${told ? " told" : ""}`;
  return draw("svg", { class: look, viewBox: "0 0 28 28", "aria-hidden": "true" }, draw("path", { d: path }));
}

function place(element, row, column, rows = 1, columns = 1) {
  element.style.gridArea = `${row} / ${column} / span ${rows} / span ${columns}`;
}
