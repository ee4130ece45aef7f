// My link, my file, and deleting everything.

import { get, post, put, remove } from "../api.js";
import { byId } from "../elements.js";
import { announce, problemText, toast } from "../live.js";
import { forgetAll } from "../play/kept.js";
import { pageData, say, sayCounted } from "../words.js";
import { isWanted } from "../confirming.js";

export function listenToData() {
  byId("show-link").addEventListener("click", showLink);
  byId("import").addEventListener("change", (event) => takeIn(event.target));
  byId("erase").addEventListener("click", erase);
  byId("sign-out-others").addEventListener("click", signOutOthers);
}

/** For a link that came into wrong hands, or a device that is lost. */
async function signOutOthers() {
  const question = { title: say("me.others.ask"), texts: [say("me.others.about")], yes: say("me.others.button") };
  if (!(await isWanted(question))) return;
  try {
    const { ended } = await remove("/me/tokens/others");
    byId("link-box").hidden = true; // the link that it shows is one of them
    byId("show-link").hidden = false;
    toast(sayCounted("me.others.ended", ended));
  } catch (error) {
    toast(problemText(error));
  }
}

async function showLink() {
  try {
    const { token } = await post("/me/token");
    // Behind # nothing is ever sent to a server, so the link is in no log.
    byId("my-link").value = `${window.location.origin}/link#${token}`;
    byId("link-box").hidden = false;
    byId("show-link").hidden = true;
    byId("my-link").focus();
    byId("my-link").select();
  } catch (error) {
    toast(problemText(error));
  }
}

/** @param {HTMLInputElement} chooser */
async function takeIn(chooser) {
  const [file] = chooser.files;
  chooser.value = "";
  if (!file) return;
  try {
    const document = JSON.parse(await file.text());
    window.sessionStorage.setItem("hintwise-imported", String(await send(document)));
    window.location.reload();
  } catch (error) {
    tell(error instanceof SyntaxError ? say("me.take.unreadable") : problemText(error), "note note-wrong");
  }
}

/**
 * Everything of a person, or the profile of one kind of puzzle.
 * @param {any} document
 * @returns {Promise<number>} how much was new
 */
async function send(document) {
  if (document?.weights && pageData.kinds.includes(document.problem)) {
    await put(`/profiles/${document.problem}`, document);
    return 1;
  }
  return (await post("/me/import", document)).streams;
}

const imported = window.sessionStorage.getItem("hintwise-imported");
if (imported !== null) {
  window.sessionStorage.removeItem("hintwise-imported");
  tell(sayCounted("me.take.imported", Number(imported)), "note note-good");
}

/** @param {string} text @param {string} look */
function tell(text, look) {
  const note = byId("import-note");
  note.className = look;
  note.textContent = text;
  note.hidden = false;
  note.scrollIntoView({ block: "nearest" });
  announce(text);
}

async function erase() {
  try {
    const { games, sessions } = await get("/me");
    const question = {
      title: say("me.erase.ask"),
      texts: [
        [sayCounted("me.erase.games", games), sayCounted("me.erase.sessions", sessions), say("me.erase.rest")].join(" "),
        say("me.erase.for_good"),
      ],
      yes: say("me.erase.button"),
      word: say("me.erase.word"),
      label: say("me.erase.type", { word: say("me.erase.word") }),
    };
    if (!(await isWanted(question))) return;
    await remove("/me");
    await forgetAll();
    window.location.assign("/me");
  } catch (error) {
    toast(problemText(error));
  }
}
