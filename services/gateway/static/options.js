// Games that differ in a few choices: the form on which they are chosen, and what was chosen of a saved one. For the
// families whose files and form are those of redscience/options.py.

import { el, replace } from "./dom.js";
import { inWords } from "./faults.js";
import { idOf } from "./paths.js";
import { t } from "./texts.js";

/** @import { Editor, EditorPlace, Fault, Form, Game, SetUpPlace, Unmet } from "./family.js" */

/** @typedef {{ value: string | number | boolean, label: string, meaning: string }} Choice */
/** @typedef {{ path: string, label: string, choices: Choice[] }} Option */
/** @typedef {Form & { options: Option[], limits: { about: number } }} OptionsForm */
/** @typedef {{ rules: any }} Made */

/** @implements {Editor} */
export class OptionsEditor {
  /** @type {Unmet[]} */
  #unmet = [];

  /**
   * @param {EditorPlace} place
   * @param {OptionsForm} form
   * @param {Made} made
   * @param {(opening: any) => Node} picture draws the table before the first move
   */
  constructor(place, form, { rules }, picture) {
    this.place = place;
    this.form = form;
    this.rules = rules;
    this.picture = picture;
  }

  /** @returns {string} */
  get name() {
    return this.rules.name ?? "";
  }

  set name(name) {
    this.#set("name", name);
  }

  /** @returns {Made} */
  get draft() {
    return { rules: this.rules };
  }

  /** @param {string} [name] */
  file(name = "") {
    return { ...this.rules, name: this.name || name };
  }

  /** @param {Made} made */
  open({ rules }) {
    this.rules = rules;
    this.draw();
  }

  draw() {
    const { options, limits } = this.form;
    replace(
      this.place.controls,
      options.map((option) => this.#field(option)),
      this.#about(limits.about),
    );
    this.place.drawn();
  }

  /** @param {any} opening */
  show(opening) {
    replace(this.place.opening, this.picture(opening));
  }

  /** @param {Unmet[]} unmet */
  limit(unmet) {
    if (JSON.stringify(unmet) === JSON.stringify(this.#unmet)) return;
    this.#unmet = unmet;
    this.draw();
  }

  /** @param {Fault} fault */
  sayFault(fault) {
    return { path: fault.path, words: inWords(fault) };
  }

  /** @param {Fault} fault */
  sayOfFile(fault) {
    const label = this.form.options.find(({ path }) => path === fault.path)?.label;
    return `${label ? `${label} (${fault.path})` : fault.path}: ${inWords(fault)}`;
  }

  /** @param {Option} option */
  #field(option) {
    const id = idOf(option.path);
    const chosen = chosenOf(option, this.rules);
    const idle = this.#unmet.find(({ path }) => path === option.path)?.why ?? "";
    const choices = option.choices.map((choice, index) =>
      el("option", { value: String(index), selected: choice === chosen }, choice.label),
    );
    const onchange = (/** @type {Event} */ event) => {
      const { value } = /** @type {HTMLSelectElement} */ (event.target);
      this.#set(option.path, option.choices[Number(value)].value);
      this.draw();
    };
    return el(
      "div",
      { class: "field" },
      el("label", { for: id }, option.label),
      el("select", { id, disabled: idle !== "", "aria-describedby": `${id}-note ${id}-fault`, onchange }, choices),
      el("p", { class: "soft", id: `${id}-note` }, idle || chosen.meaning),
      el("p", { class: "fault", id: `${id}-fault` }),
    );
  }

  /** @param {number} longest */
  #about(longest) {
    const oninput = (/** @type {Event} */ event) =>
      this.#set("about", /** @type {HTMLTextAreaElement} */ (event.target).value, "about");
    return el(
      "div",
      { class: "field" },
      el("label", { for: "at-about" }, t("About")),
      el(
        "textarea",
        { id: "at-about", rows: "2", maxlength: String(longest), "aria-describedby": "at-about-fault", oninput },
        this.rules.about ?? "",
      ),
      el("p", { class: "fault", id: "at-about-fault" }),
    );
  }

  /**
   * @param {string} path
   * @param {unknown} value
   * @param {string} [part] changes of one part, one after the other, are undone together
   */
  #set(path, value, part = path) {
    this.rules = { ...this.rules, [path]: value };
    this.place.changed(part);
  }
}

/**
 * Shows what was chosen of a saved game.
 *
 * @param {SetUpPlace} place
 * @param {Game} game
 * @param {OptionsForm} form
 * @param {Node} picture of the table before the first move
 */
export function showOptions(place, game, form, picture) {
  replace(
    place.rows,
    form.options.map((option) =>
      el("div", {}, el("dt", {}, option.label), el("dd", {}, chosenOf(option, game.rule_set).label)),
    ),
  );
  replace(place.opening, picture);
}

/**
 * @param {Option} option
 * @param {any} rules
 */
const chosenOf = ({ path, choices }, rules) => choices.find(({ value }) => value === rules[path]) ?? choices[0];
