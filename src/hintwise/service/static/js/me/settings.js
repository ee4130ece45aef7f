// Settings: kept by the server for this person, and the looks also in cookies for the next page.

import { patch } from "../api.js";
import { byId } from "../elements.js";
import { problemText, toast } from "../live.js";
import { say } from "../words.js";
import { keepChoice } from "./choices.js";

/** The page comes with everything as it is set. */
export function showSettings() {
  const form = byId("settings-form");
  form.addEventListener("change", (event) => change(event.target));
  form.addEventListener("submit", (event) => event.preventDefault());
}

/** Only what was changed is sent: another tab may have changed something else. @param {HTMLInputElement} changed */
async function change(changed) {
  const isLook = changed.type === "radio";
  try {
    if (isLook) await keepChoice(changed.name, changed.value);
    await patch("/me/settings", isLook ? { [changed.name]: changed.value } : { helps: { [changed.name]: changed.checked } });
    if (changed.name === "language") window.location.reload();
    else toast(say("me.settings.kept"), 2);
  } catch (error) {
    toast(problemText(error));
  }
}
