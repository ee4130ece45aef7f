// My games that go on, newest first.

import { get, Problem } from "../api.js";
import { byId, make } from "../elements.js";
import { preview } from "../preview.js";
import { progressBar } from "../progress.js";
import { titled } from "../titles.js";
import { ago, say } from "../words.js";

const MOST = 3;

export async function showGames() {
  const games = await myGames();
  const open = games.filter((game) => !game.solved);
  if (!open.length) return;
  byId("games").replaceChildren(...open.slice(0, MOST).map(item));
  byId("all-games").hidden = games.length <= MOST;
  byId("continue").hidden = false;
}

/** @returns {Promise<any[]>} none if nobody is known here, which a first visit is */
async function myGames() {
  try {
    const games = await get("/games");
    return [...games].sort((one, other) => other.changed_at.localeCompare(one.changed_at));
  } catch (error) {
    if (error instanceof Problem) return [];
    throw error;
  }
}

/** @param {any} game */
function item(game) {
  const title = titled(game.title) || say(`base.kinds.${game.kind}`);
  return make("li", {},
    make("a.card", { href: `/play/${game.id}` },
      preview({ kind: game.kind, text: game.puzzle }),
      make("span.game-text", {},
        make("span.unseen", {}, say("start.continue.resume", { title })),
        make("span.game-name", { "aria-hidden": "true" }, title),
        progressBar(game),
        make("span.soft.small", {}, ago(game.changed_at)),
      ),
    ),
  );
}
