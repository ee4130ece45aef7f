// Being the same person on another device: the token is in the fragment, and a button sends it.

import { get, post, Problem } from "./api.js";
import { byId } from "./elements.js";
import { problemText } from "./live.js";
import { keepChoice } from "./me/choices.js";
import { forgetAllBut } from "./play/kept.js";
import { say } from "./words.js";

const token = decodeURIComponent(window.location.hash.slice(1));
// Neither the history nor somebody who looks over a shoulder should keep it.
window.history.replaceState(null, "", window.location.pathname);

if (token) byId("take").disabled = false;
else tell(say("link.empty"));
byId("take").addEventListener("click", take);
warn();

/** Say so if this browser already has something of its own. */
async function warn() {
  try {
    const me = await get("/me");
    byId("known").hidden = !(me.known && (me.games || me.sessions));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
}

async function take() {
  byId("take").disabled = true;
  try {
    await post("/people/known", { token });
    await forgetAllBut((await get("/games")).map((game) => game.id));
    const settings = await get("/me/settings");
    for (const name of ["language", "theme"]) if (settings[name]) await keepChoice(name, settings[name]);
    window.location.assign("/me");
  } catch (error) {
    const isWrong = error instanceof Problem && [401, 404, 422].includes(error.status);
    tell(isWrong ? say("link.wrong") : problemText(error));
    byId("take").disabled = isWrong;
  }
}

/** @param {string} text */
function tell(text) {
  byId("link-note").textContent = text;
  byId("link-note").hidden = false;
}
