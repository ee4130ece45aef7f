// My puzzles: go on, have every step explained, or delete.

import { get, remove } from "../api.js";
import { byId, make } from "../elements.js";
import { problemText, toast } from "../live.js";
import { forgetGame } from "../play/kept.js";
import { preview } from "../preview.js";
import { progressBar, progressText } from "../progress.js";
import { shareSteps } from "../sharing.js";
import { titled } from "../titles.js";
import { ago, say } from "../words.js";
import { isWanted } from "../confirming.js";

export async function showGames() {
  let games = [];
  try {
    games = await get("/games");
  } catch (error) {
    toast(problemText(error));
  }
  byId("my-games").replaceChildren(...games.map(item));
  byId("no-games").hidden = games.length > 0;
}

/** @param {any} game */
function item(game) {
  const title = titled(game.title) || say(`base.kinds.${game.kind}`);
  return make("li.card.my-game", {},
    preview({ kind: game.kind, text: game.puzzle }),
    make("div.game-about", {},
      make("h3.game-name", {}, title),
      make("p.soft.small", {}, `${game.solved ? say("start.continue.solved") : progressText(game)} · ${ago(game.changed_at)}`),
      progressBar(game),
      make("div.row", {},
        make("a.button.button-small", { href: `/play/${game.id}`, "aria-label": say(game.solved ? "start.continue.look" : "start.continue.resume", { title }) }, say(game.solved ? "me.games.look" : "me.games.resume")),
        make("button.button.button-small", { type: "button", "aria-label": say("base.steps.of", { title }), onclick: () => explain(game) }, say("me.games.steps")),
        make("button.button.button-small.button-quiet", { type: "button", "aria-label": say("me.games.delete_one", { title }), onclick: () => forget(game, title) }, say("base.delete")),
      ),
    ),
  );
}

/** A page with every step, after saying who can open it. @param {any} game */
async function explain(game) {
  const texts = [say("base.steps.about"), say("base.steps.public")];
  const question = { title: say("base.steps.title"), texts, yes: say("base.steps.make"), harmless: true };
  if (!(await isWanted(question))) return;
  try {
    await shareSteps((await get(`/games/${game.id}`)).puzzle);
  } catch (error) {
    toast(problemText(error));
  }
}

/** @param {any} game @param {string} title */
async function forget(game, title) {
  const question = { title: say("me.games.delete_one", { title }), texts: [say("me.games.delete_about")], yes: say("base.delete") };
  if (!(await isWanted(question))) return;
  const at = [...byId("my-games").querySelectorAll("li")].findIndex((one) => one.contains(document.activeElement));
  try {
    await remove(`/games/${game.id}`);
    await forgetGame(game.id);
    toast(say("me.games.deleted", { title }));
  } catch (error) {
    toast(problemText(error));
  }
  await showGames();
  // The keyboard goes on at the puzzle that took the place of the one that is gone.
  const links = [...byId("my-games").querySelectorAll("a")];
  (links[at] ?? links.at(-1) ?? byId("games-title")).focus();
}
