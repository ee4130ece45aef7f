// A participant's way through a study: one page that shows what the server says comes next, so that
// a reload, another tab, another device or a lost connection lose nothing.

import { Problem } from "../api.js";
import { listenToDialogs } from "../dialogs.js";
import { byId } from "../elements.js";
import { announce, problemText, toast } from "../live.js";
import { keepChoice } from "../me/choices.js";
import { listenToAnswers, showPair, showWaiting } from "../pair.js";
import { pause } from "../persist.js";
import { language, pageData, say } from "../words.js";
import { Attention } from "./attention.js";
import { drawFields, filledIn } from "./forms.js";
import { externalIds, invitation, linkMark } from "./invitations.js";
import { guardBack, listenToLeaving } from "./leaving.js";
import { Participation } from "./participation.js";
import { showProgress } from "./progress.js";
import { formTitle, paragraphs, textOf } from "./texts.js";

const SECTIONS = ["invitation", "refused", "consent", "form", "text", "question", "end"];
const REFUSALS = { "study-closed": "closed", "study-full": "full", "invitation-used": "used", "invitation-needed": "needed" };
const AGAIN_S = 1;
/** After so long people are told that something is being done. */
const PATIENCE_S = 1;
const study = pageData.study;
const participation = new Participation(study.name, tell);
const attention = new Attention(study.name);
/** Whether something is on its way to the server: one thing at a time. */
let isBusy = false;
/** So that what is tried again and again is announced once. */
let lastTold = "";

/** What each stage shows, and its heading. @type {Record<string, (state: any) => string>} */
const STAGES = { consent: showConsent, form: showForm, text: showText, question: showQuestion, end: showEnd };

start();

async function start() {
  byId("join").addEventListener("click", join);
  byId("go-on").addEventListener("click", goOn);
  for (const button of document.querySelectorAll("[data-other-person]")) button.addEventListener("click", askWho);
  byId("agree").addEventListener("click", () => act({ kind: "consented" }));
  byId("form-fields").addEventListener("submit", fill);
  byId("larger").addEventListener("click", showLarger);
  listenToAnswers(choose);
  listenToDialogs();
  listenToLeaving(participation, attention, (how) => showNobody(say(`study.withdraw.${how}_title`), say(`study.withdraw.${how}`)));
  document.addEventListener("visibilitychange", () => !document.hidden && refresh());
  window.addEventListener("storage", () => !isBusy && participation.isTakenOver && askWho());
  window.addEventListener("pageshow", (event) => event.persisted && refresh());
  await busily(async () => {
    await participation.find();
    if (!participation.state) showInvitation();
    else if (participation.isOfAnother(linkMark())) askWho();
    return participation.state !== null;
  });
}

/** Somebody has begun in this browser: whether it is who sits here now, only they know. */
function askWho() {
  for (const each of document.querySelectorAll("dialog[open]")) each.close();
  participation.state = null;
  showNothingOfOthers();
  byId("begun").hidden = false;
  open("invitation", study.title);
}

/** It was the same person. */
async function goOn() {
  await busily(async () => {
    await participation.find();
    if (participation.state) participation.claim(linkMark());
    else showInvitation();
    return participation.state !== null;
  });
}

/** Whether the link is one that was made for one person. */
function isForOne() {
  return Boolean(invitation()) || Object.keys(externalIds()).length > 0;
}

/** Why nobody new can come by this link; "" if they can. */
function refusalOfNew() {
  if (isForOne()) return "";
  return study.status === "open" ? (study.needs_invitation ? "needed" : "") : study.status;
}

function showInvitation() {
  tell(null);
  byId("begun").hidden = true;
  const refusal = refusalOfNew();
  if (refusal) showNobody(say(`study.refused.${refusal}.title`), say(`study.refused.${refusal}.text`));
  else open("invitation", study.title);
}

async function join() {
  await busily(async () => {
    try {
      await participation.join({ invitation: invitation() || undefined, external: externalIds(), language });
      participation.claim(linkMark());
      return true;
    } catch (error) {
      // A link that lacks a letter has an invitation of the wrong form.
      const refusal = error.status === 422 && invitation() ? "used" : REFUSALS[(error.body?.type ?? "").split(":").at(-1)];
      if (!refusal) throw error;
      showNobody(say(`study.refused.${refusal}.title`), say(`study.refused.${refusal}.text`));
      return false;
    }
  });
}

/** What another tab or device did in the meantime. */
async function refresh() {
  if (isBusy || !participation.state) return;
  const now = await participation.look().catch(complain);
  if (isBusy || !now || !participation.state) return;
  if (now.number !== participation.state.number) return askWho();
  // An answer that was given in the meantime knows better.
  if (now.position <= participation.state.position) return;
  await busily(async () => {
    participation.state = now;
    return true;
  });
}

/** @param {import("./participation.js").Deed} deed */
async function act(deed) {
  if (participation.isTakenOver) return askWho();
  await busily(async () => {
    if (!(await participation.act(deed))) toast(say("study.other_tab"));
    return true;
  });
}

/** @param {import("../pair.js").Side} side */
async function choose(side) {
  const { stage, question } = participation.state ?? {};
  if (isBusy || stage !== "question") return;
  const measured = attention.measured();
  showWaiting(side);
  await act({ kind: "answered", key: question.key, side, ...measured });
}

/** @param {SubmitEvent} event */
async function fill(event) {
  event.preventDefault();
  const { name, fields } = participation.state.form;
  const answers = filledIn(byId("form-fields"), fields);
  if (answers) await act({ kind: "filled", name, answers });
}

/**
 * Do something with the server, then show what waits for the person.
 * @param {() => Promise<boolean>} doing false if there is no participation to show
 */
async function busily(doing) {
  if (isBusy) return;
  isBusy = true;
  document.documentElement.classList.add("busy");
  const slow = window.setTimeout(() => byId("message").hidden && tell(say("base.waiting")), PATIENCE_S * 1000);
  try {
    if (await doing()) await settle();
  } catch (error) {
    complain(error);
  } finally {
    window.clearTimeout(slow);
    document.documentElement.classList.remove("busy");
    isBusy = false;
  }
}

/** All that was done is stored; what comes next may not be ready. */
async function settle() {
  byId("pause").hidden = false;
  guardBack(true);
  for (let tries = 0; participation.state.stage === "waiting"; tries += 1) {
    if (byId("question").hidden) open(null, study.title);
    showWaiting();
    tell(say(participation.state.progress?.done ? "study.busy" : "study.first"));
    if (tries) await pause(AGAIN_S);
    await participation.next();
  }
  if (await isInOtherLanguage()) return;
  show();
}

/** Questions stay in the language in which somebody joined, so the page comes in that one as well. */
async function isInOtherLanguage() {
  const joined = participation.state.language;
  if (!joined || joined === language) return false;
  await keepChoice("language", joined);
  window.location.reload();
  return true;
}

/** Show where the participation is now. */
function show() {
  const { stage, progress } = participation.state;
  tell(null);
  lastTold = "";
  byId("pause").hidden = stage === "end";
  byId("pause-other").hidden = refusalOfNew() !== "";
  guardBack(stage !== "end");
  // Nobody is shown how much there is before the first question, nor after the last page.
  showProgress(stage === "question" || (progress.done && stage !== "end") ? progress : null);
  open(stage, STAGES[stage](participation.state));
}

/** @param {any} state */
function showConsent({ consent }) {
  byId("consent-text").replaceChildren(...paragraphs(consent.text));
  return say("study.consent.title");
}

/** @param {any} state */
function showForm({ form }) {
  drawFields(byId("form-fields"), form.fields, study.language);
  return formTitle(form.name);
}

/** @param {any} state */
function showText({ text, progress }) {
  const { title, parts } = textOf(text, progress, () => act({ kind: "read", name: text.name }));
  byId("text").replaceChildren(...parts);
  return title;
}

/** @param {any} state */
function showQuestion({ question, number }) {
  showPair(question);
  attention.begin(`${number}:${question.key}`);
  return say("study.question.title");
}

/** Switch between small pictures that are all in sight and large ones, where there is little room. */
function showLarger() {
  const isLarge = byId("question").classList.toggle("large");
  byId("larger").setAttribute("aria-pressed", String(isLarge));
}

/** @param {any} state */
function showEnd({ end }) {
  const { code, url } = end ?? {};
  byId("end-code").hidden = !code;
  byId("code").value = code ?? "";
  // Who has a link of their own was asked when they came.
  byId("end-other").hidden = isForOne() || refusalOfNew() !== "";
  const isAddress = /^https?:\/\//.test(url ?? "");
  byId("end-return").hidden = !isAddress;
  if (isAddress) byId("return").href = url;
  return say("study.end.title");
}

/** There is no participation: say why. @param {string} title @param {string} text */
function showNobody(title, text) {
  showNothingOfOthers();
  byId("refused-text").textContent = text;
  open("refused", title);
}

/** What comes next cannot be computed: only who runs the study can help. */
function showStuck() {
  tell(null);
  byId("refused-text").textContent = say("study.stuck.text");
  open("refused", say("study.stuck.title"));
}

/** Leave nothing on the page that belongs to a participation. */
function showNothingOfOthers() {
  tell(null);
  byId("pause").hidden = true;
  guardBack(false);
  showProgress(null);
}

/** Show one section. @param {string | null} section @param {string} title */
function open(section, title) {
  const before = SECTIONS.find((name) => !byId(name).hidden);
  for (const name of SECTIONS) byId(name).hidden = name !== section;
  document.documentElement.dataset.stage = section ?? "waiting";
  const heading = byId("title");
  heading.lang = title === study.title ? study.language : language;
  heading.textContent = title;
  // From one question to the next nothing moves; a new page is read from its heading.
  if (section === before && section === "question") return;
  window.scrollTo(0, 0);
  if (before && section) heading.focus({ preventScroll: true });
}

/** @param {string | null} text */
function tell(text) {
  const message = byId("message");
  if (text && text !== lastTold) announce(text);
  lastTold = text ?? lastTold;
  message.textContent = text ?? "";
  message.hidden = !text;
}

/** Tell what the server refuses for good. @param {unknown} error */
function complain(error) {
  if (!(error instanceof Problem)) throw error;
  byId("question").classList.remove("waiting");
  if (error.status === 401 && !participation.state) return; // withdrawn while something was on its way
  if (error.status === 401) showNobody(say("study.refused.gone.title"), say("study.refused.gone.text"));
  else if (error.body.type?.endsWith(":stuck")) showStuck();
  else tell(error.status === 422 ? error.message : problemText(error));
}
