/** The buttons beside the board: they never take the keyboard's place, nor open the phone's own. */

import { make } from "../elements.js";
import { MODES } from "../game/keys.js";
import { say } from "../words.js";
import { icon } from "./icons.js";

const COLOURS = [1, 2, 3, 4, 5, 6, 7, 8];
const TOOLS = { cycle: "cycle", tick: "check", cross: "cross", select: "select" };

export class Pad {
  /** @param {HTMLElement} place @param {import("./desk.js").Desk} desk */
  constructor(place, desk) {
    this.desk = desk;
    /** @type {Map<string, HTMLElement>} */
    this.buttons = new Map();
    place.replaceChildren(...(desk.puzzle.isBoard ? this.boardParts() : this.gridParts()));
    // The cell keeps the focus, so that keys and buttons can be mixed.
    place.addEventListener("pointerdown", (event) => event.preventDefault());
    desk.addEventListener("drawn", () => this.draw());
    this.draw();
  }

  boardParts() {
    const { puzzle } = this.desk;
    this.values = puzzle.values.get(puzzle.names[0]);
    const modes = MODES.map((mode) => {
      const does = () => this.desk.setMode(mode);
      return this.choice(`mode ${mode}`, does, modeFace(mode), say(`play.modes.${mode}`));
    });
    const values = this.values.map((value) => this.digit(value));
    this.digits = group("digits", say("play.pad.digits"), values);
    const colours = COLOURS.map((colour) => this.colour(colour));
    this.colours = group("digits.colours", say("play.pad.colours"), colours);
    this.digits.dataset.count = String(this.values.length);
    this.digits.append(this.eraseHere());
    const turn = () => this.desk.setDigitFirst(!this.desk.digitFirst);
    const first = this.choice("first", turn, [icon("first")], say("play.pad.first"));
    const fill = () => this.desk.fillCandidates();
    const filling = this.button("fill", fill, [icon("fill")], say("play.pad.fill"));
    return [
      group("modes", say("play.pad.modes"), modes),
      this.digits,
      this.colours,
      make("div.tools", {}, ...this.shared(), first, filling),
    ];
  }

  gridParts() {
    const tools = Object.entries(TOOLS).map(([tool, picture]) =>
      this.choice(`tool ${tool}`, () => this.desk.setTool(tool), [icon(picture)], say(`play.tools.${tool}`)),
    );
    return [
      group("modes", say("play.pad.tools"), tools),
      make("div.tools", {}, ...this.shared()),
    ];
  }

  shared() {
    return [
      this.button("undo", () => this.desk.act({ do: "undo" }), [icon("undo")], say("play.pad.undo")),
      this.button("redo", () => this.desk.act({ do: "redo" }), [icon("redo")], say("play.pad.redo")),
      this.button("erase", () => this.desk.act({ do: "erase" }), [icon("erase")], say("play.pad.erase")),
    ];
  }

  button(name, does, face, label) {
    const shown = make("span.pad-label", {}, label);
    const look = `button.pad-button.${name.replace(" ", "-")}`;
    const button = make(look, { type: "button", onclick: does, title: label }, ...face, shown);
    this.buttons.set(name, button);
    return button;
  }

  choice(name, does, face, label) {
    const button = this.button(name, does, face, label);
    button.setAttribute("aria-pressed", "false");
    return button;
  }

  digit(value) {
    const left = make("span.left", { "aria-hidden": "true" });
    const does = () => this.desk.pressDigit(value);
    const symbol = make("span", {}, this.desk.puzzle.symbol(value));
    const button = make("button.digit-button", { type: "button", onclick: does }, symbol, left);
    this.buttons.set(`digit ${value}`, button);
    return button;
  }

  /** On a phone the tenth place below the digits is free. */
  eraseHere() {
    const does = () => this.desk.act({ do: "erase" });
    const attributes = { type: "button", onclick: does, "aria-label": say("play.pad.erase") };
    return make("button.digit-button.erase-here", attributes, icon("erase"));
  }

  colour(colour) {
    const does = () => this.desk.act({ do: "write", value: colour });
    const label = say("play.cells.coloured", { colour });
    const attributes = { type: "button", onclick: does, "aria-label": label };
    return make(`button.digit-button.colour-${colour}`, attributes, make("span", {}, String(colour)));
  }

  draw() {
    const { desk } = this;
    this.press("first", desk.digitFirst);
    for (const mode of MODES) this.press(`mode ${mode}`, desk.mode === mode);
    for (const tool of Object.keys(TOOLS)) this.press(`tool ${tool}`, desk.tool === tool);
    this.disable("undo", !desk.game.done.length);
    this.disable("redo", !desk.game.undone.length);
    if (!desk.puzzle.isBoard) return;
    this.digits.hidden = desk.mode === "colour";
    this.colours.hidden = desk.mode !== "colour";
    this.digits.dataset.mode = desk.mode;
    this.drawLeft();
  }

  /** How many of each digit are still to be placed. */
  drawLeft() {
    const { puzzle, digits, digit, digitFirst } = this.desk;
    const counts = new Map();
    for (const value of Object.values(digits)) counts.set(value, (counts.get(value) ?? 0) + 1);
    for (const value of this.values) {
      const button = this.buttons.get(`digit ${value}`);
      const left = this.values.length - (counts.get(value) ?? 0);
      button.lastChild.textContent = left > 0 ? String(left) : left < 0 ? "!" : "";
      button.classList.toggle("used-up", left <= 0);
      const parts = { digit: puzzle.symbol(value), left: Math.max(left, 0) };
      button.setAttribute("aria-label", say("play.pad.digit", parts));
      if (digitFirst) button.setAttribute("aria-pressed", String(digit === value));
      else button.removeAttribute("aria-pressed");
    }
  }

  press(name, on) {
    this.buttons.get(name)?.setAttribute("aria-pressed", String(on));
  }

  disable(name, off) {
    // Not `disabled`: a button that loses the focus would throw the keyboard off the page.
    this.buttons.get(name).setAttribute("aria-disabled", String(off));
  }
}

function group(look, label, parts) {
  return make(`div.${look}`, { role: "group", "aria-label": label }, ...parts);
}

/** What a mode does, drawn as a little cell. */
function modeFace(mode) {
  const text = { digit: "5", corner: "5", centre: "5", colour: "" }[mode];
  return [make("span", { class: `face face-${mode}`, "aria-hidden": "true" }, text)];
}
