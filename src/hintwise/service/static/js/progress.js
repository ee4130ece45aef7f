// How far a game is, in words and as a bar.

import { make } from "./elements.js";
import { say } from "./words.js";

/** @param {{filled: number, of: number | null}} game how much is to be filled may not be known */
export function progressText({ filled, of }) {
  return of ? say("start.continue.progress", { filled, of }) : say("start.continue.progress_open", { filled });
}

/** @param {{filled: number, of: number | null, solved: boolean}} game */
export function progressBar(game) {
  if (!game.of) return null;
  const value = game.solved ? game.of : game.filled;
  return make("progress", { max: game.of, value, "aria-label": progressText(game) });
}
