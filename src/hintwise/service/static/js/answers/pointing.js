/** What a hint or a step points at, as the board draws it. */

/**
 * @param {import("../game/puzzle.js").Puzzle} puzzle
 * @param {{variables?: string[], facts?: string[], constraints?: string[], derived?: string[]}} given
 * @returns {import("../board/board.js").Shown & {clues: Set<string>}}
 */
export function pointingAt(puzzle, { variables = [], facts = [], constraints = [], derived = [] }) {
  const rules = constraints.map((name) => puzzle.rules.get(name)).filter(Boolean);
  const clues = puzzle.view.clues.map((clue) => clue.name).filter((name) => constraints.includes(name));
  // On a grid a rule is about whole tables: to hatch them all would say nothing.
  const ruled = puzzle.isBoard ? rules : [];
  return {
    area: new Set([...variables, ...ruled.flatMap((rule) => rule.variables)]),
    rules: ruled,
    used: facts.map((text) => puzzle.readFact(text)).filter(Boolean),
    derived: derived.map((text) => puzzle.readFact(text)).filter(Boolean),
    clues: new Set(clues),
  };
}

/** A whole step: its facts and rules, and what follows. */
export function pointingAtStep(puzzle, step) {
  return pointingAt(puzzle, { facts: step.facts, constraints: step.constraints, derived: derivedBy(step) });
}

/** All that follows from a step; nothing if it ends in a broken rule. @returns {string[]} */
export function derivedBy(step) {
  return [step.derived, ...(step.also ?? [])].filter(Boolean);
}
