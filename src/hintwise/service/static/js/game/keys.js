/**
 * What a key does, as players know it. Pure: an event in, an action out, null if it is not ours.
 *
 * @typedef {{do: string, [detail: string]: any}} Action
 */

const WAYS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
export const MODES = /** @type {const} */ (["digit", "corner", "centre", "colour"]);
const MODE_KEYS = { z: "digit", x: "corner", c: "centre", v: "colour" };
const TICKS = { 1: 1, y: 1, "+": 1, z: 1, enter: 1, 0: 0, x: 0, n: 0, "-": 0 };

/**
 * @param {KeyboardEvent} event
 * @param {import("./puzzle.js").Puzzle} puzzle
 * @returns {Action|null}
 */
export function actionOf(event, puzzle) {
  const control = event.ctrlKey || event.metaKey;
  const key = event.key.toLowerCase();
  return (
    travel(event, control) ??
    (control ? command(key, event.shiftKey) : null) ??
    (event.altKey ? null : writing(event, key, control, puzzle) ?? (control ? null : plain(event.key, key, puzzle)))
  );
}

function travel(event, control) {
  if (event.altKey) return null;
  const extend = event.shiftKey || (control && event.key in WAYS);
  if (event.key in WAYS) return { do: "move", way: WAYS[event.key], extend };
  if (event.key === "Home" || event.key === "End")
    return { do: "jump", end: event.key === "End", far: control, extend: event.shiftKey };
  return null;
}

function command(key, shift) {
  if (key === "z") return { do: shift ? "redo" : "undo" };
  if (key === "y") return { do: "redo" };
  if (key === "a") return { do: "all" };
  return null;
}

/** A value: with Shift a corner mark, with Ctrl a centre mark. On grids ✓ and ✗. */
function writing(event, key, control, puzzle) {
  if (!puzzle.isBoard) {
    if (control) return null;
    return key in TICKS ? { do: "write", value: TICKS[key] } : null;
  }
  const value = puzzle.valueOf(character(event));
  if (value === null) return null;
  const layer = control ? "centre" : event.shiftKey ? "corner" : null;
  return { do: "write", value, layer };
}

/** With Shift a digit key gives another character: the key itself tells which digit it is. */
function character(event) {
  return /^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1] ?? event.key;
}

function plain(name, key, puzzle) {
  if (name === "?") return { do: "hint" };
  if (name === "Backspace" || name === "Delete") return { do: "erase" };
  if (name === "Escape") return { do: "none" };
  if (name === " ") return { do: "space" };
  if (puzzle.isBoard && key in MODE_KEYS) return { do: "mode", mode: MODE_KEYS[key] };
  return null;
}
