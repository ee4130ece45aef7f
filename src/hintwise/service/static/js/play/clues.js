/** The clues of a grid, which can be crossed off; a hint marks those it speaks of. */

import { make } from "../elements.js";
import { say } from "../words.js";

export class Clues {
  /** @param {HTMLElement} place @param {import("./desk.js").Desk} desk */
  constructor(place, desk) {
    this.desk = desk;
    this.items = new Map();
    const items = desk.puzzle.view.clues.map((clue, at) => this.item(clue, at + 1));
    place.append(make("ol.clue-list", {}, ...items));
    place.hidden = !items.length;
    desk.addEventListener("drawn", () => this.draw());
  }

  item({ name, text }, number) {
    const box = make("input", { type: "checkbox" });
    box.addEventListener("change", () => this.cross(name, box.checked));
    const item = make("li.clue", { id: `clue-${number}` }, make("label", { title: say("play.clues.cross") }, box, make("span", {}, text)));
    this.items.set(name, { item, box });
    return item;
  }

  /** Crossed-off clues are kept with the switches of the game. */
  cross(name, on) {
    this.desk.sync.add("set", { helps: { [`crossed ${name}`]: on } });
  }

  draw() {
    for (const [name, { item, box }] of this.items) {
      box.checked = this.desk.game.helps[`crossed ${name}`] ?? false;
      item.classList.toggle("crossed", box.checked);
      item.classList.toggle("pointed", this.desk.shown?.clues.has(name) ?? false);
    }
  }
}
