// A text field with a list of what it may mean: WAI-ARIA's combobox, with groups.

import { el, icon } from "./dom.js";
import { released } from "./press.js";
import { Refused } from "./request.js";
import { t } from "./texts.js";

/**
 * @typedef {object} Option
 * @property {string} id
 * @property {string} name
 * @property {string[]} [also_called] other names by which people know it
 * @property {string} [note] what it is, in a few words
 * @property {string} [caution] why it is better not chosen now
 * @property {string} [icon] the name of the icon before it
 * @property {Element} [picture] what is drawn before it
 * @property {boolean} [is_away] whether it cannot be chosen now
 */

/**
 * @template {Option} O
 * @typedef {{ title: string, options: O[] }} Group
 */

/**
 * @template {Option} O
 * @typedef {object} Behaviour
 * @property {(text: string) => Promise<Group<O>[]>} find what a text may mean
 * @property {(option: O) => void} onChoose
 * @property {(text: string, refusal: string) => void} [onUnknown] the field was left with a text that is nobody's whole
 *   name, or of which that is not known: `refusal` is why, "" else
 * @property {string} [none] what is said where a text means nothing
 */

const WAIT_MS = 150;
/** Beside the list, to the field and to the edge of the window. */
const GAP_PX = 8;

/**
 * A name without what people write differently: "connect4" for "Connect 4".
 *
 * @param {string} name
 */
export const folded = (name) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/**
 * Whether a text is the whole name of an option, written in whatever way.
 *
 * @param {Option} option
 * @param {string} text
 */
const isCalled = ({ name, also_called: others = [] }, text) =>
  [name, ...others].some((each) => folded(each) === folded(text));

/** @template {Option} O */
export class Combobox {
  /** @type {O[]} */
  #options = [];
  #active = -1;
  /** What was asked for with what is listed. */
  #text = "";
  /** How often it was asked what a text may mean: only the last answer counts. */
  #asked = 0;
  #chosen = "";
  /** Whether what is listed answers an older text than the present one. */
  #isBehind = false;
  /** Whether Enter was pressed since: the first that the present text means is then chosen. */
  #isEntered = false;
  #timer = 0;
  /** Whether the field was pressed while the list was closed, and is not let go yet. */
  #isHeld = false;
  /** Done when it is known what a text meant with which the field was left. */
  settled = Promise.resolve();

  /**
   * @param {HTMLInputElement} input
   * @param {HTMLElement} list
   * @param {Behaviour<O>} behaviour
   */
  constructor(input, list, { find, onChoose, onUnknown, none = t("Nothing has this name.") }) {
    this.input = input;
    this.list = list;
    this.find = find;
    this.onChoose = onChoose;
    this.onUnknown = onUnknown;
    this.none = none;
    input.addEventListener("focus", () => input.select());
    input.addEventListener("click", () => this.#open());
    input.addEventListener("input", () => this.#soon());
    input.addEventListener("keydown", (event) => this.#pressed(event));
    // What is known of its options has changed.
    input.addEventListener("outdated", async () => {
      await released();
      const active = this.#active;
      if (!this.#isOpen || this.#isBehind) return;
      await this.#open(this.#text);
      this.#activate(active);
    });
    input.addEventListener("blur", () => {
      this.settled = this.#leave();
    });
    // Before the field loses the keyboard.
    list.addEventListener("pointerdown", (event) => event.preventDefault());
    list.addEventListener("click", (event) => this.#clicked(event));
    this.#followTheMouse();
  }

  /** @param {string} text */
  set value(text) {
    this.#chosen = text;
    this.input.value = text;
  }

  /** As in a menu, an option may be drawn to from the field, and is chosen where the mouse is let go on it. */
  #followTheMouse() {
    const { input, list } = this;
    input.addEventListener("pointerdown", ({ button, pointerType }) => {
      this.#isHeld = button === 0 && pointerType === "mouse" && !this.#isOpen;
    });
    // Not the text: it was selected by the press.
    input.addEventListener("dragstart", (event) => this.#isHeld && event.preventDefault());
    input.addEventListener("pointerleave", () => this.#isHeld && this.#open());
    list.addEventListener("pointermove", ({ target }) => {
      const item = this.#isHeld && target instanceof Element ? target.closest("[role=option]") : null;
      if (item) this.#activate(Number(item.getAttribute("data-index")));
    });
    list.addEventListener("pointerup", (event) => this.#isHeld && this.#clicked(event));
    addEventListener("pointerup", () => (this.#isHeld = false));
  }

  get #isOpen() {
    return !this.list.hidden;
  }

  /** Whether the field has a text, and another one than was chosen. */
  get #isOther() {
    const text = this.input.value.trim();
    return text !== "" && folded(text) !== folded(this.#chosen);
  }

  /** What is listed answers an older text from now on: nothing of it is chosen by Enter. */
  #soon() {
    clearTimeout(this.#timer);
    this.#asked += 1;
    this.#isBehind = true;
    this.#isEntered = false;
    this.#timer = setTimeout(() => this.#open(this.input.value.trim()), WAIT_MS);
  }

  /**
   * What a text may mean; nothing, and why, where that is refused.
   *
   * @param {string} text
   * @returns {Promise<{ groups: Group<O>[], refusal: string }>}
   */
  async #find(text) {
    try {
      return { groups: await this.find(text), refusal: "" };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return { groups: [], refusal: error.message };
    }
  }

  async #open(text = "") {
    const asked = (this.#asked += 1);
    const { groups, refusal } = await this.#find(text);
    if (asked !== this.#asked || document.activeElement !== this.input) return;
    this.#text = text;
    this.#options = groups.flatMap((group) => group.options);
    const none = el("li", { class: "combobox-none", role: "presentation" }, refusal || this.none);
    this.list.replaceChildren(...(this.#options.length > 0 ? this.#items(groups) : [none]));
    this.list.hidden = false;
    this.input.setAttribute("aria-expanded", "true");
    this.#fit();
    this.#activate(text ? 0 : this.#options.findIndex((option) => option.name === this.#chosen));
    this.#isBehind = false;
    if (this.#isEntered && this.#active >= 0) this.#choose(this.#options[this.#active]);
    else if (this.#isEntered && this.onUnknown) this.settled = this.#leave();
  }

  /** The list stands above the field where it does not fit below and has more room there; it is as high as fits. */
  #fit() {
    const { input, list } = this;
    list.style.translate = "";
    // A keyboard on the screen is none of the room.
    const { offsetTop, height } = /** @type {VisualViewport} */ (visualViewport);
    const field = input.getBoundingClientRect();
    const [above, below] = [field.top - offsetTop, offsetTop + height - field.bottom];
    list.style.setProperty("--room", `${Math.max(above, below) - GAP_PX}px`);
    const isAbove = list.offsetHeight + GAP_PX > below && above > below;
    if (isAbove) list.style.translate = `0 calc(-100% - ${field.height + GAP_PX}px)`;
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
    return el(
      "li",
      {
        role: "option",
        id: `${this.list.id}-${index}`,
        "data-index": index,
        "aria-selected": String(option.name === this.#chosen),
        "aria-disabled": option.is_away ? "true" : null,
      },
      option.picture ?? (option.icon ? icon(option.icon) : null),
      el("span", { class: "option-name" }, option.name),
      option.note ? el("span", { class: "option-note soft" }, option.note) : null,
      option.caution ? el("span", { class: "option-caution" }, option.caution) : null,
    );
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
    } else if (event.key === "Enter" && this.onUnknown && this.#isOther) {
      // Nothing is begun with what was chosen before: it is said that this is nobody's name.
      event.preventDefault();
      this.settled = this.#leave();
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
    if (option.is_away) return;
    this.#close({ restore: false });
    this.value = option.name;
    this.onChoose(option);
  }

  /** A whole name is a choice, also where nothing was clicked; and what is none is never taken for another. */
  async #leave() {
    const text = this.input.value.trim();
    const isOther = this.#isOther;
    this.#close({ restore: !isOther });
    if (!isOther) return;
    const asked = this.#asked;
    const { groups, refusal } = await this.#find(text);
    // What is said now moves what stands below: whoever left for a button there is pressing it.
    await released();
    if (asked !== this.#asked) return;
    const named = groups.flatMap((group) => group.options).find((option) => isCalled(option, text));
    if (named) this.#choose(named);
    else this.onUnknown?.(text, refusal);
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
