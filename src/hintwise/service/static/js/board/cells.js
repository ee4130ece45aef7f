/** Draws a board of square cells: digits, marks, colours, cages, and what a hint points at. */

import { draw, make } from "../elements.js";
import { outline, UNIT, walls } from "./shapes.js";

const CAGE_INSET = 7;

export class CellPainter {
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
    const { height, width } = puzzle.view.layout;
    this.grid = make("div", { role: "grid", class: "cells", "aria-label": labels.board() });
    this.grid.setAttribute("aria-multiselectable", "true");
    this.grid.append(...puzzle.lines.map((line, row) => this.line(line, row)));
    this.over = draw("svg", {
      class: "lines", viewBox: `0 0 ${width * UNIT} ${height * UNIT}`, "aria-hidden": "true",
    });
    this.over.append(...this.fixedLines(), ...(this.moving = this.movingLines()));
    const square = make("div", { class: "square" }, this.grid, this.over);
    host.replaceChildren(numbers("column-numbers", width), numbers("row-numbers", height), square);
    host.style.setProperty("--columns", width);
    host.style.setProperty("--rows", height);
    host.dataset.form = "board";
    host.dataset.size = String(Math.max(width, height));
    host.dataset.kind = puzzle.view.kind;
  }

  line(line, row) {
    const cells = line.map((name, column) => {
      if (name === null) return make("div", { role: "presentation", class: "hole" });
      const cell = make("div", { role: "gridcell", class: "cell", "data-name": name, tabindex: "-1" });
      cell.setAttribute("aria-colindex", String(column + 1));
      this.cells.set(name, cell);
      return cell;
    });
    return make("div", { role: "row", class: "line", "aria-rowindex": row + 1 }, ...cells);
  }

  fixedLines() {
    const { puzzle } = this;
    const { height, width, regions } = puzzle.view.layout;
    const region = ([row, column]) => regions[row]?.[column];
    const inside = ([row, column]) => row >= 0 && column >= 0 && row < height && column < width;
    const labelled = puzzle.cages.filter((cage) => cage.label);
    return [
      draw("path", { class: "thin", d: walls(height, width, (one, other) => inside(one) && inside(other)) }),
      draw("path", { class: "cage", d: puzzle.cages.map((cage) => this.around(cage.names, CAGE_INSET)).join("") }),
      draw("path", {
        class: "wall",
        d: walls(height, width, (one, other) => inside(one) !== inside(other) || region(one) !== region(other)),
      }),
      ...labelled.map((cage) => this.cageLabel(cage)),
    ];
  }

  cageLabel({ names, label }) {
    const first = names.map((name) => this.puzzle.places.get(name)).sort(([r, c], [s, d]) => r - s || c - d)[0];
    return draw("text", { class: "cage-label", x: first[1] * UNIT + 5, y: first[0] * UNIT + 24 }, label);
  }

  movingLines() {
    this.edges = draw("path", { class: "rule-edge" });
    this.chosen = draw("path", { class: "chosen-edge" });
    this.rings = draw("g", { class: "rings" });
    return [this.edges, this.rings, this.chosen];
  }

  around(names, inset) {
    return outline(names.map((name) => this.puzzle.places.get(name)).filter(Boolean), inset);
  }

  /** @param {import("./board.js").Picture} picture */
  draw(picture) {
    for (const [name, cell] of this.cells) this.drawCell(name, cell, picture);
    this.chosen.setAttribute("d", this.around(picture.selection.cells, 4));
    const { shown } = picture;
    const areas = shown?.rules.length ? shown.rules.map((rule) => rule.variables) : [[...(shown?.area ?? [])]];
    this.edges.setAttribute("d", areas.map((names) => this.around(names, 6)).join(""));
    this.rings.replaceChildren(
      ...[...(shown?.used ?? [])].map((fact) => this.ring(fact)),
      ...[...new Set((shown?.derived ?? []).map((fact) => fact.name))].flatMap((name) => this.frame(name)),
    );
  }

  ring({ name }) {
    const [row, column] = this.puzzle.places.get(name);
    return draw("circle", { class: "used-ring", cx: (column + 0.5) * UNIT, cy: (row + 0.5) * UNIT, r: 43 });
  }

  frame(name) {
    const [row, column] = this.puzzle.places.get(name);
    return [5, 13].map((inset) =>
      draw("rect", {
        class: "derived-frame", x: column * UNIT + inset, y: row * UNIT + inset, rx: 5,
        width: UNIT - 2 * inset, height: UNIT - 2 * inset,
      }),
    );
  }

  drawCell(name, cell, picture) {
    const content = this.content(name, picture);
    const looks = this.looks(name, content, picture);
    const label = this.labels.cell(name, content, looks);
    const key = JSON.stringify([content, looks, label]);
    if (this.drawn.get(name) === key) return;
    this.drawn.set(name, key);
    cell.className = ["cell", ...looks].join(" ");
    cell.setAttribute("aria-label", label);
    cell.setAttribute("aria-selected", String(looks.includes("chosen")));
    if (looks.includes("conflict")) cell.setAttribute("aria-invalid", "true");
    else cell.removeAttribute("aria-invalid");
    cell.replaceChildren(...this.parts(content));
  }

  /** What stands in a cell; in an open one also what a hint derives, or takes as derived before. */
  content(name, { digits, game, shown, same }) {
    const hinted = shown && digits[name] === undefined ? [...shown.derived, ...shown.used] : [];
    const facts = hinted.filter((fact) => fact.name === name);
    return {
      digit: digits[name] ?? null,
      told: facts.find((fact) => fact.positive)?.value ?? null,
      struck: facts.filter((fact) => !fact.positive).map((fact) => fact.value),
      corner: game.corner[name] ?? [],
      centre: game.centre[name] ?? [],
      colour: game.colour[name] ?? null,
      same,
    };
  }

  looks(name, content, picture) {
    const { digits, shown, selection, conflicts, same, seen } = picture;
    const looks = [];
    if (this.puzzle.isGiven(name)) looks.push("given");
    if (selection.cells.includes(name)) looks.push("chosen");
    if (seen.has(name)) looks.push("seen");
    if (same !== null && (digits[name] === same)) looks.push("same");
    if (conflicts.has(name)) looks.push("conflict");
    if (content.colour !== null) looks.push(`colour-${content.colour}`);
    if (shown?.area.has(name)) looks.push("area");
    if (shown?.derived.some((fact) => fact.name === name)) looks.push("derived");
    return looks;
  }

  parts({ digit, told, struck, corner, centre, same }) {
    if (digit !== null) return [make("span", { class: "digit" }, this.puzzle.symbol(digit))];
    if (told !== null) return [make("span", { class: "digit told" }, this.puzzle.symbol(told))];
    const parts = [];
    if (corner.length) {
      const marks = corner.map((value, at) =>
        make("span", { class: `mark at-${at}${value === same ? " same" : ""}` }, this.puzzle.symbol(value)),
      );
      parts.push(make("span", { class: corner.length > 8 ? "corner flow" : "corner" }, ...marks));
    }
    const values = [...new Set([...centre, ...struck])].sort((one, other) => one - other);
    if (values.length) {
      const look = (value) => (struck.includes(value) ? "mark struck" : value === same ? "mark same" : "mark");
      const marks = values.map((value) => make("span", { class: look(value) }, this.puzzle.symbol(value)));
      const many = values.length > 9 ? "crowded" : values.length > 5 ? "many" : "few";
      parts.push(make("span", { class: `centre ${many}` }, ...marks));
    }
    return parts;
  }
}

function numbers(look, count) {
  const all = Array.from({ length: count }, (_, at) => make("span", {}, String(at + 1)));
  return make("div", { class: look, "aria-hidden": "true" }, ...all);
}
