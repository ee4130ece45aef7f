// The page of whoever runs a study. The key comes in the fragment, stays in this tab, and goes to the
// server in a header only.

import { get, Problem, post } from "../api.js";
import { isWanted } from "../confirming.js";
import { listenToDialogs } from "../dialogs.js";
import { byId } from "../elements.js";
import { announce, problemText, toast } from "../live.js";
import { number, pageData, say, sayCounted } from "../words.js";
import { save } from "./downloads.js";
import { showOverview } from "./overview.js";

const EVERY_S = 5;
const study = pageData.study;
const root = `/studies/${study.name}`;
const KEY = `hintwise-study-key:${study.name}`;
/** @type {any} what the server said last */
let overview = null;
let isDoing = false;

start();

function start() {
  const told = decodeURIComponent(window.location.hash.slice(1));
  if (told) keepKey(told);
  byId("open-link").value = `${window.location.origin}/study/${study.name}`;
  byId("key").addEventListener("submit", (event) => {
    event.preventDefault();
    keepKey(byId("key-text").value.trim().split("#").at(-1));
    refresh();
  });
  byId("quota").addEventListener("submit", doing(changeQuota));
  byId("invite").addEventListener("submit", doing(invite));
  byId("export").addEventListener("click", doing(download));
  byId("closing").addEventListener("click", doing(closeOrReopen));
  listenToDialogs();
  document.addEventListener("visibilitychange", () => !document.hidden && refresh());
  window.setInterval(() => !document.hidden && overview && refresh(), EVERY_S * 1000);
  refresh();
}

/** @param {string} key */
function keepKey(key) {
  window.sessionStorage.setItem(KEY, key);
  // Neither the history nor somebody who looks over a shoulder should keep it.
  window.history.replaceState(null, "", window.location.pathname);
}

function options() {
  return { token: window.sessionStorage.getItem(KEY) ?? "" };
}

async function refresh() {
  if (!options().token) {
    askForKey(null);
    return;
  }
  try {
    show(await get(`${root}/overview`, options()));
    tell(null);
  } catch (error) {
    complain(error);
  }
}

/** @param {any} told */
function show(told) {
  const isFirst = overview === null;
  overview = told;
  byId("key").hidden = true;
  byId("overview").hidden = false;
  if (isFirst) byId("quota-people").value = told.quota;
  byId("closing").textContent = say(isClosed() ? "study_researcher.closing.reopen" : "study_researcher.closing.close");
  showOverview(told, changeArm);
}

/** By a researcher: a study may also be over by its date, which nobody reopens here. */
function isClosed() {
  return overview.closed;
}

async function changeQuota() {
  show(await post(`${root}/quota`, { people: byId("quota-people").valueAsNumber }, options()));
  toast(say("study_researcher.quota.changed", { people: number(overview.quota) }));
}

async function invite() {
  const { urls } = await post(`${root}/invitations`, { count: byId("invite-count").valueAsNumber }, options());
  byId("invitations").value = urls.join("\n");
  byId("invitations-label").textContent = sayCounted("study_researcher.invite.made", urls.length);
  byId("invitations-box").hidden = false;
  announce(byId("invitations-label").textContent);
}

async function closeOrReopen() {
  const closed = !isClosed();
  const question = { title: say("study_researcher.closing.ask"), texts: [say("study_researcher.closing.about")], yes: say("study_researcher.closing.close") };
  if (closed && !(await isWanted(question))) return;
  show(await post(`${root}/closing`, { closed }, options()));
  toast(say("study_researcher.done"));
}

/** @param {{name: string, closed: boolean}} arm */
function changeArm({ name, closed }) {
  return doing(async () => {
    // Where everybody goes through all arms, the others are left for newcomers.
    const isForAll = overview.cells.every(({ order }) => order.includes(name));
    const about = say(isForAll ? "study_researcher.arms.ask_about_all" : "study_researcher.arms.ask_about");
    const question = { title: say("study_researcher.arms.ask", { arm: name }), texts: [about], yes: say("study_researcher.arms.close_named", { arm: name }) };
    if (!closed && !(await isWanted(question))) return;
    show(await post(`${root}/arms/${encodeURIComponent(name)}`, { closed: !closed }, options()));
    toast(say("study_researcher.done"));
  });
}

async function download() {
  await save(`${root}/export`, `${study.name}.zip`, options().token);
}

/**
 * A listener that does one thing at a time.
 * @param {() => Promise<void>} act
 */
function doing(act) {
  return async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (isDoing) return;
    isDoing = true;
    try {
      await act();
      tell(null);
    } catch (error) {
      complain(error);
    } finally {
      isDoing = false;
    }
  };
}

/** @param {string | null} why the key that was given is no good */
function askForKey(why) {
  window.sessionStorage.removeItem(KEY);
  byId("overview").hidden = true;
  byId("key").hidden = false;
  tell(why);
}

/** @param {unknown} error */
function complain(error) {
  if (!(error instanceof Problem)) throw error;
  if (error.status === 401) askForKey(say("study_researcher.wrong_key"));
  else tell(error.status === 422 ? error.message : problemText(error));
}

/** @param {string | null} text */
function tell(text) {
  const message = byId("message");
  if (text && message.textContent !== text) announce(text);
  message.textContent = text ?? "";
  message.hidden = !text;
}
