// Going on with another device: the token is in the fragment, and a button sends it.

import { post, Problem } from "../api.js";
import { byId } from "../elements.js";
import { problemText } from "../live.js";
import { pageData, say } from "../words.js";

const { name } = pageData.study;
const KEY = `hintwise-study-resume:${name}`;
const token = decodeURIComponent(window.location.hash.slice(1)) || (window.sessionStorage.getItem(KEY) ?? "");

if (token) {
  // It outlives a switch of the language, but neither the tab nor the history keeps it.
  window.sessionStorage.setItem(KEY, token);
  window.history.replaceState(null, "", window.location.pathname);
  byId("take").disabled = false;
} else {
  tell(say("study_resume.empty"));
}
byId("take").addEventListener("click", take);

async function take() {
  byId("take").disabled = true;
  try {
    await post(`/studies/${name}/participants/known`, { token });
    window.sessionStorage.removeItem(KEY);
    window.location.replace(`/study/${name}`);
  } catch (error) {
    const isWrong = error instanceof Problem && [401, 404, 422].includes(error.status);
    tell(isWrong ? say("study_resume.wrong") : problemText(error));
    byId("take").disabled = isWrong;
  }
}

/** @param {string} text */
function tell(text) {
  byId("link-note").textContent = text;
  byId("link-note").hidden = false;
}
