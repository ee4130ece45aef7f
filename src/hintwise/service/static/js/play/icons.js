/** The small pictures on buttons: path data on a square of 24. */

import { draw } from "../elements.js";

const PATHS = {
  undo: "M9 14L4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  redo: "M15 14l5-5-5-5M20 9H10a6 6 0 0 0 0 12h3",
  erase: "M9 20h11M5.5 15.5l9-9a2 2 0 0 1 2.8 0l2.2 2.2a2 2 0 0 1 0 2.8L11 20H8z",
  first: "M12 4v4M5 7l2.5 2.5M19 7l-2.5 2.5M12 11l7 4-3 1 2 4-2 1-2-4-2 2z",
  fill: "M4 4h16v16H4zM8 8h1M12 8h1M16 8h1M8 12h1M12 12h1M16 12h1M8 16h1M12 16h1M16 16h1",
  bulb: "M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10.5c.8.8 1 1.5 1 2.5h6c0-1 .2-1.7 1-2.5A6 6 0 0 0 12 3z",
  check: "M4 12.5l5 5L20 6.5",
  cross: "M6 6l12 12M18 6L6 18",
  back: "M11 6L5 12l6 6M19 6l-6 6 6 6",
  before: "M15 5l-7 7 7 7",
  after: "M9 5l7 7-7 7",
  more: "M12 5v14M5 12l7 7 7-7",
  other: "M4 9h13l-3-3M20 15H7l3 3",
  inside: "M8 4H4v4M16 4h4v4M8 20H4v-4M16 20h4v-4M9 9h6v6H9z",
  why: "M9 9a3 3 0 1 1 4.2 2.8c-.9.5-1.2 1-1.2 2.2M12 18h.01",
  select: "M6 4l12 7-5 1.5L10.5 18z",
  cycle: "M4 12a8 8 0 0 1 14-5l2 2M20 4v5h-5M20 12a8 8 0 0 1-14 5l-2-2M4 20v-5h5",
};

export function icon(name) {
  const path = draw("path", { d: PATHS[name] });
  return draw("svg.icon", { viewBox: "0 0 24 24", "aria-hidden": "true" }, path);
}
