// What the rules say of a shape, told of pieces that are pointed at, focused or tapped.

import { el, replace, svg } from "../../dom.js";
import { capital } from "../../words.js";
import { shapeName } from "./names.js";
import { atOf, keyOf } from "./view.js";

/** @import { Game } from "../../family.js" */
/** @import { Looks, View } from "./view.js" */

/** Less than this above the table is too little for a note. */
const LEAST_PX = 96;
const MARGIN_PX = 16;
const OF_A_SHAPE = /^shapes\.[^.]+\.(?!reserve)/;

/**
 * The sentences that are about shapes above all, and about this one among them; "" where there are none.
 *
 * @param {Game} game
 * @param {string} [shape]
 */
export function shapeRules({ sentences = [] }, shape = "") {
  const isOwn = (/** @type {string} */ path) => OF_A_SHAPE.test(path) && path.startsWith(`shapes.${shape}.`);
  const about = sentences.filter(({ paths }) => OF_A_SHAPE.test(paths[0] ?? "") && paths.some(isOwn));
  return about.map(({ text }) => text).join(" ");
}

/** Tells it of what stands on a table: as a tooltip, and where there is no mouse in a note at the top. */
export class ShapeNotes {
  /** @type {View | null} */
  #view = null;

  /**
   * @param {Game} game
   * @param {HTMLElement} table
   * @param {HTMLElement} hand whose buttons say of which shape they are by `data-shape`
   */
  constructor(game, table, hand) {
    this.game = game;
    this.table = table;
    this.note = el("p", { class: "shape-note", role: "status", hidden: true });
    table.append(this.note);
    for (const kind of ["pointerover", "focusin"]) table.addEventListener(kind, (event) => this.#label(event.target));
    for (const box of [table, hand]) box.addEventListener("pointerup", (event) => this.#tapped(event));
  }

  /** @param {View} view what stands there now */
  take(view) {
    this.#view = view;
  }

  /** @param {EventTarget | null} target */
  #label(target) {
    const space = spaceOf(target);
    const rules = shapeRules(this.game, this.#looksAt(space)?.shape);
    if (!space || space.querySelector("title")?.textContent === rules) return;
    space.querySelector("title")?.remove();
    if (rules) space.prepend(svg("title", {}, rules));
  }

  /** @param {PointerEvent} event */
  #tapped({ target, pointerType }) {
    if (pointerType === "mouse") return;
    const button = target instanceof Element ? target.closest("[data-shape]") : null;
    const shape = button?.getAttribute("data-shape") ?? this.#looksAt(spaceOf(target))?.shape;
    const rules = shapeRules(this.game, shape);
    // As high as there is room above the table: one looks there for where to move.
    const above = this.table.getBoundingClientRect().top - MARGIN_PX;
    this.note.style.maxHeight = above < LEAST_PX ? "" : `${above}px`;
    this.note.hidden = !rules;
    const name = capital(shapeName(shape ?? "", 2));
    const isNamed = rules.startsWith(`${name} `);
    replace(this.note, el("strong", {}, name), isNamed ? rules.slice(name.length) : `: ${rules}`);
    if (rules) this.#hideLater();
  }

  /** Whatever is pressed next hides it. Nothing listens until then: a page outlives many a table. */
  #hideLater() {
    const pressed = new AbortController();
    const hide = () => {
      this.note.hidden = true;
      pressed.abort();
    };
    for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, hide, { signal: pressed.signal });
  }

  /**
   * What stands on top of a space, as far as the viewer sees it.
   *
   * @param {Element | null} space
   * @returns {Looks | undefined}
   */
  #looksAt(space) {
    const key = space?.getAttribute("data-key");
    const at = key ? atOf(key) : [];
    return this.#view?.table.pieces.findLast((piece) => keyOf(piece.at.slice(0, at.length)) === key);
  }
}

/** @param {EventTarget | null} target */
const spaceOf = (target) => (target instanceof Element ? target.closest("[data-key]") : null);
