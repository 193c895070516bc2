// What is wrong with a draft: each fault beside the control of its path, all of them counted where one saves.

import { byId, el, replace, say } from "./dom.js";
import { showFault } from "./faults.js";
import { idOf, parentOf } from "./paths.js";
import { capital } from "./words.js";

/** @import { Editor, Fault } from "./family.js" */

/** @typedef {{ fault: Fault, id: string, words: string }} Placed at the control `id`; "" where there is none */

export class FaultPlaces {
  /** @type {Fault[]} */
  #faults = [];

  /** @param {Editor} editor */
  constructor(editor) {
    this.editor = editor;
  }

  /** @param {Fault[]} faults */
  show(faults) {
    this.#faults = faults;
    this.place();
  }

  /** Puts each fault beside the control of its path or of the nearest one above it; what has none is said on top. */
  place() {
    const placed = this.#faults.map((fault) => this.#placed(fault));
    /** @type {Map<string, string[]>} */
    const places = new Map();
    for (const { id, words } of placed) places.set(id, [...(places.get(id) ?? []), words]);
    for (const element of document.querySelectorAll("#factory .fault[id^='at-']")) {
      const id = element.id.replace(/-fault$/, "");
      const words = (places.get(id) ?? []).join(" ");
      if (document.getElementById(id)) showFault(id, words);
      else say(element, words);
    }
    replace(
      byId("other-faults"),
      (places.get("") ?? []).map((words) => el("p", { class: "fault" }, words)),
    );
    this.#count(placed.filter(({ id }) => id));
  }

  /** Gives the keyboard to the control of the first fault. */
  goToFirst() {
    const [first] = this.#faults;
    if (first) this.#goTo(first);
  }

  /**
   * @param {Fault} fault
   * @returns {Placed}
   */
  #placed(fault) {
    const { path, words } = this.editor.sayFault(fault);
    let near = path;
    while (near && !document.getElementById(`${idOf(near)}-fault`)) near = parentOf(near);
    return { fault, id: near && idOf(near), words };
  }

  /**
   * Counts the faults beside Save, each with a way to its control.
   *
   * @param {Placed[]} placed
   */
  #count(placed) {
    const list = byId("problems");
    list.hidden = placed.length === 0;
    const count = placed.length === 1 ? "1 error:" : `${placed.length} errors:`;
    const links = placed.map(({ fault, id, words }, index) =>
      el(
        "button",
        { type: "button", class: "link", id: `problem-${index}`, title: words, onclick: () => this.#goTo(fault) },
        nameOf(id),
      ),
    );
    replace(list, placed.length > 0 ? [el("span", {}, count), ...links] : []);
  }

  /** @param {Fault} fault */
  #goTo(fault) {
    this.editor.reveal?.(fault.path);
    const { id } = this.#placed(fault);
    const control = document.getElementById(id) ?? controlBeside(id);
    control?.scrollIntoView({ block: "center" });
    control?.focus({ preventScroll: true });
  }
}

/**
 * The first control that stands with a place for faults which is of several.
 *
 * @param {string} id
 * @returns {HTMLElement | null}
 */
function controlBeside(id) {
  const place = document.getElementById(`${id}-fault`)?.parentElement;
  return place?.querySelector("select, input, textarea, button") ?? null;
}

/**
 * What a control is called on the page.
 *
 * @param {string} id
 */
function nameOf(id) {
  const control = document.getElementById(id);
  const label = document.querySelector(`label[for="${id}"]`)?.textContent ?? control?.getAttribute("aria-label");
  const around = document.getElementById(`${id}-fault`)?.closest("[aria-label], section, fieldset");
  const group = around?.getAttribute("aria-label") ?? around?.querySelector("h2, legend")?.textContent;
  return capital((label ?? group ?? "").trim());
}
