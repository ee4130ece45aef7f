/**
 * What a key or a tap on the chosen cells becomes: the changes of one `changed` event, with those
 * that come by themselves (marks that clean themselves, crosses beside a ✓). Pure.
 *
 * @typedef {import("./game.js").Change} Change
 * @typedef {import("./game.js").Game} Game
 * @typedef {import("./puzzle.js").Puzzle} Puzzle
 * @typedef {{clean: boolean, crosses: boolean}} Automatic which changes come by themselves
 */

import { allDigits } from "./conflicts.js";
import { KEPT_IN, valueAt } from "./game.js";

/** Changes that change nothing are left out; of two for one place the later one holds. */
function effective(game, changes) {
  const last = new Map(changes.map((change) => [`${change[1]} ${change[0]}`, change]));
  return [...last.values()].filter(
    ([name, layer, value]) => JSON.stringify(valueAt(game, name, layer)) !== JSON.stringify(value),
  );
}

/**
 * Write a value into the chosen cells; where all have it already, take it away.
 * @param {Puzzle} puzzle @param {Game} game @param {readonly string[]} cells
 * @param {import("./game.js").Layer} layer @param {Automatic} automatic @returns {Change[]}
 */
export function entered(puzzle, game, cells, layer, value, automatic) {
  if (layer === "colour") return coloured(game, cells, value);
  const open = cells.filter((name) => !puzzle.isGiven(name));
  if (layer === "digit") return placed(puzzle, game, open, value, automatic);
  return marked(game, open.filter((name) => game.digits[name] === undefined), layer, value);
}

function coloured(game, cells, colour) {
  const all = cells.every((name) => game.colour[name] === colour);
  return effective(game, cells.map((name) => [name, "colour", all ? null : colour]));
}

function marked(game, cells, layer, value) {
  const all = cells.every((name) => valueAt(game, name, layer).includes(value));
  const change = all ? without : including;
  return effective(game, cells.map((name) => [name, layer, change(valueAt(game, name, layer), value)]));
}

const without = (marks, value) => marks.filter((mark) => mark !== value);
const including = (marks, value) =>
  [...without(marks, value), value].sort((one, other) => one - other);

function placed(puzzle, game, cells, value, automatic) {
  if (!cells.length) return [];
  const all = cells.every((name) => game.digits[name] === value);
  return written(puzzle, game, cells, all ? null : value, automatic);
}

/** Set cells to a value (null: nothing) with all that comes by itself. @returns {Change[]} */
export function written(puzzle, game, cells, value, automatic) {
  const own = cells.map((name) => [name, "digit", value]);
  const follow = cells.flatMap((name) => following(puzzle, game, name, value, automatic));
  return effective(game, [...follow, ...own]);
}

function following(puzzle, game, name, value, automatic) {
  if (puzzle.isBoard) return automatic.clean && value !== null ? cleaned(puzzle, game, name, value) : [];
  if (!automatic.crosses) return [];
  if (value === 1) return crossed(puzzle, game, name);
  return game.digits[name] === 1 ? uncrossed(game, name) : [];
}

/** The marks of a value vanish wherever it cannot stand any more. */
function cleaned(puzzle, game, name, value) {
  return [...puzzle.peers.get(name)].flatMap((peer) =>
    ["corner", "centre"]
      .filter((layer) => valueAt(game, peer, layer).includes(value))
      .map((layer) => [peer, layer, without(valueAt(game, peer, layer), value)]),
  );
}

/** A ✓ crosses out the rest of its row and column in that table. */
function crossed(puzzle, game, name) {
  return [...puzzle.peers.get(name)]
    .filter((peer) => game.digits[peer] === undefined && !puzzle.isGiven(peer))
    .map((peer) => [peer, "digit", 0]);
}

/** With a ✓ go the crosses that came with it. */
function uncrossed(game, name) {
  return crossesWith(game, name).map((of) => [of, "digit", null]);
}

/** The crosses that came by themselves with a ✓, as far as they still stand. @returns {string[]} */
export function crossesWith(game, name) {
  const came = game.done.findLast((step) =>
    step.changes.some(([of, layer, value]) => of === name && layer === "digit" && value === 1),
  );
  return (came?.changes ?? [])
    .filter(([of, layer, value]) => of !== name && layer === "digit" && value === 0)
    .map(([of]) => of)
    .filter((of) => game.digits[of] === 0);
}

/** On a grid: nothing, ✗, ✓, and nothing again. @returns {Change[]} */
export function cycled(puzzle, game, name, automatic) {
  if (puzzle.isGiven(name)) return [];
  const now = game.digits[name];
  return written(puzzle, game, [name], now === undefined ? 0 : now === 0 ? 1 : null, automatic);
}

/**
 * Empty the chosen cells: what the layer holds first; if there is nothing, whatever else is there.
 * @returns {Change[]}
 */
export function erased(puzzle, game, cells, layer, automatic) {
  const open = cells.filter((name) => !puzzle.isGiven(name));
  for (const each of new Set([layer, "digit", "centre", "corner", "colour"])) {
    const changes =
      each === "digit"
        ? written(puzzle, game, open.filter((name) => game.digits[name] !== undefined), null, automatic)
        : clearedLayer(game, cells, each);
    if (changes.length) return changes;
  }
  return [];
}

function clearedLayer(game, cells, layer) {
  const empty = layer === "colour" ? null : [];
  return effective(game, cells.map((name) => [name, layer, empty]));
}

/** Every value that the plain rules leave, as marks in the centre of each open cell. @returns {Change[]} */
export function filledCandidates(puzzle, game) {
  const digits = allDigits(puzzle, game);
  const open = puzzle.names.filter((name) => digits[name] === undefined);
  return effective(game, open.map((name) => [name, "centre", candidatesOf(puzzle, digits, name)]));
}

/** The values that neither a digit in sight nor the sum of a cage forbids. */
export function candidatesOf(puzzle, digits, name) {
  const seen = new Set([...puzzle.peers.get(name)].map((peer) => digits[peer]));
  const open = puzzle.values.get(name).filter((value) => !seen.has(value));
  const cages = puzzle.cages.filter((cage) => cage.sum !== null && cage.names.includes(name));
  return open.filter((value) => cages.every((cage) => sumCanBe(cage, digits, value, puzzle.values.get(name))));
}

/** Whether a cage can reach its sum, all different, once a value is in one of its open cells. */
function sumCanBe(cage, digits, value, values) {
  const there = [value, ...cage.names.map((name) => digits[name]).filter((digit) => digit !== undefined)];
  const rest = cage.sum - there.reduce((sum, digit) => sum + digit, 0);
  return reaches(values.filter((other) => !there.includes(other)), cage.names.length - there.length, rest);
}

/** Whether `count` different ones of these ascending values have this sum. */
function reaches(values, count, sum) {
  if (count === 0) return sum === 0;
  return values.some((value, at) => value <= sum && reaches(values.slice(at + 1), count - 1, sum - value));
}

/**
 * What derived facts change: digits, ✓ and ✗, or candidates that are crossed out.
 * @param {{name: string, value: number, positive: boolean}[]} facts @returns {Change[]}
 */
export function applied(puzzle, game, facts, automatic) {
  const placed = facts.filter((fact) => fact.positive);
  const crossedOut = new Set(facts.filter((fact) => !fact.positive).map((fact) => fact.name));
  return effective(game, [
    ...placed.flatMap((fact) => written(puzzle, game, [fact.name], fact.value, automatic)),
    ...[...crossedOut].map((name) => [name, "centre", remaining(puzzle, game, facts, name)]),
  ]);
}

/** The candidates of a cell without those that the facts cross out. */
function remaining(puzzle, game, facts, name) {
  const marks = valueAt(game, name, "centre");
  const from = marks.length ? marks : candidatesOf(puzzle, allDigits(puzzle, game), name);
  const gone = facts.filter((fact) => fact.name === name && !fact.positive).map((fact) => fact.value);
  return from.filter((value) => !gone.includes(value));
}

/** The changes that lead from one game to another: how to go back in one step. @returns {Change[]} */
export function difference(game, wanted) {
  return Object.entries(KEPT_IN).flatMap(([layer, kept]) => {
    const names = new Set([...Object.keys(game[kept]), ...Object.keys(wanted[kept])]);
    return effective(game, [...names].map((name) => [name, layer, valueAt(wanted, name, layer)]));
  });
}
