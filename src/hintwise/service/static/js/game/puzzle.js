/**
 * A puzzle as the server's view describes it, made handy: who lies where, who must differ from whom.
 *
 * @typedef {{name: string, group: string, variables: string[], text: string}} Rule
 * @typedef {{kind: string, form: "board"|"staircase", title: string, story: string, question: {text: string}|null, layout: any,
 *   variables: {name: string, values: number[]}[], symbols: Object<string, string>,
 *   facts?: Object<string, [string, number]>, givens: Object<string, number>, rules: Rule[],
 *   clues: {name: string, text: string}[]}} View
 * @typedef {{name: string, row: number, column: number}} Place from 0, for moving around
 */

const ALL_DIFFERENT = new Set(["row", "col", "block", "cage", "diagonal"]);

export class Puzzle {
  /** @param {View} view */
  constructor(view) {
    this.view = view;
    this.isBoard = view.form === "board";
    /** @type {string[]} */
    this.names = view.variables.map((variable) => variable.name);
    /** @type {Map<string, number[]>} */
    this.values = new Map(view.variables.map((variable) => [variable.name, variable.values]));
    this.givens = view.givens;
    this.rules = new Map(view.rules.map((rule) => [rule.name, rule]));
    /** @type {(string|null)[][]} the variables row by row; null where there is none */
    this.lines = this.isBoard ? boardLines(view.layout) : staircaseLines(view.layout);
    /** @type {Map<string, [number, number]>} */
    this.places = placesOf(this.lines);
    this.groups = this.isBoard ? boardGroups(view) : tableLines(view.layout);
    this.peers = peersOf(this.names, this.groups);
    this.cages = this.isBoard ? cagesOf(view.layout) : [];
  }

  /** The largest value of a board; 1 on a grid. */
  get size() {
    return Math.max(...(this.values.get(this.names[0]) ?? [1]));
  }

  isGiven(name) {
    return name in this.givens;
  }

  /** How a value is written: 10 is A on a board of 16. */
  symbol(value) {
    return this.view.symbols?.[String(value)] ?? String(value);
  }

  /** The value that a typed character stands for, or null. */
  valueOf(character) {
    const typed = character.toUpperCase();
    const values = this.values.get(this.names[0]) ?? [];
    return values.find((value) => this.symbol(value).toUpperCase() === typed) ?? null;
  }

  /**
   * What a fact says: `positive` is false for "not this value". Null if it is about nothing here.
   * @returns {{name: string, value: number, positive: boolean} | null}
   */
  readFact(text) {
    const link = this.view.facts?.[text];
    if (link) return { name: link[0], value: link[1], positive: true };
    const found = /^(.*?)\s*(=|≠|!=)\s*(\d+)$/.exec(text);
    if (!found || !this.values.has(found[1])) return null;
    return { name: found[1], value: Number(found[3]), positive: found[2] === "=" };
  }

  /** The text of a fact that the server reads. */
  writeFact(name, value, positive = true) {
    if (this.isBoard) return `${name}${positive ? "=" : "≠"}${value}`;
    this.texts ??= new Map(
      Object.entries(this.view.facts ?? {}).map(([text, [of, holds]]) => [`${of}\n${holds}`, text]),
    );
    return this.texts.get(`${name}\n${value}`) ?? (value ? name : `not ${name}`);
  }

  /** The two ends of a link of a grid: [[category, value], [category, value]]. */
  link(name) {
    return this.view.layout.links[name];
  }
}

function boardLines(layout) {
  const lines = Array.from({ length: layout.height }, () => Array(layout.width).fill(null));
  for (const [name, [row, column]] of Object.entries(layout.cells)) lines[row - 1][column - 1] = name;
  return lines;
}

/** The categories down the side and along the top, as a staircase has them. */
export function sidesOf(layout) {
  const [first, second, ...others] = Object.keys(layout.categories);
  return { side: [first, ...others.slice().reverse()], top: [second, ...others] };
}

function staircaseLines(layout) {
  const { side, top } = sidesOf(layout);
  const named = namesByLink(layout);
  return side.flatMap((rowCategory, number) =>
    layout.categories[rowCategory].map((rowValue) =>
      top.flatMap((columnCategory, at) =>
        layout.categories[columnCategory].map((columnValue) =>
          at < top.length - number
            ? (named.get(linkKey([rowCategory, rowValue], [columnCategory, columnValue])) ?? null)
            : null,
        ),
      ),
    ),
  );
}

function namesByLink(layout) {
  const named = new Map();
  for (const [name, [one, other]] of Object.entries(layout.links)) {
    named.set(linkKey(one, other), name);
    named.set(linkKey(other, one), name);
  }
  return named;
}

const linkKey = (one, other) => JSON.stringify([one, other]);

function placesOf(lines) {
  const places = new Map();
  lines.forEach((line, row) =>
    line.forEach((name, column) => name !== null && places.set(name, [row, column])),
  );
  return places;
}

function boardGroups(view) {
  return view.rules.filter((rule) => ALL_DIFFERENT.has(rule.group)).map((rule) => rule.variables);
}

/** The rows and the columns of each table of a grid: one link of each holds. */
function tableLines(layout) {
  const lines = new Map();
  for (const [name, [one, other]] of Object.entries(layout.links)) {
    for (const [of, towards] of [[one, other], [other, one]]) {
      const key = JSON.stringify([of, towards[0]]);
      if (!lines.has(key)) lines.set(key, []);
      lines.get(key).push(name);
    }
  }
  return [...lines.values()];
}

function peersOf(names, groups) {
  const peers = new Map(names.map((name) => [name, new Set()]));
  for (const group of groups)
    for (const one of group) for (const other of group) if (one !== other) peers.get(one)?.add(other);
  return peers;
}

function cagesOf(layout) {
  const named = new Map(Object.entries(layout.cells).map(([name, cell]) => [String(cell), name]));
  return layout.cages.map(({ cells, label }) => ({
    names: cells.map((cell) => named.get(String(cell))),
    label,
    sum: /^\d+$/.test(label) ? Number(label) : null,
  }));
}
