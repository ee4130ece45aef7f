// Settings: kept by the server for this person, and the looks also in cookies for the next page.

import { get, patch } from "../api.js";
import { byId } from "../elements.js";
import { problemText, toast } from "../live.js";
import { pageData, say } from "../words.js";
import { keepChoice } from "./choices.js";

export async function showSettings() {
  const form = byId("settings-form");
  const touched = new Set(); // whoever is quick has switched something before we know how it was
  form.addEventListener("change", (event) => {
    touched.add(event.target.name);
    change(event.target);
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  let { helps } = pageData;
  try {
    helps = { ...helps, ...(await get("/me/settings")).helps };
  } catch (error) {
    toast(problemText(error));
  }
  for (const name of Object.keys(helps)) {
    if (form.elements[name] && !touched.has(name)) form.elements[name].checked = helps[name];
  }
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
