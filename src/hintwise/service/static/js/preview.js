// Small pictures of puzzles, drawn from the text that a puzzle is kept in.

import { draw } from "./elements.js";

const CELL = 10;
const BOXES = { 4: [2, 2], 6: [2, 3], 9: [3, 3], 16: [4, 4] };

/**
 * @param {{kind: string, text?: string, size?: string}} puzzle its cells (and cages) as text, or
 *   the size of a grid as in "4x5"
 * @returns {SVGElement} a picture without a name: whatever it stands beside says what it is
 */
export function preview(puzzle) {
  if (puzzle.kind === "logic_grid") return stairs(...sizesOf(puzzle));
  const [cells, ...lines] = (puzzle.text ?? "").trim().split("\n");
  return board(cells.trim(), lines.map(cageOf).filter((cage) => cage.cells.length));
}

/** @param {{size?: string, text?: string}} puzzle */
function sizesOf(puzzle) {
  const said = /^(\d+)x(\d+)$/.exec(puzzle.size ?? "");
  if (said) return [Number(said[1]), Number(said[2])];
  const table = /\[categories\]([\s\S]*?)(?:\n\[|$)/.exec(puzzle.text ?? "")?.[1] ?? "";
  const lists = [...table.matchAll(/\[([^\]]*)\]/g)].map((list) => list[1].split(",").length);
  return lists.length ? [lists.length, lists[0]] : [4, 4];
}

/** @param {string} line "9 = r1c1 + r2c1" */
function cageOf(line) {
  const cells = [...line.matchAll(/r(\d+)c(\d+)/g)].map((m) => [Number(m[1]) - 1, Number(m[2]) - 1]);
  return { sum: /^\s*(\d+)/.exec(line)?.[1] ?? "", cells };
}

/**
 * @param {string} cells one character each, row by row
 * @param {{sum: string, cells: number[][]}[]} cages
 */
function board(cells, cages) {
  const size = Math.max(1, Math.round(Math.sqrt(cells.length)));
  const [rows, columns] = BOXES[size] ?? [size, size];
  const side = size * CELL;
  const thin = [];
  const thick = [];
  for (let line = 1; line < size; line += 1) {
    (line % columns ? thin : thick).push(`M${line * CELL} 0v${side}`);
    (line % rows ? thin : thick).push(`M0 ${line * CELL}h${side}`);
  }
  const digits = [...cells].map((digit, index) =>
    /[1-9A-W]/.test(digit)
      ? draw("text.preview-digit", { x: ((index % size) + 0.5) * CELL, y: (Math.floor(index / size) + 0.78) * CELL }, digit)
      : null,
  );
  return frame(side, side, [
    draw("rect.preview-paper", { width: side, height: side }),
    draw("path.preview-thin", { d: thin.join("") }),
    ...cages.map((cage) => draw("path.preview-cage", { d: outline(cage.cells) })),
    ...cages.map(({ sum, cells: [[row, column]] }) =>
      draw("text.preview-sum", { x: column * CELL + 1.1, y: row * CELL + 3.6 }, sum),
    ),
    draw("path.preview-thick", { d: thick.join("") }),
    draw("rect.preview-edge", { width: side, height: side }),
    ...digits,
  ]);
}

/** The border of a cage, a little inside of its cells. @param {number[][]} cells */
function outline(cells) {
  const inside = new Set(cells.map(String));
  const has = (row, column) => inside.has(String([row, column]));
  const gap = 0.9;
  const parts = [];
  for (const [row, column] of cells) {
    const [left, top, right, bottom] = [column * CELL, row * CELL, (column + 1) * CELL, (row + 1) * CELL];
    const from = has(row, column - 1) ? left : left + gap;
    const to = has(row, column + 1) ? right : right - gap;
    const above = has(row - 1, column) ? top : top + gap;
    const below = has(row + 1, column) ? bottom : bottom - gap;
    if (!has(row - 1, column)) parts.push(`M${from} ${top + gap}H${to}`);
    if (!has(row + 1, column)) parts.push(`M${from} ${bottom - gap}H${to}`);
    if (!has(row, column - 1)) parts.push(`M${left + gap} ${above}V${below}`);
    if (!has(row, column + 1)) parts.push(`M${right - gap} ${above}V${below}`);
  }
  return parts.join("");
}

/**
 * The staircase of a logic grid.
 * @param {number} categories
 * @param {number} values in each
 */
function stairs(categories, values) {
  const blocks = categories - 1;
  const block = 90 / blocks;
  const cell = block / values;
  const parts = [];
  for (let row = 0; row < blocks; row += 1) {
    for (let column = 0; column < blocks - row; column += 1) {
      const [x, y] = [column * block, row * block];
      const lines = [];
      for (let line = 1; line < values; line += 1) {
        lines.push(`M${x + line * cell} ${y}v${block}M${x} ${y + line * cell}h${block}`);
      }
      const yes = (row * 2 + column * 3) % values;
      parts.push(
        draw("rect.preview-paper", { x, y, width: block, height: block }),
        draw("path.preview-thin", { d: lines.join("") }),
        draw("rect.preview-edge", { x, y, width: block, height: block }),
        draw("circle.preview-yes", { cx: x + (yes + 0.5) * cell, cy: y + ((yes * 2 + row) % values + 0.5) * cell, r: cell * 0.28 }),
      );
    }
  }
  return frame(90, 90, parts);
}

function frame(width, height, parts) {
  return draw("svg.preview", { viewBox: `-1 -1 ${width + 2} ${height + 2}`, "aria-hidden": "true" }, ...parts);
}
