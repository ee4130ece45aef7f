// What the server knows of a participant. Every deed carries where the participation was when it was
// shown, and waits in this browser until the server has it: sent again after a lost reply, a reload
// or from another tab, nothing is done twice.

import { get, post, Problem, remove } from "../api.js";
import { newId } from "../ids.js";
import { persist } from "../persist.js";

/**
 * @typedef {{position: number, number: number, stage: string, progress: any, [part: string]: any}} State
 * @typedef {{kind: string, [part: string]: any}} Deed
 */

export class Participation {
  /** As it was told last; null if nobody takes part in this browser. @type {State | null} */
  state = null;
  /** One id for all tries to join: who presses the button again after a lost reply is the same person. */
  #joining = newId();

  /**
   * @param {string} study its name
   * @param {(text: string | null) => void} tell why something takes long
   */
  constructor(study, tell) {
    this.root = `/studies/${study}`;
    this.key = `hintwise-study:${study}`;
    this.whoKey = `hintwise-study-person:${study}`;
    this.tell = tell;
  }

  /** Look for somebody who takes part in this browser already; what waited to be sent is sent. */
  async find() {
    try {
      this.state = await this.look();
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 401) throw error;
      this.#forget();
      return;
    }
    if (this.#who()?.number !== this.state.number) this.claim("");
    const waiting = this.#waiting();
    if (waiting?.number === this.state.number) await this.#deliver(waiting.deed);
    else this.#forget();
  }

  /** @param {{invitation?: string, external?: Record<string, string>, language: string}} asked */
  async join(asked) {
    const { state } = await this.#ask(() => post(`${this.root}/participants`, { id: this.#joining, ...asked }));
    this.#forget();
    this.state = state;
    this.#joining = newId(); // whoever joins next on this page is somebody else
  }

  /** Whoever takes part in this browser came by the link of this mark (see `linkMark`). @param {string} mark */
  claim(mark) {
    window.localStorage.setItem(this.whoKey, JSON.stringify({ number: this.state.number, mark }));
  }

  /** Whether a link is, as far as is known, not that of who takes part in this browser. @param {string} mark */
  isOfAnother(mark) {
    return mark !== "" && this.#who()?.mark !== mark;
  }

  /** Whether somebody else has begun in another tab: what is done now would count as theirs. */
  get isTakenOver() {
    return this.state !== null && (this.#who() ?? this.state).number !== this.state.number;
  }

  /** How it is on the server now. @returns {Promise<State>} */
  look() {
    return this.#ask(() => get(`${this.root}/participation`));
  }

  /** Have what comes next worked out; it may take several tries. */
  async next() {
    this.state = await this.#ask(() => post(`${this.root}/participation/next`));
  }

  /**
   * @param {Deed} deed
   * @returns {Promise<boolean>} false if somebody was faster, in another tab: `state` is as it is now
   */
  async act(deed) {
    const { position, number } = this.state;
    const sent = { position, ...deed };
    window.localStorage.setItem(this.key, JSON.stringify({ number, deed: sent }));
    return this.#deliver(sent);
  }

  /** @returns {Promise<string>} the token with which another device goes on */
  async link() {
    return (await post(`${this.root}/participation/link`)).token;
  }

  async withdraw() {
    await remove(`${this.root}/participation`);
    this.#forget();
    window.localStorage.removeItem(this.whoKey);
    this.state = null;
  }

  /** @param {Deed} deed */
  async #deliver(deed) {
    let tries = 0;
    try {
      this.state = await this.#ask(() => {
        tries += 1;
        return post(`${this.root}/participation/deeds`, deed);
      });
      this.#forget();
      return true;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      // After a defect of the server nobody knows whether it has the deed.
      if (error.status < 500) this.#forget();
      if (error.status !== 409) throw error;
      this.state = error.body.state ?? (await this.look());
      return tries > 1; // the first try may have arrived, and only its reply was lost
    }
  }

  /** @template T @param {() => Promise<T>} ask @returns {Promise<T>} */
  #ask(ask) {
    return persist(ask, this.tell);
  }

  /** @returns {{number: number, mark: string} | null} */
  #who() {
    return JSON.parse(window.localStorage.getItem(this.whoKey) ?? "null");
  }

  /** @returns {{number: number, deed: Deed} | null} */
  #waiting() {
    return JSON.parse(window.localStorage.getItem(this.key) ?? "null");
  }

  #forget() {
    window.localStorage.removeItem(this.key);
  }
}
