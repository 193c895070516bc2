// Errors stand next to the control that they are about.

import { byId, el, say } from "./dom.js";
import { Refused } from "./request.js";

/** @import { Fault } from "./family.js" */

/**
 * Shows what is wrong with the control `id` in the element `<id>-fault`; "" when nothing is.
 *
 * @param {string} id
 * @param {string} text
 * @param {Element} [control] the one that is meant, where several have one place
 */
export function showFault(id, text, control = byId(id)) {
  say(byId(`${id}-fault`), text);
  if (text) control.setAttribute("aria-invalid", "true");
  else control.removeAttribute("aria-invalid");
}

/**
 * Says at the end of the row of a list why what was pressed in it is refused; "" takes that away.
 *
 * @param {Element | null} row none where it is gone
 * @param {string} text
 */
export function showRowFault(row, text) {
  const place = row?.querySelector(":scope > .fault");
  if (place) say(place, text);
  else if (text) row?.append(el("p", { class: "fault", role: "alert" }, text));
}

/**
 * Says why something is refused in a place that may be off the window, and brings it there; "" takes that away.
 *
 * @param {Element} place
 * @param {string} text
 */
export function sayInView(place, text) {
  say(place, text);
  if (text) place.scrollIntoView({ block: "nearest" });
}

/**
 * Does something, and has it said why it is refused; whether it was not.
 *
 * @param {(text: string) => void} tell is given "" before
 * @param {() => Promise<void>} deed
 */
export async function told(tell, deed) {
  tell("");
  try {
    await deed();
    return true;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    tell(error.message);
    return false;
  }
}

/**
 * The same, said at the end of a row of a list.
 *
 * @param {Element | null} row none where it is gone
 * @param {() => Promise<void>} deed
 */
export const toldInRow = (row, deed) => told((text) => showRowFault(row, text), deed);

/**
 * Likewise does what a button is for, once at a time: it is busy meanwhile.
 *
 * @param {Element} button
 * @param {(text: string) => void} tell
 * @param {() => Promise<void>} deed
 */
export async function toldOnce(button, tell, deed) {
  if (button.getAttribute("aria-busy") === "true") return false;
  button.setAttribute("aria-busy", "true");
  try {
    return await told(tell, deed);
  } finally {
    button.removeAttribute("aria-busy");
  }
}

/**
 * What a refusal says about one field, or all that it says where it names none.
 *
 * @param {{ message: string, faults: Fault[] }} refused
 * @param {string} path
 */
export function wordsFor(refused, path) {
  const faults = refused.faults.filter((fault) => fault.path === path);
  return faults.length > 0 ? faults.map(inWords).join(" ") : refused.message;
}

/**
 * A fault as a sentence: what is wrong, and what would be right.
 *
 * @param {Fault} fault
 */
export function inWords(fault) {
  return `${sentence(fault.problem)} ${sentence(fault.remedy)}`.trim();
}

/** @param {string} text */
function sentence(text) {
  if (!text) return "";
  const begun = text[0].toUpperCase() + text.slice(1);
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}
