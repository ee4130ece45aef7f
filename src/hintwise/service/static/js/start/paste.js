// A puzzle that somebody brings: as text, link or file.

import { post, Problem } from "../api.js";
import { byId, make } from "../elements.js";
import { problemText } from "../live.js";
import { preview } from "../preview.js";
import { titled } from "../titles.js";
import { language, number as asText, pageData, say, sayCounted } from "../words.js";
import { openGame } from "./opening.js";

/** Characters, as the server takes them; each may be up to four bytes of a file. */
const LONGEST = pageData.longest;
const EXAMPLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/** Which reading is the newest: what an older one finds is not shown any more. */
let newest = 0;

export function listenToPaste() {
  const text = byId("paste-text");
  byId("paste-form").addEventListener("submit", (event) => {
    event.preventDefault();
    read(text.value);
  });
  text.addEventListener("paste", () => window.setTimeout(() => read(text.value)));
  byId("paste-example").addEventListener("click", () => take(EXAMPLE));
  byId("paste-file").addEventListener("change", (event) => takeFile(event.target.files[0]));
  listenToDrops(byId("paste"));
}

/** Anywhere on the page will do: who misses the box should not lose the page. */
function listenToDrops(box) {
  const isDropping = (on) => box.classList.toggle("dropping", on);
  window.addEventListener("dragover", (event) => {
    event.preventDefault();
    isDropping(true);
  });
  window.addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) isDropping(false);
  });
  window.addEventListener("drop", (event) => {
    event.preventDefault();
    isDropping(false);
    const { files } = event.dataTransfer;
    if (files.length) takeFile(files[0]);
    else take(event.dataTransfer.getData("text"));
  });
}

/** @param {File | undefined} file */
async function takeFile(file) {
  if (!file) return;
  if (file.size > 4 * LONGEST) show(tooLong());
  else take(await file.text());
}

/** @param {string} text */
function take(text) {
  byId("paste-text").value = text;
  read(text);
}

/**
 * @param {string} text
 * @param {number} [number] which one, if there are several
 */
async function read(text, number) {
  newest += 1;
  const mine = newest;
  if (!text.trim()) {
    show(note("warn", say("start.paste.empty")));
    return;
  }
  if (text.trim().length > LONGEST) {
    show(tooLong());
    return;
  }
  show(make("p.soft", {}, say("start.paste.reading")));
  try {
    const found = await post("/puzzles/read", { text: text.trim(), language, ...(number ? { number } : {}) });
    if (mine !== newest) return;
    showFound(found, text, number ?? 1);
    await check(found, mine);
  } catch (error) {
    if (mine === newest) show(unreadable(error));
  }
}

const tooLong = () => note("wrong", say("start.paste.too_large", { most: asText(LONGEST) }));

/** @param {unknown} error */
function unreadable(error) {
  const isAboutText = error instanceof Problem && error.status === 422;
  if (!isAboutText) return note("warn", problemText(error));
  // What exactly is wrong is said in English; what to do about it, in the language of the page.
  return make("div.note.note-wrong", {},
    make("p", {}, make("strong", {}, say("start.paste.unreadable")), " ", isUnknown(error) && say("start.paste.accepted")),
    make("p.small", { lang: "en" }, error.message),
  );
}

/** Whether it is like nothing we know, rather than a puzzle with something in it. */
const isUnknown = (error) => String(error.body.type).endsWith(":unknown-puzzle");

/** @param {any} found what the API has read @param {string} text @param {number} number */
function showFound(found, text, number) {
  const { position, view, count } = found;
  const title = titled(position.title) || view.kind_name;
  const open = make("button.button.button-main", { type: "button", id: "open-game", onclick: () => start(open, found) }, say("start.paste.open"));
  show(
    count > 1 && make("div.stack", {}, make("p", {}, say("start.paste.which", { count })), pages(text, number, count)),
    make("div.found", {},
      preview({ kind: position.kind, text: position.puzzle }),
      make("div.found-text", {},
        make("h3", {}, title),
        make("p.soft", {}, about(position, view)),
        make("p.soft.small", { id: "verdict" }, say("start.paste.checking")),
        open,
      ),
    ),
  );
}

/** @param {any} position @param {any} view */
function about(position, view) {
  const size = view.form === "board" ? `${view.layout.width} × ${view.layout.height}` : "";
  const givens = Object.keys(view.givens).length;
  const parts = [
    `${view.kind_name}${size ? ` ${size}` : ""}`,
    view.form === "board" && givens && sayCounted("start.paste.givens", givens),
    view.clues.length && sayCounted("start.paste.clues", view.clues.length),
    position.entries.length && sayCounted("start.paste.entries", position.entries.length),
  ];
  return parts.filter(Boolean).join(" · ");
}

/** @param {string} text @param {number} number @param {number} count */
function pages(text, number, count) {
  const to = (sign, wanted, label) =>
    make("button.button", { type: "button", "aria-label": label, disabled: wanted < 1 || wanted > count, onclick: () => read(text, wanted) }, sign);
  return make("div.pages", {},
    to("‹", number - 1, say("start.paste.previous")),
    make("span", {}, say("start.paste.number", { number, count })),
    to("›", number + 1, say("start.paste.next")),
  );
}

/** Say whether it has one solution; it can be opened all the same. @param {any} found @param {number} mine */
async function check(found, mine) {
  let verdict;
  try {
    const checked = await post("/check", { ...found.position, language, where: false });
    const isFine = checked.solutions === 1 && checked.sound;
    verdict = note(isFine ? "good" : "warn", checked.text);
    if (!isFine && mine === newest) byId("open-game").textContent = say("start.paste.open_anyway");
  } catch (error) {
    verdict = note("warn", say("start.paste.unchecked"));
  }
  if (mine === newest) byId("verdict").replaceWith(verdict);
}

/** @param {HTMLElement} button @param {any} found */
async function start(button, found) {
  button.setAttribute("aria-disabled", "true");
  const said = button.textContent;
  button.textContent = say("start.paste.opening");
  try {
    await openGame(found.position, { origin: "pasted", notes: found.notes });
  } catch (error) {
    button.textContent = said;
    button.removeAttribute("aria-disabled");
    byId("found").append(note("wrong", problemText(error)));
  }
}

/** @param {"good" | "warn" | "wrong"} look @param {string} text */
function note(look, text) {
  return make(`p.note.note-${look}`, {}, text);
}

/** @param {...any} parts */
function show(...parts) {
  byId("found").replaceChildren(...parts.filter(Boolean));
}
