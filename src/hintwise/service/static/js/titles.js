// What a puzzle is called on this page. Those of the library come in series, such as "Easy 3".

import { knows, say } from "./words.js";

/**
 * @param {string} title as the server has it, in English if the puzzle has no name of its own
 * @returns {string} the same in the language of the page
 */
export function titled(title) {
  const [, series, number] = /^(.*?)\s*(\d*)$/.exec(title);
  const name = `base.series.${series.toLowerCase().replaceAll(" ", "_")}`;
  return knows(name) ? `${say(name)} ${number}`.trim() : title;
}
