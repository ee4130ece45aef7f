// Which kind of puzzle to teach, and how much was taught already.

import { get, Problem } from "./api.js";
import { preview } from "./preview.js";
import { pageData, sayCounted } from "./words.js";

const SAMPLES = {
  sudoku: { kind: "sudoku", text: "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79" },
  killer_sudoku: { kind: "killer_sudoku", text: "................\n5 = r1c1 + r2c1\n7 = r1c2 + r1c3 + r2c2\n3 = r1c4 + r2c4\n6 = r2c3 + r3c3 + r3c4\n4 = r3c1 + r3c2\n9 = r4c1 + r4c2 + r4c3\n3 = r4c4" },
  logic_grid: { kind: "logic_grid", size: "4x4" },
};

for (const place of document.querySelectorAll("[data-kind]")) place.append(preview(SAMPLES[place.dataset.kind]));
for (const kind of pageData.kinds) showAnswers(kind);

/** @param {string} kind */
async function showAnswers(kind) {
  try {
    const { answers } = await get(`/profiles/${kind}`);
    if (answers) document.querySelector(`[data-answers="${kind}"]`).textContent = sayCounted("teach.answers", answers);
  } catch (error) {
    // How many answers there are is no more than a courtesy.
    if (!(error instanceof Problem)) throw error;
  }
}
