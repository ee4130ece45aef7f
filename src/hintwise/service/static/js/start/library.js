// The puzzles that come with hintwise, by kind and difficulty.

import { byId, make } from "../elements.js";
import { preview } from "../preview.js";
import { titled } from "../titles.js";
import { pageData, say, sayCounted } from "../words.js";
import { playFromLibrary } from "./opening.js";

const AT_ONCE = window.matchMedia("(max-width: 480px)").matches ? 6 : 12;

/** @typedef {{name: string, kind: string, title: string, size: string, grade: string, score: number | null, text: string}} LibraryPuzzle */

export function showLibrary() {
  const filters = byId("filters");
  const more = byId("library-more");
  let shown = AT_ONCE;

  const update = () => {
    const chosen = new FormData(filters);
    const graded = pageData.library.some((puzzle) => puzzle.kind === chosen.get("kind") && puzzle.grade);
    const found = wanted(String(chosen.get("kind")), graded ? String(chosen.get("grade")) : "");
    byId("grade-filter").hidden = !graded;
    byId("shelf").replaceChildren(...found.slice(0, shown).map(item));
    byId("library-count").textContent = sayCounted("start.library.count", found.length);
    more.hidden = found.length <= shown;
  };

  filters.addEventListener("change", () => {
    shown = AT_ONCE;
    update();
  });
  filters.addEventListener("submit", (event) => event.preventDefault());
  more.addEventListener("click", () => {
    const next = shown;
    shown += 2 * AT_ONCE;
    update();
    byId("shelf").children[next]?.querySelector("button").focus();
  });
  update();
}

/** The usual size first, and of each size the easy ones. @param {string} kind @param {string} grade any if empty */
function wanted(kind, grade) {
  const found = /** @type {LibraryPuzzle[]} */ (pageData.library).filter(
    (puzzle) => puzzle.kind === kind && (!grade || puzzle.grade === grade),
  );
  const width = (puzzle) => (kind === "logic_grid" ? 0 : Number.parseInt(puzzle.size, 10));
  return found.sort((one, other) => width(other) - width(one) || (one.score ?? 0) - (other.score ?? 0));
}

/** @param {LibraryPuzzle} puzzle */
function item(puzzle) {
  const title = titled(puzzle.title || capitalised(puzzle.name.replaceAll("-", " ")));
  const size = puzzle.size.replace("x", " × ");
  const grade = puzzle.grade ? say(`base.grades.${puzzle.grade}`) : "";
  const label = grade
    ? say("start.library.play", { title, size, grade })
    : say("start.library.play_ungraded", { title, size });
  const button = make("button.card", { type: "button", "aria-label": label, "data-name": puzzle.name, onclick: () => playFromLibrary(button, puzzle) },
    preview(puzzle),
    make("span.shelf-name", {}, title),
    make("span.shelf-about", {},
      make("span", {}, size),
      grade && make(`span.grade.grade-${puzzle.grade}`, {}, grade),
    ),
  );
  return make("li", {}, button);
}

/** @param {string} text */
const capitalised = (text) => text.charAt(0).toUpperCase() + text.slice(1);
