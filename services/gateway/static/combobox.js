// A text field with a list of what it may mean: WAI-ARIA's combobox, with groups.

import { el } from "./dom.js";

/** @typedef {{ id: string, name: string }} Option */

/**
 * @template {Option} O
 * @typedef {{ title: string, options: O[] }} Group
 */

/**
 * @template {Option} O
 * @typedef {object} Behaviour
 * @property {(text: string) => Promise<Group<O>[]>} find what a text may mean
 * @property {(option: O) => void} onChoose
 */

const WAIT_MS = 150;

/** @template {Option} O */
export class Combobox {
  /** @type {O[]} */
  #options = [];
  #active = -1;
  /** How often it was asked what a text may mean: only the last answer counts. */
  #asked = 0;
  #chosen = "";
  /** Whether what is listed answers an older text than the present one. */
  #isBehind = false;
  /** Whether Enter was pressed since: the first that the present text means is then chosen. */
  #isEntered = false;
  #timer = 0;

  /**
   * @param {HTMLInputElement} input
   * @param {HTMLElement} list
   * @param {Behaviour<O>} behaviour
   */
  constructor(input, list, { find, onChoose }) {
    this.input = input;
    this.list = list;
    this.find = find;
    this.onChoose = onChoose;
    input.addEventListener("focus", () => input.select());
    input.addEventListener("click", () => this.#open());
    input.addEventListener("input", () => this.#soon());
    input.addEventListener("keydown", (event) => this.#pressed(event));
    input.addEventListener("blur", () => this.#close({ restore: true }));
    // Before the field loses the keyboard.
    list.addEventListener("pointerdown", (event) => event.preventDefault());
    list.addEventListener("click", (event) => this.#clicked(event));
  }

  /** @param {string} text */
  set value(text) {
    this.#chosen = text;
    this.input.value = text;
  }

  get #isOpen() {
    return !this.list.hidden;
  }

  /** What is listed answers an older text from now on: nothing of it is chosen by Enter. */
  #soon() {
    clearTimeout(this.#timer);
    this.#asked += 1;
    this.#isBehind = true;
    this.#isEntered = false;
    this.#timer = setTimeout(() => this.#open(this.input.value.trim()), WAIT_MS);
  }

  async #open(text = "") {
    const asked = (this.#asked += 1);
    const groups = await this.find(text);
    if (asked !== this.#asked || document.activeElement !== this.input) return;
    this.#options = groups.flatMap((group) => group.options);
    const none = el("li", { class: "combobox-none", role: "presentation" }, "No game has this name.");
    this.list.replaceChildren(...(this.#options.length > 0 ? this.#items(groups) : [none]));
    this.list.hidden = false;
    this.input.setAttribute("aria-expanded", "true");
    this.#activate(text ? 0 : this.#options.findIndex((option) => option.name === this.#chosen));
    this.#isBehind = false;
    if (this.#isEntered && this.#active >= 0) this.#choose(this.#options[this.#active]);
  }

  /** @param {Group<O>[]} groups */
  #items(groups) {
    const title = (/** @type {string} */ words) =>
      words ? [el("li", { role: "presentation", class: "combobox-title" }, words)] : [];
    return groups
      .filter(({ options }) => options.length > 0)
      .flatMap((group) => [...title(group.title), ...group.options.map((option) => this.#item(option))]);
  }

  /** @param {O} option */
  #item(option) {
    const index = this.#options.indexOf(option);
    const selected = { "aria-selected": String(option.name === this.#chosen) };
    return el("li", { role: "option", id: `${this.list.id}-${index}`, "data-index": index, ...selected }, option.name);
  }

  /** @param {number} index */
  #activate(index) {
    this.#active = Math.max(-1, Math.min(index, this.#options.length - 1));
    for (const item of this.list.querySelectorAll("[role=option]")) {
      const is = Number(item.getAttribute("data-index")) === this.#active;
      item.classList.toggle("is-active", is);
      if (is) item.scrollIntoView({ block: "nearest" });
    }
    if (this.#active >= 0) this.input.setAttribute("aria-activedescendant", `${this.list.id}-${this.#active}`);
    else this.input.removeAttribute("aria-activedescendant");
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    const step = STEPS[event.key];
    if (step) {
      event.preventDefault();
      if (!this.#isOpen) this.#open();
      else this.#activate((this.#active + step + this.#options.length) % Math.max(1, this.#options.length));
    } else if (event.key === "Enter" && this.#isBehind) {
      event.preventDefault();
      this.#isEntered = true;
    } else if (event.key === "Enter" && this.#isOpen && this.#active >= 0) {
      event.preventDefault();
      this.#choose(this.#options[this.#active]);
    } else if (event.key === "Escape" && this.#isOpen) {
      event.preventDefault();
      this.#close({ restore: true });
    }
  }

  /** @param {Event} event */
  #clicked({ target }) {
    const item = target instanceof Element ? target.closest("[role=option]") : null;
    if (item) this.#choose(this.#options[Number(item.getAttribute("data-index"))]);
  }

  /** @param {O} option */
  #choose(option) {
    this.#close({ restore: false });
    this.value = option.name;
    this.onChoose(option);
  }

  /** @param {{ restore: boolean }} options whether the field says again what was chosen */
  #close({ restore }) {
    clearTimeout(this.#timer);
    this.#asked += 1;
    this.#isBehind = false;
    this.#isEntered = false;
    this.list.hidden = true;
    this.input.setAttribute("aria-expanded", "false");
    this.input.removeAttribute("aria-activedescendant");
    if (restore) this.input.value = this.#chosen;
  }
}

/** @type {Record<string, number>} */
const STEPS = { ArrowDown: 1, ArrowUp: -1 };
