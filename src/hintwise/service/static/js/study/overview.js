// How a study goes, in figures and simple bars.

import { byId, draw, make } from "../elements.js";
import { ago, knows, language, number, percent, say } from "../words.js";

/**
 * @typedef {{cell: string, order: string[], active: number, stale: number, completed: number}} Cell
 * @typedef {{name: string, closed: boolean, active: number, completed: number, answers: number,
 *   dominated: {asked: number, failed: number}, repeats: {asked: number, agreed: number}, median_s: number | null}} Arm
 */

const NONE = "–";

/** @param {any} told @param {(arm: Arm) => (event: Event) => void} change what the button of an arm does */
export function showOverview(told, change) {
  byId("badges").replaceChildren(...badges(told));
  byId("figures").replaceChildren(...peopleFigures(told));
  byId("legend").textContent = say("study_researcher.people.legend");
  byId("cells").replaceChildren(...cellRows(told.cells));
  const held = document.activeElement?.dataset?.arm;
  byId("arms").replaceChildren(...armRows(told.arms, change));
  // The table is drawn anew every few seconds: whoever was on a button stays there.
  if (held) byId("arms").querySelector(`[data-arm="${CSS.escape(held)}"]`)?.focus();
  byId("stopped-none").hidden = told.stopped.length > 0;
  byId("stopped-box").hidden = !told.stopped.length;
  byId("stopped").replaceChildren(...stoppedRows(told.stopped));
  byId("load").replaceChildren(...loadFigures(told));
  byId("participants-none").hidden = told.participants.length > 0;
  byId("participants-box").hidden = !told.participants.length;
  byId("participants").replaceChildren(...participantRows(told.participants));
}

/** @param {any} told */
function badges({ status, reason, rehearsal, closes, hash }) {
  const why = reason ? `: ${say(`study_researcher.reasons.${reason}`)}` : "";
  return [
    make("span.badge.badge-accent", { "data-status": status }, say(`study_researcher.status.${status}`) + why),
    rehearsal && make("span.badge", {}, say("study_researcher.status.rehearsal")),
    closes && make("span.badge", {}, say("study_researcher.status.closes", { day: dayOf(closes) })),
    make("span.badge", {}, say("study_researcher.status.plan", { hash: hash.slice(0, 10) })),
  ].filter(Boolean);
}

/** @param {string} day */
const dayOf = (day) => new Intl.DateTimeFormat(language, { dateStyle: "medium", timeZone: "UTC" }).format(new Date(day));

/** @param {any} told */
function peopleFigures({ counts, quota }) {
  return [
    figure(say("study_researcher.people.completed"), number(counts.completed), { more: say("study_researcher.people.of_quota", { quota: number(quota) }), share: counts.completed / quota, name: "completed" }),
    figure(say("study_researcher.people.active"), number(counts.active), { name: "active" }),
    figure(say("study_researcher.people.stale"), number(counts.stale), { name: "stale" }),
    figure(say("study_researcher.people.withdrawn"), number(counts.withdrawn), { name: "withdrawn" }),
    figure(say("study_researcher.people.declined"), number(counts.declined), { name: "declined" }),
  ];
}

/** @param {any} told */
function loadFigures({ answer_s: answer, waits, stuck, workers }) {
  const load = workers ?? {};
  return [
    figure(say("study_researcher.load.answer"), seconds(answer?.median)),
    figure(say("study_researcher.load.waits"), seconds(waits?.mean_s)),
    figure(say("study_researcher.load.waits_slow"), seconds(waits?.p95_s)),
    stuck?.length > 0 && figure(say("study_researcher.load.stuck"), stuck.map((one) => number(one)).join(", ")),
    load.workers > 0 && figure(say("study_researcher.load.workers"), say("study_researcher.load.of", { busy: number(load.busy), workers: number(load.workers) }), { share: load.busy / load.workers }),
    figure(say("study_researcher.load.waiting"), number(load.waiting ?? 0)),
  ].filter(Boolean);
}

/**
 * @param {string} name @param {string} value
 * @param {{more?: string, share?: number, name?: string}} [about] `share` draws a bar below
 */
function figure(name, value, about = {}) {
  return make("div.card", { "data-figure": about.name },
    make("dt.soft.small", {}, name),
    make("dd", {}, make("b", {}, value), about.more ? make("span.soft", {}, ` ${about.more}`) : null),
    about.share === undefined ? null : make("dd.figure-bar", { "aria-hidden": "true" }, bar([["completed", about.share]])));
}

/** @param {Cell[]} cells */
function cellRows(cells) {
  const most = Math.max(1, ...cells.map(({ active, stale, completed }) => active + stale + completed));
  const names = ["completed", "active", "stale"];
  return [
    head([say("study_researcher.people.cell"), say("study_researcher.people.first"), ...names.map((name) => say(`study_researcher.people.${name}`)), ""]),
    make("tbody", {}, ...cells.map((cell) => make("tr", { "data-cell": cell.cell },
      make("th", { scope: "row" }, cell.cell),
      make("td", {}, cell.order.join(", ")),
      ...names.map((name) => make("td.figure", {}, make(`span.sign.sign-${name}`, { "aria-hidden": "true" }), number(cell[name]))),
      make("td.bar-cell", { "aria-hidden": "true" }, bar(names.map((name) => [name, cell[name] / most])))))),
  ];
}

/** @param {Arm[]} arms @param {(arm: Arm) => (event: Event) => void} change */
function armRows(arms, change) {
  const words = ["name", "people", "answers", "failures", "agreement", "median", "state"];
  return [
    head([...words.map((word) => say(`study_researcher.arms.${word}`)), ""]),
    make("tbody", {}, ...arms.map((arm) => make("tr", { "data-row": arm.name },
      make("th", { scope: "row" }, arm.name),
      make("td.figure", {}, number(arm.active + arm.completed)),
      make("td.figure", {}, number(arm.answers)),
      make("td.figure", {}, share(arm.dominated.failed, arm.dominated.asked)),
      make("td.figure", {}, share(arm.repeats.agreed, arm.repeats.asked)),
      make("td.figure", {}, seconds(arm.median_s)),
      make("td", {}, say(arm.closed ? "study_researcher.arms.closed" : "study_researcher.arms.open")),
      make("td", {}, armButton(arm, change))))),
  ];
}

/** @param {Arm} arm @param {(arm: Arm) => (event: Event) => void} change */
function armButton(arm, change) {
  const word = arm.closed ? "reopen" : "close";
  const named = say(`study_researcher.arms.${word}_named`, { arm: arm.name });
  return make("button.button.button-small", { type: "button", "data-arm": arm.name, "aria-label": named, onclick: change(arm) }, say(`study_researcher.arms.${word}`));
}

/** @param {{stage: string, people: number}[]} stopped */
function stoppedRows(stopped) {
  if (!stopped.length) return [];
  const most = Math.max(...stopped.map(({ people }) => people));
  return [
    head([say("study_researcher.stopped.stage"), say("study_researcher.stopped.people"), ""]),
    make("tbody", {}, ...stopped.map(({ stage, people }) => make("tr", {},
      make("th", { scope: "row" }, stageName(stage)),
      make("td.figure", {}, number(people)),
      make("td.bar-cell", { "aria-hidden": "true" }, bar([["stale", people / most]]))))),
  ];
}

/** @param {string} stage one of ours, or an arm */
const stageName = (stage) => (knows(`study_researcher.stages.${stage}`) ? say(`study_researcher.stages.${stage}`) : stage);

/** @param {any[]} people */
function participantRows(people) {
  if (!people.length) return [];
  const words = ["number", "cell", "status", "progress", "failures", "agreement", "indifferent", "median", "last"];
  return [
    head(words.map((word) => say(`study_researcher.participants.${word}`))),
    make("tbody", {}, ...people.map((one) => make("tr", { "data-participant": one.number },
      make("th", { scope: "row" }, number(one.number)),
      make("td", {}, one.cell),
      make("td", {}, say(`study_researcher.participants.states.${one.status}`), excluded(one.excluded_by)),
      make("td.bar-cell", {}, make("span.figure", {}, `${number(one.done)} / ${number(one.of)}`), bar([[one.status, one.of ? one.done / one.of : 0]])),
      make("td.figure", {}, number(one.dominated_failures ?? 0)),
      make("td.figure", {}, typeof one.agreement === "number" ? percent(one.agreement) : NONE),
      make("td.figure", {}, typeof one.indifferent === "number" ? percent(one.indifferent) : NONE),
      make("td.figure", {}, seconds(one.median_s)),
      make("td", {}, one.last ? ago(one.last) : NONE)))),
  ];
}

/** By which rules of the plan a report would leave somebody out. @param {string[]} rules */
function excluded(rules) {
  return rules.length ? make("span.badge", { title: rules.join(", ") }, say("study_researcher.participants.excluded")) : null;
}

/** @param {string[]} names of the columns; the last may have none */
function head(names) {
  return make("thead", {}, make("tr", {}, ...names.map((name) => (name ? make("th", { scope: "col" }, name) : make("td", {})))));
}

/** Parts of a whole, one after the other. @param {[string, number][]} parts shares of 1 by their look */
function bar(parts) {
  let at = 0;
  const rects = parts.map(([look, part]) => {
    const width = 100 * Math.min(1, Math.max(0, part));
    const drawn = draw(`rect.bar-${look}`, { x: at, y: 0, width, height: 10 });
    at += width;
    return drawn;
  });
  return draw("svg.plain-bar", { viewBox: "0 0 100 10", preserveAspectRatio: "none" }, draw("rect.bar-track", { width: 100, height: 10 }), ...rects);
}

/** @param {number} part @param {number} of */
const share = (part, of) => (of ? `${number(part)} / ${number(of)} (${percent(part / of)})` : NONE);

/** @param {number | null | undefined} value */
function seconds(value) {
  if (typeof value !== "number") return NONE;
  return new Intl.NumberFormat(language, { style: "unit", unit: "second", unitDisplay: "short", maximumFractionDigits: value < 10 ? 1 : 0 }).format(value);
}
