/**
 * Pages without a connection: the page of a game, and all files it is made of.
 *
 * Pages come from the server if it answers. Static files never change under their address, so a kept
 * one will do. What is asked of the API is never kept here: games have their own copies (kept.js).
 */

const PAGES = "hintwise-pages";
const GAME = "/play/any";
const OFFLINE = "/offline";

self.addEventListener("install", (event) => {
  event.waitUntil(keep([OFFLINE]).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("message", (event) => event.waitUntil(keepOnly(event.data.keep ?? [])));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(request, url));
  else if (url.pathname.startsWith("/static/")) event.respondWith(staticFile(request));
});

/** The page of one game serves for all: its script looks at the address. */
const keyOf = (path) => (path.startsWith("/play/") ? GAME : path);

async function keep(paths) {
  const pages = await caches.open(PAGES);
  await Promise.all(
    paths.map(async (path) => {
      const answer = await fetch(path);
      if (answer.ok) await pages.put(keyOf(path), answer);
    }),
  );
}

/**
 * Keep what a page is made of now, and let go of the files of earlier versions. Pages come last: one
 * that is there can be opened, whenever the connection breaks.
 */
async function keepOnly(paths) {
  await keep(paths.filter(isStatic));
  await keep([OFFLINE, ...paths.filter((path) => !isStatic(path))]);
  const versions = new Set(paths.filter(isStatic).map(versionOf));
  const pages = await caches.open(PAGES);
  for (const { url } of await pages.keys()) {
    const { pathname } = new URL(url);
    if (isStatic(pathname) && !versions.has(versionOf(pathname))) await pages.delete(url);
  }
}

const isStatic = (path) => path.startsWith("/static/");
const versionOf = (path) => path.split("/")[2];

async function page(request, url) {
  try {
    return await fetch(request);
  } catch (error) {
    const pages = await caches.open(PAGES);
    const found = (await pages.match(keyOf(url.pathname))) ?? (await pages.match(OFFLINE));
    if (found) return found;
    throw error;
  }
}

async function staticFile(request) {
  return (await caches.match(request, { cacheName: PAGES })) ?? fetch(request);
}
