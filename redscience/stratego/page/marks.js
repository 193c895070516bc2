// The switch for the marks by which pieces show what each player remembers: what has moved, and what is known.

import { el, svg } from "../../dom.js";

const KEY = "redscience.stratego.marks";

/**
 * Adds the switch; its `checked` says whether marks are to be shown.
 *
 * @param {HTMLElement} parent
 * @param {() => void} changed
 */
export function marks(parent, changed) {
  const box = el("input", { type: "checkbox", id: "memory-marks", checked: kept() !== "off" });
  box.addEventListener("change", () => {
    keep(box.checked ? "on" : "off");
    changed();
  });
  const sample = (/** @type {SVGElement[]} */ ...parts) =>
    svg("svg", { class: "mark-sample", viewBox: "-.2 -.2 .4 .4", "aria-hidden": "true" }, ...parts);
  parent.append(
    el(
      "label",
      { class: "memory" },
      box,
      el("span", {}, "Mark pieces: "),
      sample(svg("path", { class: "piece-moved", d: "M-.07-.13l.14.13-.14.13z" })),
      el("span", {}, "has moved, "),
      sample(
        svg(
          "g",
          { class: "piece-known" },
          svg("path", { d: "M-.17 0q.17-.19.34 0q-.17.19-.34 0z" }),
          svg("circle", { r: ".055" }),
        ),
      ),
      el("span", {}, "known to everybody"),
    ),
  );
  return box;
}

function kept() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** @param {string} value */
function keep(value) {
  try {
    localStorage.setItem(KEY, value);
  } catch {
    // It holds for this page, then.
  }
}
