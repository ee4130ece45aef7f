// Trying again by itself while the server is busy or cannot be reached.

import { Problem } from "./api.js";
import { say, sayCounted } from "./words.js";

const RETRY_S = 2;

/** @param {number} seconds */
export const pause = (seconds) => new Promise((done) => window.setTimeout(done, seconds * 1000));

/** Until the browser has a connection again. */
const online = () => new Promise((done) => window.addEventListener("online", done, { once: true }));

/**
 * Ask until the server answers, and say why it takes long; what cannot succeed is thrown.
 * @template T
 * @param {() => Promise<T>} ask
 * @param {(text: string | null) => void} tell gets null when there is nothing to say any more
 * @returns {Promise<T>}
 */
export async function persist(ask, tell) {
  for (;;) {
    try {
      const answer = await ask();
      tell(null);
      return answer;
    } catch (error) {
      if (!(error instanceof Problem) || !(error.isBusy || error.isOffline)) throw error;
      const seconds = error.retryAfter || RETRY_S;
      const reason = say(error.isBusy ? "base.problems.busy" : "base.problems.offline");
      tell(`${reason} ${sayCounted("base.problems.again", seconds)}`);
      await Promise.race([pause(seconds), online()]);
    }
  }
}
