/** The helps that can be switched on and off, each by itself; a game keeps its own. */

import { patch } from "../api.js";
import { make } from "../elements.js";
import { pageData, say } from "../words.js";

const ON_BOARDS = ["conflicts", "clean", "same", "seen", "timer", "trust", "remember"];
const ON_GRIDS = ["conflicts", "crosses", "seen", "timer", "remember"];

/** The switches that hold in a game: those of the game, else the person's, else the usual ones. */
export function helpsOf(game, settings) {
  return { ...pageData.helps, ...settings, ...game.helps };
}

/** The switches, to be put into a dialog. @param {import("./desk.js").Desk} desk */
export function helpSwitches(desk) {
  return (desk.puzzle.isBoard ? ON_BOARDS : ON_GRIDS).map((name) => {
    const box = make("input", { type: "checkbox", role: "switch", name, checked: desk.helps[name] });
    box.addEventListener("change", () => setHelp(desk, name, box.checked));
    const title = make("b", {}, say(`play.helps.${name}.name`));
    const about = make("span.soft.small", {}, say(`play.helps.${name}.about`));
    return make("label.switch", {}, box, make("span.help-text", {}, title, about));
  });
}

/** The game keeps it; so does the person for the next one, if the server can be reached. */
function setHelp(desk, name, on) {
  desk.sync.add("set", { helps: { [name]: on } });
  patch("/me/settings", { helps: { [name]: on } }).catch((problem) => {
    if (!("status" in problem)) throw problem; // the game has it already
  });
}
