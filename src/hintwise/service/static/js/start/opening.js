// From a puzzle to the page where it is played.

import { post } from "../api.js";
import { problemText, toast } from "../live.js";
import { newId } from "../ids.js";
import { persist } from "../persist.js";

/**
 * Begin a game and go to it; the person is made by the server now, if this is their first visit.
 * @param {object} position as the API gives positions: the puzzle and what is filled in
 * @param {{origin: "library" | "pasted" | "generated" | "link", name?: string, notes?: object}} about
 */
export async function openGame(position, about) {
  // With an id of its own a game begins once, however often the request is sent.
  const asked = { position, name: "", notes: {}, id: newId(), ...about };
  const game = await persist(() => post("/games", asked), (text) => text && toast(text));
  window.location.assign(`/play/${game.id}`);
}

/**
 * @param {HTMLElement} button which was pressed for it
 * @param {{name: string}} puzzle of the library
 */
export async function playFromLibrary(button, puzzle) {
  if (button.getAttribute("aria-busy") === "true") return;
  button.setAttribute("aria-busy", "true");
  try {
    await openGame({ puzzle: puzzle.name }, { origin: "library", name: puzzle.name });
  } catch (error) {
    toast(problemText(error));
  } finally {
    button.removeAttribute("aria-busy");
  }
}
