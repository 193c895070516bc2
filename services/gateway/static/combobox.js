// A text field with a list of what it may mean: WAI-ARIA's combobox, with groups.

import { el } from "./dom.js";

const WAIT_MS = 150;

export class Combobox {
  /** `find(text)` gives groups `{title, options: [{id, name}]}`; `onChoose(option)` is called with one of them. */
  constructor(input, list, { find, onChoose }) {
    Object.assign(this, { input, list, find, onChoose, options: [], active: -1, asked: 0, chosen: "", isBehind: false, isEntered: false });
    input.addEventListener("focus", () => input.select());
    input.addEventListener("click", () => this.#open());
    input.addEventListener("input", () => this.#soon());
    input.addEventListener("keydown", (event) => this.#pressed(event));
    input.addEventListener("blur", () => this.#close({ restore: true }));
    // Before the field loses the keyboard.
    list.addEventListener("pointerdown", (event) => event.preventDefault());
    list.addEventListener("click", (event) => this.#clicked(event));
  }

  set value(text) {
    this.chosen = text;
    this.input.value = text;
  }

  get isOpen() {
    return !this.list.hidden;
  }

  /** What is listed answers an older text from now on: nothing of it is chosen by Enter. */
  #soon() {
    clearTimeout(this.timer);
    this.asked += 1;
    Object.assign(this, { isBehind: true, isEntered: false });
    this.timer = setTimeout(() => this.#open(this.input.value.trim()), WAIT_MS);
  }

  async #open(text = "") {
    const asked = (this.asked += 1);
    const groups = await this.find(text);
    if (asked !== this.asked || document.activeElement !== this.input) return;
    this.options = groups.flatMap((group) => group.options);
    let index = 0;
    const items = groups
      .filter((group) => group.options.length > 0)
      .flatMap((group) => [
        group.title ? el("li", { role: "presentation", class: "combobox-title" }, group.title) : null,
        ...group.options.map((option) => this.#item(option, index++)),
      ]);
    if (this.options.length === 0) items.push(el("li", { class: "combobox-none", role: "presentation" }, "No game has this name."));
    this.list.replaceChildren(...items.filter(Boolean));
    this.list.hidden = false;
    this.input.setAttribute("aria-expanded", "true");
    this.#activate(text ? 0 : this.options.findIndex((option) => option.name === this.chosen));
    this.isBehind = false;
    if (this.isEntered && this.active >= 0) this.#choose(this.options[this.active]);
  }

  #item(option, index) {
    return el(
      "li",
      { role: "option", id: `${this.list.id}-${index}`, "data-index": index, "aria-selected": String(option.name === this.chosen) },
      option.name,
    );
  }

  #activate(index) {
    this.active = Math.max(-1, Math.min(index, this.options.length - 1));
    for (const item of this.list.querySelectorAll("[role=option]")) {
      const is = Number(item.dataset.index) === this.active;
      item.classList.toggle("is-active", is);
      if (is) item.scrollIntoView({ block: "nearest" });
    }
    if (this.active >= 0) this.input.setAttribute("aria-activedescendant", `${this.list.id}-${this.active}`);
    else this.input.removeAttribute("aria-activedescendant");
  }

  #pressed(event) {
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (move) {
      event.preventDefault();
      if (!this.isOpen) this.#open();
      else this.#activate((this.active + move + this.options.length) % Math.max(1, this.options.length));
    } else if (event.key === "Enter" && this.isBehind) {
      event.preventDefault();
      this.isEntered = true;
    } else if (event.key === "Enter" && this.isOpen && this.active >= 0) {
      event.preventDefault();
      this.#choose(this.options[this.active]);
    } else if (event.key === "Escape" && this.isOpen) {
      event.preventDefault();
      this.#close({ restore: true });
    }
  }

  #clicked(event) {
    const item = event.target.closest("[role=option]");
    if (item) this.#choose(this.options[Number(item.dataset.index)]);
  }

  #choose(option) {
    this.#close({ restore: false });
    this.value = option.name;
    this.onChoose(option);
  }

  #close({ restore }) {
    clearTimeout(this.timer);
    this.asked += 1;
    Object.assign(this, { isBehind: false, isEntered: false });
    this.list.hidden = true;
    this.input.setAttribute("aria-expanded", "false");
    this.input.removeAttribute("aria-activedescendant");
    if (restore) this.input.value = this.chosen;
  }
}
