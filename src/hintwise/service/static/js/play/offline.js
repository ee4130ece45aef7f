/** The page and all it is made of are kept by the service worker, to be opened without a connection. */

import { pageData } from "../words.js";

export async function keepPages() {
  if (!navigator.serviceWorker) return; // there is none on an insecure address
  try {
    await navigator.serviceWorker.register("/sw.js");
  } catch (error) {
    // A browser may forbid it, and the server may be away: the page does without.
    if (error instanceof DOMException || error instanceof TypeError) return;
    throw error;
  }
  const { active } = await navigator.serviceWorker.ready;
  const loaded = performance.getEntriesByType("resource").map((entry) => new URL(entry.name));
  const files = loaded.filter((url) => url.origin === location.origin && url.pathname.startsWith("/static/"));
  // The page that lists games without a connection has scripts of its own.
  const paths = [...files.map((url) => url.pathname), ...pageData.offline];
  active.postMessage({ keep: [location.pathname, ...new Set(paths)] });
}
