/** What on the board cannot be right by the plain rules; nothing is known of the solution here. */

/**
 * @param {import("./puzzle.js").Puzzle} puzzle
 * @param {Object<string, number>} digits givens and entries
 * @returns {Set<string>} the variables that clash with another one
 */
export function conflictsOf(puzzle, digits) {
  const wrong = new Set();
  for (const group of puzzle.groups) {
    const clash = puzzle.isBoard ? repeated(group, digits) : crowded(group, digits);
    for (const name of clash) wrong.add(name);
  }
  for (const cage of puzzle.cages) if (missesSum(cage, digits)) cage.names.forEach((name) => wrong.add(name));
  return wrong;
}

/** The digits of a board with the givens. */
export function allDigits(puzzle, game) {
  return { ...game.digits, ...puzzle.givens };
}

/** Whether all that a player has to fill in is there: every cell, or every ✓ of the first category. */
export function isComplete(puzzle, digits) {
  if (puzzle.isBoard) return puzzle.names.every((name) => digits[name] !== undefined);
  const first = Object.keys(puzzle.view.layout.categories)[0];
  return puzzle.groups
    .filter((group) => group.every((name) => puzzle.link(name).some(([category]) => category === first)))
    .every((group) => group.some((name) => digits[name] === 1));
}

function repeated(group, digits) {
  const seen = new Map();
  for (const name of group) {
    const value = digits[name];
    if (value !== undefined) seen.set(value, [...(seen.get(value) ?? []), name]);
  }
  return [...seen.values()].filter((names) => names.length > 1).flat();
}

/** Of a row of a table: two ✓, or nothing but ✗. */
function crowded(group, digits) {
  const held = group.filter((name) => digits[name] === 1);
  if (held.length > 1) return held;
  return group.every((name) => digits[name] === 0) ? group : [];
}

function missesSum(cage, digits) {
  if (cage.sum === null) return false;
  const filled = cage.names.map((name) => digits[name]).filter((value) => value !== undefined);
  const sum = filled.reduce((total, value) => total + value, 0);
  return filled.length === cage.names.length ? sum !== cage.sum : sum > cage.sum;
}
