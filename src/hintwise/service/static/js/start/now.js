// Straight into a puzzle, for whoever has none at hand.

import { byId } from "../elements.js";
import { pageData } from "../words.js";
import { playFromLibrary } from "./opening.js";

/** The kinds that a button at the top of the page begins, and the size that most people know. */
const KINDS = { sudoku: "9x9", logic_grid: "3x3" };

export function listenToNow() {
  for (const [kind, size] of Object.entries(KINDS)) {
    const easy = pageData.library.filter(
      (puzzle) => puzzle.kind === kind && puzzle.size === size && puzzle.grade === "easy",
    );
    const button = byId(`play-${kind}`);
    button.addEventListener("click", () => {
      playFromLibrary(button, easy[Math.floor(Math.random() * easy.length)]);
    });
  }
}
