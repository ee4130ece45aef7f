// The JSON API of the server: one function for every kind of request, one error for every problem.

import { language } from "./words.js";

const ROOT = "/api/v1";
/** What the type of each of the server's own problems begins with. */
const OWN = "urn:hintwise:problem:";
/** A connection that is silent for so long is broken; the server answers sooner that it is busy. */
const LONGEST_S = 75;

/** What the server said was wrong; `status` is 0 if the server could not be reached. */
export class Problem extends Error {
  /**
   * @param {number} status
   * @param {Record<string, any>} body problem+json
   * @param {number} retryAfter seconds after which to try again; 0 if the server did not say
   */
  constructor(status, body, retryAfter) {
    super(body.detail || body.title || String(status));
    this.status = status;
    this.body = body;
    this.retryAfter = retryAfter;
  }

  /** Whether the server had no say: nothing answered, or a proxy before it that cannot reach it. */
  get isOffline() {
    const isOwn = this.body.type?.startsWith?.(OWN);
    return this.status === 0 || (this.status >= 500 && !this.isBusy && !isOwn);
  }

  get isBusy() {
    return this.status === 429 || this.status === 503;
  }
}

/**
 * @param {string} method
 * @param {string} path below /api/v1
 * @param {unknown} [body] sent as JSON
 * @param {{signal?: AbortSignal, keepalive?: boolean, seconds?: number, token?: string}} [options]
 *   `seconds` until the server counts as out of reach; `token` of whoever has no cookie
 * @returns {Promise<any>} the answer's JSON, or null if it is empty
 */
export async function request(method, path, body, { signal, seconds = LONGEST_S, token, ...options } = {}) {
  const headers = { Accept: "application/json", "Accept-Language": language };
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let answer, found;
  try {
    answer = await fetch(ROOT + path, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      credentials: "same-origin",
      cache: "no-store",
      signal: until(seconds, signal),
      ...options,
    });
    found = await jsonOf(answer);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Problem(0, {}, 0);
  }
  if (answer.ok) return found;
  throw new Problem(answer.status, found ?? {}, Number(answer.headers.get("Retry-After")) || 0);
}

/** A signal that ends what takes too long, or what is not wanted any more. */
function until(seconds, signal) {
  const late = AbortSignal.timeout(seconds * 1000);
  if (!signal) return late;
  return AbortSignal.any ? AbortSignal.any([signal, late]) : signal;
}

/** @param {Response} answer */
async function jsonOf(answer) {
  const text = await answer.text();
  try {
    return text ? JSON.parse(text) : null;
  } catch {
    return null;
  }
}

/** @type {(path: string, options?: object) => Promise<any>} */
export const get = (path, options) => request("GET", path, undefined, options);
/** @type {(path: string, body?: unknown, options?: object) => Promise<any>} */
export const post = (path, body = {}, options) => request("POST", path, body, options);
/** @type {(path: string, body: unknown, options?: object) => Promise<any>} */
export const patch = (path, body, options) => request("PATCH", path, body, options);
/** @type {(path: string, body: unknown, options?: object) => Promise<any>} */
export const put = (path, body, options) => request("PUT", path, body, options);
/** @type {(path: string, options?: object) => Promise<any>} */
export const remove = (path, options) => request("DELETE", path, undefined, options);
