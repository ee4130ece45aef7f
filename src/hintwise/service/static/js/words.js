// What the server told this page, and what the page may say.

/** @type {{language: string, words: Record<string, any>, [key: string]: any}} */
export const pageData = JSON.parse(document.getElementById("page-data").textContent);

export const language = pageData.language;

/**
 * A sentence with its placeholders filled, as in say("learned.certainty", {percent: "80 %"}).
 * @param {string} name whole name of the sentence, as in the word files
 * @param {Record<string, string | number>} [parts]
 * @returns {string}
 */
export function say(name, parts = {}) {
  const found = name.split(".").reduce((table, key) => table?.[key], pageData.words);
  if (typeof found !== "string") throw new Error(`no words for ${name}`);
  return found.replace(/\{(\w+)\}/g, (hole, key) => (key in parts ? String(parts[key]) : hole));
}

/**
 * A sentence in its form for one thing or for several; {count} is filled in.
 * @param {string} name
 * @param {number} count
 * @param {Record<string, string | number>} [parts]
 */
export function sayCounted(name, count, parts = {}) {
  return say(`${name}.${count === 1 ? "one" : "several"}`, { count, ...parts });
}

/** Whether there is such a sentence. @param {string} name */
export function knows(name) {
  return typeof name.split(".").reduce((table, key) => table?.[key], pageData.words) === "string";
}

/** A share of 1 as people of this language write it. @param {number} share */
export function percent(share) {
  return new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0 }).format(share);
}

/** A number with so many digits after the point. @param {number} value @param {number} digits */
export function number(value, digits = 0) {
  return new Intl.NumberFormat(language, { maximumFractionDigits: digits }).format(value);
}

/** How long ago something was: "5 minutes ago", "now". @param {string} at ISO time */
export function ago(at) {
  const seconds = (new Date(at).getTime() - Date.now()) / 1000;
  const words = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  const units = [["day", 86400], ["hour", 3600], ["minute", 60]];
  for (const [unit, length] of units) {
    if (Math.abs(seconds) >= length) return words.format(Math.round(seconds / length), unit);
  }
  return words.format(0, "second");
}
