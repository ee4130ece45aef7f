// How long somebody looks at a question, and how often and how long they look away from the page.
// It is kept in this tab, so that a reload does not make a slow answer look like a fast one.

/** More is not counted, nor taken by the server: a week. */
const LONGEST_S = 604_800;

/** In milliseconds; it goes on over a reload, and no change of the clock turns it back in between. */
const now = () => performance.timeOrigin + performance.now();

export class Attention {
  /**
   * Of the question on the page; `leftAt` is when they looked away, null while they look.
   * @type {{question: string, shownAt: number, leftAt: number | null, times: number, awayMs: number}}
   */
  #seen = { question: "", shownAt: 0, leftAt: null, times: 0, awayMs: 0 };
  #key;

  /** @param {string} study its name */
  constructor(study) {
    this.#key = `hintwise-study-attention:${study}`;
    window.addEventListener("blur", () => this.leave());
    window.addEventListener("focus", () => this.comeBack());
    window.addEventListener("pagehide", () => this.leave());
    window.addEventListener("pageshow", () => document.hidden || this.comeBack());
    document.addEventListener("visibilitychange", () => (document.hidden ? this.leave() : this.comeBack()));
  }

  /**
   * A question is on the page; time runs from the frame in which it can be seen, or goes on if it
   * was there before in this tab.
   * @param {string} question what tells it from all others
   */
  begin(question) {
    const kept = JSON.parse(window.sessionStorage.getItem(this.#key) ?? "null");
    if (kept?.question === question) {
      this.#seen = kept;
      if (!document.hidden) this.comeBack();
      return;
    }
    this.#restart(question);
    // The callback of a frame runs before it is painted, so that of the next frame is right after.
    requestAnimationFrame(() => requestAnimationFrame(() => question === this.#seen.question && this.#restart(question)));
  }

  /** @param {string} question */
  #restart(question) {
    const shownAt = now();
    // Somebody may be away already, with the page still in sight.
    const isAway = this.#seen.leftAt !== null;
    this.#seen = { question, shownAt, leftAt: isAway ? shownAt : null, times: isAway ? 1 : 0, awayMs: 0 };
    this.#keep();
  }

  leave() {
    if (this.#seen.leftAt !== null) return;
    this.#seen.leftAt = now();
    this.#seen.times += 1;
    this.#keep();
  }

  comeBack() {
    if (this.#seen.leftAt === null) return;
    this.#seen.awayMs += now() - this.#seen.leftAt;
    this.#seen.leftAt = null;
    this.#keep();
  }

  /** @returns {{seconds: number, away: number, away_s: number}} since `begin`; `away_s` of the seconds */
  measured() {
    // Whoever answers is here, whatever the browser has told.
    this.comeBack();
    const { shownAt, times, awayMs } = this.#seen;
    return { seconds: inSeconds(now() - shownAt), away: times, away_s: inSeconds(awayMs) };
  }

  #keep() {
    if (this.#seen.question) window.sessionStorage.setItem(this.#key, JSON.stringify(this.#seen));
  }
}

/** @param {number} ms */
const inSeconds = (ms) => Math.min(LONGEST_S, Math.round(Math.max(0, ms)) / 1000);
