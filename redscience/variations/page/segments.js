// A row of buttons of which one is pressed: a choice among a few things.

import { el } from "../../dom.js";
import { t } from "../../texts.js";

/** @import { Child } from "../../dom.js" */

/**
 * @template Value
 * @param {{ id?: string, label: string }} group
 * @param {{ id: string, content: Child | Child[], value: Value }[]} choices
 * @param {Value} chosen
 * @param {(value: Value) => void} choose called when another is pressed
 */
export function segments({ id, label }, choices, chosen, choose) {
  const buttons = choices.map(({ id: own, content, value }) => {
    const pressed = { "aria-pressed": String(value === chosen), onclick: () => choose(value) };
    return el("button", { type: "button", class: "segment", id: own, ...pressed }, content);
  });
  return el("div", { class: "segments", id, role: "group", "aria-label": label }, buttons);
}

/**
 * Which of `count` phases is shown, from 0.
 *
 * @param {string} id
 * @param {number} count
 * @param {number} chosen
 * @param {(phase: number) => void} choose
 */
export function phaseSegments(id, count, chosen, choose) {
  const choices = Array.from({ length: count }, (_, index) => ({
    id: `${id}-${index}`,
    content: [el("span", { class: "segment-word" }, `${t("Phase")} `), String(index + 1)],
    value: index,
  }));
  return segments({ id, label: t("Phase shown") }, choices, chosen, choose);
}
