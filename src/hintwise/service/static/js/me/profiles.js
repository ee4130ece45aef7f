// My profile of each kind: what is believed, how sure it is, and a way back to nothing.

import { get, post, remove } from "../api.js";
import { learnedParts } from "../learned.js";
import { problemText, toast } from "../live.js";
import { make } from "../elements.js";
import { pageData, say, sayCounted } from "../words.js";
import { isWanted } from "../confirming.js";

export async function showProfiles() {
  let sessions = [];
  try {
    sessions = await get("/sessions");
  } catch (error) {
    toast(problemText(error));
  }
  for (const kind of pageData.kinds) {
    const session = sessions.find((one) => one.label === `main:${kind}`);
    show(kind, session?.id ?? null);
  }
}

/** @param {string} kind @param {string | null} session */
async function show(kind, session) {
  const card = document.querySelector(`[data-kind="${kind}"]`);
  const part = (name) => card.querySelector(`[data-part="${name}"]`);
  try {
    const profile = await get(`/profiles/${kind}`);
    part("answers").textContent = profile.answers ? sayCounted("me.profiles.answers", profile.answers) : say("me.profiles.no_answers");
    part("learned").replaceChildren(...parts(profile, (sentence) => deny(kind, session, sentence)));
  } catch (error) {
    part("answers").textContent = problemText(error);
  }
  part("file").hidden = part("reset").hidden = session === null;
  part("file").href = `/api/v1/sessions/${session}/profile`;
  part("reset").onclick = () => reset(kind, session);
}

/** @param {any} profile @param {(sentence: any) => void} deny */
function parts(profile, deny) {
  if (!profile.answers || Array.isArray(profile.learned)) return [make("p.note", {}, say("learned.expected"))];
  return learnedParts(profile.learned, deny);
}

/** @param {string} kind @param {string} session @param {{number: number}} sentence */
async function deny(kind, session, sentence) {
  try {
    await post(`/sessions/${session}/corrections`, { number: sentence.number });
    toast(say("me.profiles.denied"));
  } catch (error) {
    toast(problemText(error));
  }
  await show(kind, session);
  // The sentence is gone, and its button with it.
  const card = document.querySelector(`[data-kind="${kind}"]`);
  (card.querySelector(".beliefs button") ?? card.querySelector("summary")).focus();
}

/** @param {string} kind @param {string} session */
async function reset(kind, session) {
  const name = say(`base.kinds_several.${kind}`);
  const question = { title: say("me.profiles.reset_title", { kind: name }), texts: [say("me.profiles.reset_about")], yes: say("me.profiles.reset") };
  if (!(await isWanted(question))) return;
  try {
    await remove(`/sessions/${session}`);
    toast(say("me.profiles.was_reset"));
  } catch (error) {
    toast(problemText(error));
  }
  await show(kind, null);
}
