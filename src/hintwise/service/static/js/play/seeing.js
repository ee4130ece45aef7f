/** Keeps an answer on the screen together with what it speaks of on the board. */

/** A board that takes more of the screen than this leaves no room for an answer below it. */
const MOST_OF_SCREEN = 0.6;
const ROOM = 12;

/**
 * @param {HTMLElement} card @param {HTMLElement} board
 * @param {import("../board/board.js").Shown|null|undefined} shown what the answer points at
 */
export function bringIntoView(card, board, shown) {
  const isSheet = getComputedStyle(card).position === "fixed";
  document.documentElement.style.scrollPaddingBottom = isSheet ? `${card.offsetHeight + ROOM}px` : "";
  if (isSheet) showCells(board, shown);
  else showBelow(card, board);
}

/** The sheet lies over the page: what it points at is brought above it. */
function showCells(board, shown) {
  if (!shown) return;
  const told = [...shown.derived, ...shown.used].map(({ name }) => name);
  const names = told.length ? told.slice(0, 1) : [...shown.area];
  // The first one last: if not all can be seen, it begins at the top.
  for (const name of [names.at(-1), names[0]]) {
    const cell = board.querySelector(`[data-name="${CSS.escape(name ?? "")}"]`);
    cell?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
}

/** An answer below the board is scrolled to only as far as the board stays in sight. */
function showBelow(card, board) {
  const [above, below] = [board.getBoundingClientRect(), card.getBoundingClientRect()];
  const isBeside = below.top < above.bottom;
  if (isBeside || above.height > MOST_OF_SCREEN * innerHeight) return card.scrollIntoView({ block: "nearest" });
  const hidden = Math.max(0, below.bottom + ROOM - innerHeight);
  scrollBy(0, Math.min(hidden, above.top - ROOM));
}
