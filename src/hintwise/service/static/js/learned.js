// What is believed about a person: sentences that can be denied, and bars that show how sure they are.

import { draw, make } from "./elements.js";
import { percent, say } from "./words.js";

const AT_ONCE = 5;

/**
 * @typedef {{text: string, number: number, certainty: number}} Sentence
 * @typedef {{feature: string, name: string, mean: number, low: number, high: number}} Share
 * @typedef {{title: string, sentences: Sentence[], shares: Share[], expected: boolean}} Learned
 */

/**
 * @param {Learned} learned
 * @param {((sentence: Sentence) => void) | null} deny what "No, that is not me" does
 * @returns {Node[]}
 */
export function learnedParts(learned, deny) {
  const shares = [...learned.shares].sort((one, other) => other.mean - one.mean);
  const scale = 100 / Math.max(...shares.map((share) => share.high), 0.01);
  return [
    learned.expected ? make("p.note", {}, say("learned.expected")) : make("p.soft", {}, learned.title),
    learned.sentences.length ? make("ul.beliefs", {}, ...learned.sentences.map((one) => belief(one, deny))) : null,
    !learned.sentences.length && !learned.expected ? make("p", {}, say("learned.nothing")) : null,
    learned.shares.length ? make("h3", {}, say("learned.shares")) : null,
    learned.shares.length ? bars(shares.slice(0, AT_ONCE), scale) : null,
    shares.length > AT_ONCE ? make("details.more", {}, make("summary", {}, say("learned.more")), bars(shares.slice(AT_ONCE), scale)) : null,
    learned.shares.length ? make("p.soft.small", {}, say("learned.about_bars")) : null,
  ].filter(Boolean);
}

/** @param {Sentence} sentence @param {((sentence: Sentence) => void) | null} deny */
function belief(sentence, deny) {
  const canDeny = deny && Number.isInteger(sentence.number);
  return make("li", {},
    make("p", {}, sentence.text, certainty(sentence)),
    canDeny && make("button.button.button-small", { type: "button", "aria-label": `${say("learned.deny")}: ${sentence.text}`, onclick: () => deny(sentence) }, say("learned.deny")),
  );
}

/** @param {Sentence} sentence */
function certainty(sentence) {
  if (typeof sentence.certainty !== "number") return null;
  return make("span.certainty", {}, say("learned.certainty", { percent: percent(sentence.certainty) }));
}

/** @param {Share[]} shares @param {number} scale of the longest bar */
function bars(shares, scale) {
  return make("dl.shares", {}, ...shares.map((share) => row(share, scale)));
}

/** @param {Share} share @param {number} scale */
function row({ name, mean, low, high }, scale) {
  const figures = { mean: percent(mean), low: percent(low), high: percent(high) };
  return make("div", {},
    make("dt", {}, name),
    make("dd.share-bar", { "aria-hidden": "true" },
      draw("svg", { viewBox: "0 0 100 14", preserveAspectRatio: "none" },
        draw("rect.share-track", { x: 0, y: 5, width: 100, height: 4, rx: 1 }),
        draw("rect.share-bar-mean", { x: 0, y: 5, width: mean * scale, height: 4, rx: 1 }),
        draw("rect.share-range", { x: low * scale, y: 2, width: Math.max(0.5, (high - low) * scale), height: 10 }),
        draw("rect.share-mean", { x: Math.max(0, mean * scale - 0.5), y: 0, width: 1, height: 14 }),
      ),
    ),
    make("dd.share-figure", {},
      make("span", { "aria-hidden": "true" }, `${figures.mean} (${figures.low} – ${figures.high})`),
      make("span.unseen", {}, say("learned.share", figures)),
    ),
  );
}
