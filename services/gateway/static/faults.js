// Errors stand next to the control that they are about.

import { byId, say } from "./dom.js";

/** Shows what is wrong with the control `id` in the element `<id>-fault`; "" when nothing is. */
export function showFault(id, text) {
  const control = byId(id);
  say(byId(`${id}-fault`), text);
  if (text) control.setAttribute("aria-invalid", "true");
  else control.removeAttribute("aria-invalid");
}

/** What a refusal says about one field, or all that it says where it names none. */
export function wordsFor(refused, path) {
  const faults = refused.faults.filter((fault) => fault.path === path);
  return faults.length > 0 ? faults.map(inWords).join(" ") : refused.message;
}

/** A fault as a sentence: what is wrong, and what would be right. */
export function inWords(fault) {
  return `${sentence(fault.problem)} ${sentence(fault.remedy)}`.trim();
}

function sentence(text) {
  if (!text) return "";
  const begun = text[0].toUpperCase() + text.slice(1);
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}
