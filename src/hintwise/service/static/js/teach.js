// Teaching: one pair of steps after the other. The server keeps every answer; the page shows what it
// says, so that a reload, another tab or a lost connection lose nothing.

import { get, post, Problem } from "./api.js";
import { byId } from "./elements.js";
import { learnedParts } from "./learned.js";
import { announce, problemText, toast } from "./live.js";
import { isForPair, listenToAnswers, showPair, showWaiting, stopWaiting } from "./pair.js";
import { pause, persist } from "./persist.js";
import { language, number as figure, pageData, say, sayCounted } from "./words.js";

const RETRY_S = 2;
const LONGEST_S = 600;
const USUAL_ANSWERS = 10;
const ASKED = `?language=${language}`;

/** @type {any} what the server said last */
let session = null;
let isSending = false;
let shownAt = 0;

start();

async function start() {
  byId("begin").addEventListener("click", begin);
  byId("undo").addEventListener("click", undo);
  listenToAnswers(choose);
  document.addEventListener("keydown", onKey);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && session && !isSending) refresh();
  });
  if (await isKnown()) begin();
  else byId("intro").hidden = false;
}

/** Whether this person has begun: else nothing is stored before they press a button. */
async function isKnown() {
  return asked(async () => {
    const sessions = await get("/sessions");
    return sessions.some((one) => one.label === `main:${pageData.kind}`);
  });
}

async function begin() {
  byId("intro").hidden = true;
  tell(say("teach.first"));
  show(await asked(() => post(`/sessions/main/${pageData.kind}${ASKED}`)));
}

/** What another tab did in the meantime. */
async function refresh() {
  const before = session.position;
  const now = await asked(() => get(`/sessions/${session.id}${ASKED}`));
  if (now.position !== before && !isSending) show(now);
}

/** @param {import("./pair.js").Side} side */
async function choose(side) {
  if (isSending || !session?.question) return;
  const answer = side === "none" ? "none" : (side === "left") === (session.question.left === "b") ? "b" : "a";
  const seconds = Math.min(LONGEST_S, (performance.now() - shownAt) / 1000);
  showWaiting(side);
  await send("answers", { question: session.question.number, answer, seconds });
}

async function undo() {
  if (isSending || !session?.answers) return;
  if (await send("undo")) toast(say("teach.undone"));
}

/** @param {{number: number}} sentence */
async function deny(sentence) {
  if (isSending) return;
  if (await send("corrections", { number: sentence.number })) toast(say("teach.denied"));
}

/**
 * Where the session was when it was shown goes along: sent again after a lost reply, or from
 * another tab, nothing is done twice.
 * @param {string} what @param {object} [deed]
 * @returns {Promise<boolean>} whether it was done, rather than that another tab was first
 */
async function send(what, deed = {}) {
  isSending = true;
  showWaiting();
  const body = { ...deed, position: session.position };
  try {
    show(await asked(() => post(`/sessions/${session.id}/${what}${ASKED}`, body)));
    return true;
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 409) throw error;
    show(await asked(() => get(`/sessions/${session.id}${ASKED}`)));
    toast(say("teach.other_tab"));
    return false;
  } finally {
    isSending = false;
    stopWaiting();
  }
}

/**
 * Ask the server until it answers; what it refuses for good is told.
 * @template T
 * @param {() => Promise<T>} ask
 * @returns {Promise<T>}
 */
async function asked(ask) {
  try {
    return await persist(ask, tell);
  } catch (error) {
    if (error.status !== 409) tell(problemText(error));
    throw error;
  }
}

/** @param {string | null} text */
function tell(text) {
  const message = byId("message");
  if (text && message.textContent !== text) announce(text);
  message.textContent = text ?? "";
  message.hidden = !text;
}

/** @param {any} told the session as the server tells it */
function show(told) {
  session = told;
  byId("question").hidden = !session.question;
  if (session.question) showQuestion(session.question);
  else waitForQuestion(session.position);
  byId("undo").disabled = session.answers === 0;
  byId("enough").hidden = !session.enough;
  showProgress();
  byId("learned").hidden = false;
  byId("learned-body").replaceChildren(...learnedParts(session.learned, deny));
}

/** The answer is stored; only the next pair is not ready. @param {number} position */
async function waitForQuestion(position) {
  tell(say(session.answers ? "teach.busy" : "teach.first"));
  await pause(RETRY_S);
  if (session.position === position && !session.question && !isSending) {
    show(await asked(() => get(`/sessions/${session.id}${ASKED}`)));
  }
}

/** @param {any} question */
function showQuestion(question) {
  const [left, right] = question.left === "b" ? ["b", "a"] : ["a", "b"];
  const shown = (step) => ({ ...question[step], picture: question.pictures[step], fewer: question.fewer[step] });
  showPair({ heading: question.heading, left: shown(left), right: shown(right) });
  shownAt = performance.now();
}

function showProgress() {
  const { answers, enough, remaining_text: remaining } = session;
  byId("progress").hidden = false;
  byId("progress-bar").value = enough ? USUAL_ANSWERS : Math.min(answers, USUAL_ANSWERS - 1);
  const counted = answers ? sayCounted("teach.answers", answers) : say("teach.no_answers");
  byId("progress-text").textContent = [counted, remaining || say("teach.usual", { count: figure(USUAL_ANSWERS) })].join(" · ");
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  if (!["u", "U", "Backspace"].includes(event.key) || !isForPair(event)) return;
  event.preventDefault();
  undo();
}
