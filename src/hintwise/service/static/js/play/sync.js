/**
 * The events of a game: those the server has, in its order, and own ones that wait behind them.
 *
 * A new event counts at once, is kept in the browser, and goes to the server with the position it
 * expects. If another tab or device was first, theirs are taken in and the own ones come after. A
 * request whose answer was lost is sent again with the same ids, which the server knows. So nothing
 * is lost or doubled, whatever happens to the connection. A single event that the server refuses is
 * set aside, so that it does not keep back all the others.
 *
 * Tabs of one browser tell each other what they do, and take turns in sending.
 */

import { newGame, reduce } from "../game/game.js";
import { newId } from "../ids.js";
import * as keptHere from "./kept.js";

const MOST_AT_ONCE = 100;
const MOST_CHARACTERS = 200_000;
const FIRST_WAIT_S = 1;
const LONGEST_WAIT_S = 30;
const COPY_AFTER_MS = 400;
/** What the server answers to events that it cannot read, however often they come. */
const UNREADABLE = new Set([400, 413, 422]);

export class Sync extends EventTarget {
  /**
   * @param {string} id of the game
   * @param {{events: import("../game/game.js").Event[], [key: string]: any}} record as the server gave it
   * @param {{send: (expected: number, events: object[]) => Promise<{position: number}>,
   *   load: (after: number) => Promise<{events: object[]}>}} server
   */
  constructor(id, record, server) {
    super();
    this.id = id;
    this.record = record;
    this.server = server;
    /** @type {import("../game/game.js").Event[]} */
    this.confirmed = [];
    /** @type {import("../game/game.js").Event[]} */
    this.waiting = [];
    this.base = this.game = newGame();
    /** @type {"saved"|"saving"|"offline"|"refused"} saved only if nothing waits */
    this.state = "saved";
    /** How many events are sent one by one, to find the one that is refused. */
    this.singly = 0;
    this.wait_s = FIRST_WAIT_S;
    this.toForget = new Set();
    this.takeIn(record.events);
    this.hear(keptHere.waiting(id));
    this.channel = globalThis.BroadcastChannel ? new BroadcastChannel(`hintwise:${id}`) : null;
    this.channel?.addEventListener("message", ({ data }) => this.heard(data));
    globalThis.addEventListener("online", () => this.flush());
  }

  /** The last position that is known to be on the server. */
  get position() {
    return this.confirmed.length;
  }

  /** Do something: it counts at once. */
  add(kind, body) {
    const event = { id: newId(), kind, body };
    keptHere.keepWaiting(this.id, event);
    this.hear([event]);
    this.channel?.postMessage({ waiting: [event] });
    this.flush();
  }

  /** Events that wait to be sent, from here or from another tab. */
  hear(events) {
    const known = new Set([...this.confirmed, ...this.waiting].map((event) => event.id));
    const fresh = events.filter((event) => !known.has(event.id));
    if (!fresh.length) return;
    this.waiting = [...this.waiting, ...fresh];
    this.game = fresh.reduce(reduce, this.game);
    if (this.state === "saved") this.become("saving");
    this.changed();
  }

  /** What another tab does. It sends its own events; if it is closed before, this one does. */
  heard({ waiting = [], confirmed = [], aside = [] }) {
    if (confirmed.length && confirmed[0].position > this.position + 1) this.flush("and look");
    else this.takeIn(confirmed);
    this.hear(waiting);
    if (waiting.length) this.flush();
    for (const id of aside) this.leaveOut(id);
  }

  /** Events as they are on the server: they come before all that waits. */
  takeIn(events) {
    const fresh = events.filter((event) => event.position > this.position);
    if (!fresh.length) return;
    const ids = new Set(fresh.map((event) => event.id));
    this.confirmed = [...this.confirmed, ...fresh];
    this.base = fresh.reduce(reduce, this.base);
    this.waiting = this.waiting.filter((event) => !ids.has(event.id));
    this.game = this.waiting.reduce(reduce, this.base);
    for (const id of ids) this.toForget.add(id);
    this.keepCopySoon();
    if (!this.waiting.length && this.state === "saving") this.become("saved");
    this.changed();
  }

  async reload() {
    this.takeIn((await this.server.load(this.position)).events);
  }

  /** Send what waits, one request at a time; with `look`, fetch what others did as well. */
  flush(look = "") {
    this.looking ||= Boolean(look);
    this.sending ??= inTurn(`hintwise:${this.id}`, () => this.sendAll()).finally(() => {
      this.sending = null;
      const tries = this.state === "saved" || this.state === "saving";
      if (tries && (this.waiting.length || this.looking)) this.flush();
    });
    return this.sending;
  }

  async sendAll() {
    clearTimeout(this.timer);
    try {
      if (this.looking) await this.look();
      while (this.waiting.length) {
        this.become("saving");
        await this.sendSome(this.singly ? this.waiting.slice(0, 1) : firstOf(this.waiting));
      }
      this.wait_s = FIRST_WAIT_S;
      this.become("saved");
    } catch (problem) {
      this.failed(problem);
    }
  }

  /** Whoever wants to look while this is under way gets another look: this one may come too early. */
  async look() {
    this.looking = false;
    try {
      await this.reload();
    } catch (problem) {
      this.looking = true;
      throw problem;
    }
  }

  async sendSome(events) {
    const expected = this.position;
    try {
      const bodies = events.map(({ id, kind, body }) => ({ id, kind, body }));
      const { position } = await this.server.send(expected, bodies);
      // Any other position: a first try had arrived, though its answer had not.
      if (position !== expected + events.length) return await this.reload();
      const stored = events.map((event, at) => ({ ...event, position: expected + at + 1 }));
      this.takeIn(stored);
      this.channel?.postMessage({ confirmed: stored });
      this.singly = Math.max(0, this.singly - 1);
    } catch (problem) {
      if (isUnreadable(problem)) return this.setAside(events, problem);
      if (problem.status !== 409 || !problem.body.events) throw problem;
      const since = problem.body.events;
      if (since[0]?.position === this.position + 1) this.takeIn(since);
      else await this.reload();
    }
  }

  /** Of several events that were refused each is sent by itself; a single one is the one. */
  setAside(events, problem) {
    if (events.length > 1) {
      this.singly = events.length;
      return;
    }
    const [event] = events;
    this.singly = Math.max(0, this.singly - 1);
    keptHere.setAside(this.id, event.id);
    this.leaveOut(event.id);
    this.channel?.postMessage({ aside: [event.id] });
    this.dispatchEvent(new CustomEvent("aside", { detail: { event, problem } }));
  }

  leaveOut(id) {
    this.waiting = this.waiting.filter((event) => event.id !== id);
    this.game = this.waiting.reduce(reduce, this.base);
    this.changed();
  }

  /** What the server does not want will not be wanted later either; all else is tried again. */
  failed(problem) {
    if (!("status" in problem)) throw problem;
    const later = problem.status === 0 || problem.status === 429 || problem.status >= 500;
    this.become(later ? "offline" : "refused");
    if (!later) return;
    const wait_s = Math.max(problem.retryAfter ?? 0, this.wait_s);
    this.wait_s = Math.min(2 * this.wait_s, LONGEST_WAIT_S);
    this.timer = setTimeout(() => this.flush(), wait_s * 1000);
  }

  become(state) {
    if (state === this.state) return;
    this.state = state;
    this.dispatchEvent(new Event("state"));
  }

  changed() {
    this.dispatchEvent(new Event("game"));
  }

  keepCopySoon() {
    this.copying ??= setTimeout(() => this.keepCopy(), COPY_AFTER_MS);
  }

  async keepCopy() {
    this.copying = null;
    const forget = this.toForget;
    this.toForget = new Set();
    await keptHere.keepCopy(this.id, { ...this.record, events: this.confirmed });
    keptHere.forgetWaiting(this.id, forget);
  }
}

/** Whether this event is the reason; where there is no room, any event is refused. */
function isUnreadable({ status, body }) {
  return UNREADABLE.has(status) && !body.type?.endsWith(":no-room");
}

/** As many events as one request may hold, one at least. */
function firstOf(events) {
  let characters = 0;
  const fits = (event, at) => {
    characters += JSON.stringify(event).length;
    return at === 0 || (at < MOST_AT_ONCE && characters <= MOST_CHARACTERS);
  };
  const end = events.findIndex((event, at) => !fits(event, at));
  return end < 0 ? events : events.slice(0, end);
}

/** Run while no other tab does. Where there are no locks, the server keeps the order alone. */
function inTurn(name, work) {
  return navigator.locks ? navigator.locks.request(name, work) : work();
}
