// A row of buttons of which one is pressed: a choice among a few things.

import { el } from "./dom.js";

/** `choices` are {id, content, value}; `choose(value)` is called when another is pressed. */
export function segments({ id, label }, choices, chosen, choose) {
  const segment = ({ id: own, content, value }) =>
    el("button", { type: "button", class: "segment", id: own, "aria-pressed": String(value === chosen), onclick: () => choose(value) }, content);
  return el("div", { class: "segments", id, role: "group", "aria-label": label }, choices.map(segment));
}

/** Which of `count` phases is shown, from 0. */
export function phaseSegments(id, count, chosen, choose) {
  const choices = Array.from({ length: count }, (_, index) => ({
    id: `${id}-${index}`,
    content: [el("span", { class: "segment-word" }, "Phase "), String(index + 1)],
    value: index,
  }));
  return segments({ id, label: "Phase shown" }, choices, chosen, choose);
}
