/** The page on which a puzzle is solved: opens the game and puts the parts together. */

import "../board/board.js";
import { Answers } from "../answers/answers.js";
import { Asking } from "../answers/asking.js";
import { Hints } from "../answers/hints.js";
import { Mistakes } from "../answers/mistakes.js";
import { Reasons } from "../answers/reasons.js";
import { get, post } from "../api.js";
import { byId } from "../elements.js";
import { actionOf } from "../game/keys.js";
import { Puzzle } from "../game/puzzle.js";
import { problemText, toast } from "../live.js";
import { shareSteps } from "../sharing.js";
import { titled } from "../titles.js";
import { say } from "../words.js";
import { Clues } from "./clues.js";
import { Desk } from "./desk.js";
import { Ending } from "./ending.js";
import { helpSwitches } from "./helps.js";
import { copyOf } from "./kept.js";
import { keepPages } from "./offline.js";
import { Pad } from "./pad.js";
import { Sync } from "./sync.js";
import { Timer } from "./timer.js";

// The page that is kept for use without a connection is the same for all games.
const id = location.pathname.split("/").at(-1);

/** A game that is not answered by then is sent again. */
const SENDING_S = 15;
/** Whoever plays need not see that something is saved, unless it takes long. */
const SAVING_SHOWN_AFTER_MS = 1000;

/** Characters: browsers allow 64 KiB for all requests that outlive a page together. */
const KEPT_ALIVE = 20_000;

const server = {
  load: (after = 0) => get(`/games/${id}?after=${after}`, { seconds: SENDING_S }),
  send: (expected, events) => {
    // A small request goes on when the page is left; browsers refuse that for large ones.
    const keepalive = JSON.stringify(events).length < KEPT_ALIVE;
    return post(`/games/${id}/events`, { expected, events }, { keepalive, seconds: SENDING_S });
  },
};

/** The game as the server has it; without a connection, as this browser kept it. */
async function load() {
  try {
    return await server.load();
  } catch (problem) {
    const copy = problem.status === 0 || problem.status >= 500 ? await copyOf(id) : null;
    if (copy === null) throw problem;
    return copy;
  }
}

async function settings() {
  try {
    return (await get("/me/settings")).helps ?? {};
  } catch (problem) {
    if ("status" in problem) return {};
    throw problem;
  }
}

function open(record, helps) {
  const puzzle = new Puzzle(record.view);
  const sync = new Sync(id, record, server);
  const board = byId("board");
  board.open(puzzle);
  const desk = new Desk(puzzle, sync, board, helps);
  const asking = new Asking(desk, record.puzzle);
  const answers = new Answers(byId("answer"), desk, asking);
  const hints = new Hints(answers);
  const reasons = new Reasons(answers, hints);
  const mistakes = new Mistakes(answers);
  const timer = new Timer(byId("timer"), sync);
  new Pad(byId("pad"), desk);
  new Clues(byId("clues"), desk);
  const explain = offerSteps(asking.record);
  new Ending(byId("ending"), desk, asking, timer, explain);
  showHead(puzzle);
  listen(desk, { hint: () => hints.hint(), why: () => reasons.why(), check: () => mistakes.check() });
  showState(desk);
  byId("play").style.setProperty("--columns", board.style.getPropertyValue("--columns"));
  document.body.classList.add(puzzle.isBoard ? "plays-board" : "plays-grid");
  byId("play").hidden = false;
  byId("opening").hidden = true;
  desk.redraw();
  sync.flush();
  // Another device may have played on in the meantime.
  document.addEventListener("visibilitychange", () => document.hidden || sync.flush("and look"));
  addEventListener("focus", () => sync.flush("and look"));
  keepPages();
}

/** Asks before a page with every step is made, since others can open it. @returns {() => void} */
function offerSteps(record) {
  const dialog = byId("steps");
  dialog.addEventListener("close", () => dialog.returnValue === "yes" && shareSteps(record));
  const offer = () => {
    byId("helps").close();
    dialog.returnValue = "";
    dialog.showModal();
  };
  byId("open-steps").addEventListener("click", offer);
  return offer;
}

function showHead({ view }) {
  const title = titled(view.title) || view.kind_name;
  byId("title").textContent = title;
  byId("kind").textContent = view.title ? view.kind_name : "";
  document.title = `${title} – hintwise`;
  const words = [view.story, view.question?.text].filter(Boolean).join(" ");
  byId("story").textContent = words;
  byId("story").hidden = !words;
}

function listen(desk, asks) {
  for (const [name, does] of Object.entries(asks)) byId(name).addEventListener("click", does);
  document.addEventListener("keydown", (event) => {
    if (!isOurs(event)) return;
    const action = actionOf(event, desk.puzzle);
    if (action === null) return;
    event.preventDefault();
    if (action.do === "hint") asks.hint();
    else desk.act(action);
  });
  const dialog = byId("helps");
  byId("open-helps").addEventListener("click", () => {
    byId("help-switches").replaceChildren(...helpSwitches(desk));
    dialog.showModal();
  });
  // A press beside the board lets go of the cells.
  document.addEventListener("pointerdown", ({ target }) => {
    if (target === byId("table") || target === byId("main")) desk.act({ do: "none" });
  });
}

/** Keys that a field or a pressed button needs are left to it. */
function isOurs(event) {
  if (event.defaultPrevented || event.isComposing || document.querySelector("dialog[open]")) return false;
  const { target } = event;
  if (target.closest("input, textarea, select, [contenteditable]")) return false;
  return !(target.closest("button, a, summary") && [" ", "Enter"].includes(event.key));
}

/** Whether all is saved, and whether the time is seen. */
function showState(desk) {
  const shown = byId("saved");
  let later = 0;
  const draw = () => {
    clearTimeout(later);
    shown.dataset.state = desk.sync.state;
    shown.textContent = say(`play.state.${desk.sync.state}`);
  };
  desk.sync.addEventListener("state", () => {
    if (desk.sync.state !== "saving") return draw();
    clearTimeout(later);
    later = setTimeout(draw, SAVING_SHOWN_AFTER_MS);
  });
  desk.sync.addEventListener("aside", () => toast(say("play.state.aside"), 10));
  desk.addEventListener("drawn", () => (byId("timer").hidden = !desk.helps.timer));
  draw();
}

try {
  const [record, helps] = await Promise.all([load(), settings()]);
  open(record, helps);
} catch (problem) {
  if (!("status" in problem)) throw problem;
  byId("opening").textContent = problemText(problem);
}
