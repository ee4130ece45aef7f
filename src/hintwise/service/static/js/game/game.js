/**
 * A game is what its events make of it: the same reducer as `hintwise.store.games`, tested on the
 * same cases. Nothing else changes a game.
 *
 * @typedef {"digit"|"corner"|"centre"|"colour"} Layer
 * @typedef {[string, Layer, any]} Change a variable, a layer, and the value after the change
 * @typedef {{id: string, kind: string, body: any, position?: number}} Event
 * @typedef {{event: string, changes: Change[], before: Change[], by: string}} Step one step of undo,
 *   and the id of the event that made it
 * @typedef {{digits: Object<string, number>, corner: Object<string, number[]>,
 *   centre: Object<string, number[]>, colour: Object<string, number>, done: Step[], undone: Step[],
 *   hints: number, seconds: number, solved: boolean, helps: Object<string, any>}} Game
 */

/** Where the values of each layer are kept; what is empty is not there. */
export const KEPT_IN = { digit: "digits", corner: "corner", centre: "centre", colour: "colour" };

/** @returns {Game} */
export function newGame() {
  return {
    digits: {}, corner: {}, centre: {}, colour: {},
    done: [], undone: [], hints: 0, seconds: 0, solved: false, helps: {},
  };
}

/** What a cell holds in a layer; null or an empty list if nothing. */
export function valueAt(game, name, layer) {
  const value = game[KEPT_IN[layer]][name];
  return value ?? (layer === "corner" || layer === "centre" ? [] : null);
}

/**
 * The game after one more event. An unknown kind changes nothing.
 * @param {Game} game
 * @param {Event} event
 * @returns {Game}
 */
export function reduce(game, event) {
  return Object.hasOwn(REDUCERS, event.kind) ? REDUCERS[event.kind](game, event.body, event.id) : game;
}

const REDUCERS = {
  started: (_, { entries = [], notes = {} }) => {
    const written = entries.map(entryOf).filter((entry) => entry !== null);
    const marks = Object.entries(notes).map(([name, values]) => [name, "centre", values]);
    return withChanges(newGame(), [...written, ...marks]).game;
  },
  changed: (game, { changes, by = "me" }, event) => {
    const after = withChanges(game, changes);
    const step = { event, changes: after.changes, before: after.before, by };
    return { ...after.game, done: [...game.done, step], undone: [] };
  },
  undone: (game, body) => {
    const step = game.done.at(-1);
    if (!step || !isMeant(step, body)) return game;
    const back = withChanges(game, step.before.slice().reverse()).game;
    return { ...back, done: game.done.slice(0, -1), undone: [...game.undone, step] };
  },
  redone: (game, body) => {
    const step = game.undone.at(-1);
    if (!step || !isMeant(step, body)) return game;
    const again = withChanges(game, step.changes).game;
    return { ...again, done: [...game.done, step], undone: game.undone.slice(0, -1) };
  },
  hinted: (game) => ({ ...game, hints: game.hints + 1 }),
  ticked: (game, { seconds }) => ({ ...game, seconds: Math.max(game.seconds, seconds) }),
  solved: (game, { seconds = 0 }) => ({ ...game, seconds: Math.max(game.seconds, seconds), solved: true }),
  set: (game, { helps = {} }) => ({ ...game, helps: { ...game.helps, ...helps } }),
};

/**
 * Whether an event takes back or repeats this step; one that names none means any. If another device
 * was first with another move, that move stays.
 */
function isMeant(step, { event }) {
  return event === undefined || event === null || event === step.event;
}

/** Later changes see the earlier ones; those of unknown layers are left out. */
function withChanges(game, asked) {
  const changes = asked.filter(([, layer]) => Object.hasOwn(KEPT_IN, layer));
  const next = { ...game };
  for (const layer of new Set(changes.map((change) => change[1]))) next[KEPT_IN[layer]] = { ...next[KEPT_IN[layer]] };
  const before = changes.map(([name, layer, value]) => {
    const kept = next[KEPT_IN[layer]];
    const old = kept[name] ?? null;
    if (value === null || value.length === 0) delete kept[name];
    else kept[name] = value;
    return [name, layer, old];
  });
  return { game: next, changes, before };
}

/**
 * The change that an entry of a pasted text stands for: `r1c1=5`, `Ada = rye`, `not Ada = rye`.
 * Facts such as `r1c1≠5` write nothing.
 */
function entryOf(text) {
  const digit = /^([^\s=≠≥≤]+)=(-?\d+)$/.exec(text);
  if (digit) return [digit[1], "digit", Number(digit[2])];
  if (/[≠≥≤]/.test(text)) return null;
  return text.startsWith("not ") ? [text.slice(4), "digit", 0] : [text, "digit", 1];
}
