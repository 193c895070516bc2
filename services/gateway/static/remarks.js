// What is said of a draft: each fault and each warning beside the control of its path, and both named where one saves.

import { byId, el, replace, say } from "./dom.js";
import { showFault } from "./faults.js";
import { idOf, parentOf } from "./paths.js";
import { t, tn } from "./texts.js";
import { capital } from "./words.js";

/** @import { Editor, Fault, Sentence } from "./family.js" */

/** @typedef {{ path: string, id: string, words: string }} Placed at the control `id`; "" where there is none */

export class Remarks {
  /** @type {Fault[]} */
  #faults = [];
  /** @type {Fault[]} */
  #warnings = [];
  /** What screen readers have been told of. @type {Set<string>} */
  #told = new Set();

  /** @param {Editor} editor */
  constructor(editor) {
    this.editor = editor;
    this.list = byId("remarks");
    this.box = /** @type {HTMLElement} */ (this.list.parentElement);
    this.all = el(
      "button",
      {
        type: "button",
        class: "link",
        id: "all-remarks",
        "aria-controls": "remarks",
        onclick: () => this.#open(!this.#isOpen),
      },
      t("Show all"),
    );
    this.box.append(this.all);
    this.box.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !this.#isOpen) return;
      event.preventDefault();
      this.#open(false);
      this.all.focus();
    });
    // Whoever goes on elsewhere has seen them.
    for (const name of ["pointerdown", "focusin"]) {
      addEventListener(name, ({ target }) => {
        if (!(target instanceof Node && this.box.contains(target))) this.#open(false);
      });
    }
    // Nor has the keyboard what nobody sees.
    this.list.addEventListener("focusin", ({ target }) => {
      const isKeyboard = target instanceof Element && target.matches(":focus-visible");
      if (isKeyboard && target.closest(".is-beyond")) this.#open(true);
    });
    new ResizeObserver(() => this.#fit()).observe(this.box);
  }

  get #isOpen() {
    return this.box.classList.contains("is-open");
  }

  /** @param {boolean} is whether all are shown, over what is below */
  #open(is) {
    this.box.classList.toggle("is-open", is);
    this.all.setAttribute("aria-expanded", String(is));
  }

  /** Offers to show all where one line is too short for them. */
  #fit() {
    const isOpen = this.#isOpen;
    this.box.classList.remove("is-long", "is-open");
    const isLong = this.list.scrollHeight > this.list.clientHeight + 1;
    this.box.classList.toggle("is-long", isLong);
    this.all.hidden = !isLong;
    const bottom = this.list.getBoundingClientRect().bottom + 1;
    this.list.querySelectorAll(".remark").forEach((one, index) => {
      one.classList.toggle("is-beyond", index > 0 && one.getBoundingClientRect().bottom > bottom);
    });
    this.#open(isOpen && isLong);
  }

  /**
   * @param {Fault[]} faults
   * @param {Sentence[]} [warnings] left out, they are as they were
   */
  show(faults, warnings) {
    this.#faults = faults;
    if (warnings) this.#warnings = warnings.map(asFault);
    this.place();
  }

  /** Puts each beside the control of its path or of the nearest one above it; a fault that has none is said on top. */
  place() {
    const faults = this.#faults.map((fault) => this.#placed(fault));
    const places = wordsById(faults);
    for (const element of document.querySelectorAll("#factory .fault[id^='at-']")) {
      const id = element.id.replace(/-fault$/, "");
      const words = places.get(id) ?? "";
      if (document.getElementById(id)) showFault(id, words);
      else say(element, words);
    }
    replace(
      byId("other-faults"),
      faults.filter(({ id }) => !id).map(({ words }) => el("p", { class: "fault" }, words)),
    );
    this.#name("problems", (/** @type {number} */ count) => tn(["{count} error:", "{count} errors:"], count), faults);
    const warnings = this.#warnings.map((warning) => this.#placed(warning)).filter(({ id }) => id);
    placeWarnings(wordsById(warnings));
    this.#name(
      "warnings",
      (/** @type {number} */ count) => tn(["{count} thing to look at:", "{count} things to look at:"], count),
      warnings,
    );
    this.#tell([...faults, ...warnings]);
    this.#fit();
  }

  /** Tells screen readers what was not there before; all is drawn again and again. @param {Placed[]} all */
  #tell(all) {
    const texts = all.map(({ id, words }) => (id ? `${nameOf(id)}: ${words}` : words));
    if (texts.length === this.#told.size && texts.every((text) => this.#told.has(text))) return;
    say(byId("told"), texts.filter((text) => !this.#told.has(text)).join(" "));
    this.#told = new Set(texts);
  }

  /** Gives the keyboard to the control of the first fault. */
  goToFirst() {
    const [first] = this.#faults;
    if (first) this.leadTo([first.path]);
  }

  /**
   * Shows the controls of some paths, and gives the keyboard to the first that takes it.
   *
   * @param {string[]} paths the one that says most first
   */
  async leadTo(paths) {
    (await import("./leading.js")).leadTo(this.editor, paths);
  }

  /**
   * @param {Fault} fault
   * @returns {Placed}
   */
  #placed(fault) {
    const { path, words } = this.editor.sayFault(fault);
    let near = path;
    while (near && !document.getElementById(`${idOf(near)}-fault`)) near = parentOf(near);
    return { path: fault.path, id: near && idOf(near), words };
  }

  /**
   * Counts what stands beside controls, each with a way there.
   *
   * @param {string} list its id
   * @param {(count: number) => string} counted says how many there are
   * @param {Placed[]} all
   */
  #name(list, counted, all) {
    const placed = all.filter(({ id }) => id);
    // Several that are said of one control have one way there.
    const ways = placed.filter(({ path }, index) => placed.findIndex((one) => one.path === path) === index);
    const links = ways.map(({ path, id, words }, index) =>
      el(
        "button",
        {
          type: "button",
          class: index > 0 ? "link remark" : "link",
          id: `${list}-${index}`,
          title: words,
          onclick: () => {
            this.#open(false);
            this.leadTo([path]);
          },
        },
        nameOf(id),
      ),
    );
    byId(list).hidden = placed.length === 0;
    const [first, ...others] = links;
    // How many there are stands beside the first, not alone at the end of a line.
    const begun = el("span", { class: "remark" }, `${counted(placed.length)} `, first);
    replace(byId(list), placed.length > 0 ? [begun, ...others] : []);
  }
}

/**
 * @param {Sentence} warning
 * @returns {Fault}
 */
const asFault = ({ text, paths: [path = ""] }) => ({ path, problem: text, remedy: "" });

/** @param {Placed[]} placed */
function wordsById(placed) {
  /** @type {Map<string, string>} */
  const words = new Map();
  for (const one of placed) words.set(one.id, [words.get(one.id), one.words].filter(Boolean).join(" "));
  return words;
}

/**
 * Puts the warnings below the places for faults. What stands there already stays as it is.
 *
 * @param {Map<string, string>} words by the ids of controls
 */
function placeWarnings(words) {
  for (const element of document.querySelectorAll("#factory .warning")) {
    if (!words.has(element.id.replace(/-warning$/, ""))) element.remove();
  }
  for (const [id, text] of words) {
    const own = document.getElementById(`${id}-warning`);
    if (own) say(own, text);
    else byId(`${id}-fault`).after(el("p", { class: "warning", id: `${id}-warning` }, text));
    document.getElementById(id)?.setAttribute("aria-describedby", `${id}-fault ${id}-warning`);
  }
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
