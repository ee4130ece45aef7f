/**
 * What this browser keeps of a game: events that the server has not acknowledged yet, and a copy to
 * open it without a connection. A browser that keeps nothing (or has no room) still plays.
 *
 * Each waiting event has a key of its own in localStorage, so that two tabs never overwrite each
 * other. It is removed once it is in the copy as well: a reload at any moment finds it.
 */

const COPIES = "hintwise-games";
const MOST_COPIES = 20;
let count = 0;

const prefixOf = (game) => `hintwise:waiting:${game}:`;
const addressOf = (game) => `/api/v1/games/${game}`;

/** Keep an event until it is acknowledged. */
export function keepWaiting(game, event) {
  count += 1;
  const order = Date.now().toString(36).padStart(9, "0") + count.toString(36).padStart(5, "0");
  try {
    localStorage.setItem(`${prefixOf(game)}${order}:${event.id}`, JSON.stringify(event));
  } catch (error) {
    if (!(error instanceof DOMException)) throw error; // no room, or storage is switched off
  }
}

/** The events that wait, oldest first, whichever tab made them. */
export function waiting(game) {
  const texts = keysOf(game).sort().map((key) => localStorage.getItem(key));
  return texts.filter((text) => text !== null).map((text) => JSON.parse(text));
}

/** The events with these ids need not be kept any longer. @param {Set<string>} ids */
export function forgetWaiting(game, ids) {
  for (const key of keysOf(game)) if (ids.has(key.split(":").at(-1))) localStorage.removeItem(key);
}

/** An event that the server refuses is not sent again; it stays here to be looked at. */
export function setAside(game, id) {
  for (const key of keysOf(game).filter((name) => name.endsWith(`:${id}`))) {
    localStorage.setItem(key.replace(":waiting:", ":aside:"), localStorage.getItem(key));
    localStorage.removeItem(key);
  }
}

/** Nothing of a game that was deleted stays here. */
export async function forgetGame(game) {
  forgetKeys((key) => key.startsWith(prefixOf(game)) || key.startsWith(`hintwise:aside:${game}:`));
  if (globalThis.caches) await (await caches.open(COPIES)).delete(addressOf(game));
}

/** Nothing of whoever played here stays: neither events nor copies nor pages. */
export async function forgetAll() {
  const isOurs = (name) => /^hintwise[:-]/.test(name);
  forgetKeys(isOurs);
  if (!globalThis.caches) return;
  const names = (await caches.keys()).filter(isOurs);
  await Promise.all(names.map((name) => caches.delete(name)));
}

/** Only these games stay: the others are of somebody else who played here. @param {string[]} games */
export async function forgetAllBut(games) {
  const gameOf = (name) => /^hintwise:(?:waiting|aside):([^:]+):/.exec(name)?.[1];
  forgetKeys((name) => gameOf(name) !== undefined && !games.includes(gameOf(name)));
  const kept = (await allCopies()).map(({ id }) => id);
  await Promise.all(kept.filter((id) => !games.includes(id)).map(forgetGame));
}

function forgetKeys(isMeant) {
  for (const key of allKeys().filter(isMeant)) localStorage.removeItem(key);
}

const keysOf = (game) => allKeys().filter((key) => key.startsWith(prefixOf(game)));

function allKeys() {
  try {
    return Object.keys(localStorage);
  } catch (error) {
    if (error instanceof DOMException) return [];
    throw error;
  }
}

/** Keep a copy of a game as the server would give it. */
export async function keepCopy(game, record) {
  if (!globalThis.caches) return; // there are none on an insecure address
  const copies = await caches.open(COPIES);
  const headers = { "Content-Type": "application/json" };
  await copies.put(addressOf(game), new Response(JSON.stringify(record), { headers }));
  const all = await copies.keys();
  const old = all.filter((copy) => !copy.url.endsWith(addressOf(game))).slice(0, 1 - MOST_COPIES);
  await Promise.all(old.map((copy) => copies.delete(copy)));
}

/** The copy of a game, or null. */
export async function copyOf(game) {
  const found = globalThis.caches ? await caches.match(addressOf(game), { cacheName: COPIES }) : null;
  return found ? found.json() : null;
}

/** All copies, in the order in which they were first kept. */
export async function allCopies() {
  if (!globalThis.caches) return [];
  const found = await (await caches.open(COPIES)).matchAll();
  return Promise.all(found.map((copy) => copy.json()));
}
