/**
 * Which cells are chosen, and which of them the keyboard is at. Pure: each change gives a new value.
 *
 * @typedef {{cells: readonly string[], at: string|null}} Selection
 */

/** @type {Selection} */
export const NOTHING = { cells: [], at: null };

export const only = (name) => ({ cells: [name], at: name });

/** The selection with one more cell. */
export function withCell(selection, name) {
  return { cells: [...selection.cells.filter((cell) => cell !== name), name], at: name };
}

/** The selection with the cell, or without it if it was there. */
export function toggled(selection, name) {
  if (!selection.cells.includes(name)) return withCell(selection, name);
  return { cells: selection.cells.filter((cell) => cell !== name), at: name };
}

export function everything(puzzle, selection) {
  return { cells: puzzle.names.slice(), at: selection.at ?? puzzle.names[0] };
}

/**
 * Go a cell on, around the edge if need be, over places where there is none.
 * @param {import("./puzzle.js").Puzzle} puzzle
 * @param {[number, number]} way rows and columns to go, one of them 0
 */
export function moved(puzzle, selection, way, extend = false) {
  const start = selection.at ?? firstName(puzzle);
  if (selection.at === null) return only(start);
  const next = neighbour(puzzle, start, way);
  return extend ? withCell(selection, next) : only(next);
}

/** To the end of a row ("Home", "End"), or of the whole board with `far`. */
export function jumped(puzzle, selection, end, far, extend = false) {
  const [row] = puzzle.places.get(selection.at ?? firstName(puzzle));
  const lines = far ? puzzle.lines.flat() : puzzle.lines[row];
  const names = lines.filter((name) => name !== null);
  const next = end ? names[names.length - 1] : names[0];
  return extend ? withCell(selection, next) : only(next);
}

const firstName = (puzzle) => puzzle.lines.flat().find((name) => name !== null);

function neighbour(puzzle, name, [down, right]) {
  const height = puzzle.lines.length;
  const width = puzzle.lines[0].length;
  let [row, column] = puzzle.places.get(name);
  for (let tried = 0; tried < height * width; tried += 1) {
    row = (row + down + height) % height;
    column = (column + right + width) % width;
    const found = puzzle.lines[row][column];
    if (found !== null) return found;
  }
  return name;
}
