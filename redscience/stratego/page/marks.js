// The switch for the marks by which pieces show what each player remembers: what has moved, and what is known.

import { el, svg } from "../../dom.js";
import { t } from "../../texts.js";

const KEY = "redscience.stratego.marks";

export class MemoryMarks {
  /**
   * Adds the switch.
   *
   * @param {HTMLElement} parent
   * @param {() => void} changed
   */
  constructor(parent, changed) {
    this.box = el("input", { type: "checkbox", checked: kept() !== "off" });
    this.box.addEventListener("change", () => {
      keep(this.isOn ? "on" : "off");
      changed();
    });
    this.label = el("label", { class: "memory" }, this.box, ...legend());
    parent.append(this.label);
  }

  /** Whether marks are to be shown. */
  get isOn() {
    return this.box.checked;
  }

  /** @param {boolean} is */
  set hidden(is) {
    this.label.hidden = is;
  }
}

/** What the marks mean. */
function legend() {
  const sample = (/** @type {SVGElement[]} */ ...parts) =>
    svg("svg", { class: "mark-sample", viewBox: "-.2 -.2 .4 .4", "aria-hidden": "true" }, ...parts);
  return [
    el("span", {}, `${t("Mark pieces:")} `),
    sample(svg("path", { class: "piece-moved", d: "M-.07-.13l.14.13-.14.13z" })),
    el("span", {}, `${t("has moved")}, `),
    sample(
      svg(
        "g",
        { class: "piece-known" },
        svg("path", { d: "M-.17 0q.17-.19.34 0q-.17.19-.34 0z" }),
        svg("circle", { r: ".055" }),
      ),
    ),
    el("span", {}, t("known to everybody")),
  ];
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
