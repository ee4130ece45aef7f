// The walkthroughs that I share: open one, or stop sharing it.

import { remove } from "../api.js";
import { byId, make } from "../elements.js";
import { problemText, toast } from "../live.js";
import { language, pageData, say } from "../words.js";

export function showShared() {
  const pages = Object.entries(pageData.shared);
  byId("shared").hidden = pages.length === 0;
  byId("my-shared").replaceChildren(...pages.map(([id, page]) => item(id, page)));
}

/** @param {string} id @param {{at: string, title: string}} page */
function item(id, { at, title }) {
  const day = new Date(at).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
  return make("li.card.shared-item", {},
    make("a", { href: `/w/${id}` }, title || say("me.shared.untitled")),
    make("span.soft.small", {}, say("me.shared.of", { day })),
    make("button.button.button-small.button-quiet", { type: "button", onclick: () => unshare(id) }, say("me.shared.stop")),
  );
}

/** @param {string} id */
async function unshare(id) {
  try {
    await remove(`/walkthroughs/${id}`);
    delete pageData.shared[id];
    toast(say("me.shared.stopped"));
  } catch (error) {
    toast(problemText(error));
  }
  showShared();
  const next = byId("my-shared").querySelector("a") ?? byId("games-title");
  next.focus(); // the button that was pressed is gone
}
