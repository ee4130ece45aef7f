// A page that explains every step of a puzzle: it gets a link, which whoever has it can open.

import { post } from "./api.js";
import { problemText, toast } from "./live.js";
import { titled } from "./titles.js";
import { language, say } from "./words.js";

/**
 * Have the page made and go to it. That it can be opened by others was said before.
 * @param {{kind: string, puzzle: string, title?: string, story?: string, author?: string}} puzzle
 *   as it was given: what somebody has filled in is not on the page
 */
export async function shareSteps(puzzle) {
  const { kind, puzzle: text, title = "", story = "", author = "" } = puzzle;
  toast(say("base.steps.making"), 30);
  try {
    const asked = { kind, puzzle: text, title: titled(title), story, author, language, profile: "mine" };
    const { url, id } = await post("/walkthroughs", asked);
    window.location.assign(url ?? `/w/${id}`);
  } catch (error) {
    toast(problemText(error), 6);
  }
}
