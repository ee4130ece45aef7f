// The frame around a walkthrough: share, print, embed; the step that a link names is opened.

import { remove } from "./api.js";
import { listenToDialogs } from "./dialogs.js";
import { byId, make } from "./elements.js";
import { problemText, toast } from "./live.js";
import { pageData, say } from "./words.js";

const STEP = /^#step-\d{1,5}$/;
const page = byId("page");

function openStep() {
  const step = STEP.test(window.location.hash) ? window.location.hash : "";
  page.src = page.dataset.src + step;
}

openStep();
window.addEventListener("hashchange", openStep);
// The page inside has no origin of its own; it says which step it shows, and nothing else is heard.
window.addEventListener("message", (event) => {
  const step = event.source === page.contentWindow ? event.data?.step : null;
  if (Number.isInteger(step) && step > 0) window.history.replaceState(null, "", `#step-${step}`);
});

listenToDialogs();

byId("share").addEventListener("click", () => {
  byId("link").value = window.location.href;
  byId("share-dialog").showModal();
});

if (navigator.share) {
  const button = byId("share-native");
  button.hidden = false;
  button.addEventListener("click", async () => {
    try {
      await navigator.share({ title: document.title, url: window.location.href });
    } catch (error) {
      if (error.name !== "AbortError") toast(say("walkthrough.share_failed"));
    }
  });
}

byId("embed").addEventListener("click", () => {
  const inside = make("iframe", {
    src: new URL(page.dataset.src, window.location.href).href,
    title: pageData.title || say("walkthrough.untitled"),
    width: "100%",
    height: "820",
    loading: "lazy",
    sandbox: "allow-scripts",
  });
  byId("code").value = inside.outerHTML;
  byId("embed-dialog").showModal();
});

byId("print").addEventListener("click", () => {
  document.querySelector(".print-frame")?.remove();
  const frame = make("iframe.print-frame", { sandbox: "allow-same-origin allow-modals", "aria-hidden": "true", tabindex: "-1" });
  frame.addEventListener("load", () => frame.contentWindow.print());
  frame.src = `${page.dataset.src}?use=print`;
  document.body.append(frame);
});

byId("unshare")?.addEventListener("click", () => byId("unshare-dialog").showModal());
byId("unshare-really")?.addEventListener("click", async () => {
  try {
    await remove(`/walkthroughs/${pageData.id}`);
    window.location.assign("/me");
  } catch (error) {
    toast(problemText(error));
  }
});
