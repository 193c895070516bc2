// A table of cells that are pointed at, dragged and walked over by keys, for families whose tables are one.
//
// Everything is drawn in one SVG whose unit is a cell; what stands on a cell is drawn around (0, 0), from -0.5 to 0.5.

import { el, replace, svg } from "./dom.js";
import { drag } from "./drag.js";

/**
 * A cell as it is shown now.
 *
 * @typedef {object} Cell
 * @property {string} key what it is called in moves: "A5", "2,3"
 * @property {number} x of its middle, in cells from the left
 * @property {number} y of its middle, in cells from the top
 * @property {string} label all that is to be said of it, for those who do not see it
 * @property {string} [outline] its path around (0, 0); a square where it is left out
 * @property {Element[]} [content] what stands there
 * @property {string} [classes] "is-target", "is-selected", "is-last", "is-proposed" and a family's own
 * @property {boolean} [canChoose] whether pointing at it means anything
 * @property {boolean} [canDrag] whether what stands there can be dragged away
 * @property {boolean} [isPressed]
 */

/**
 * What a grid tells.
 *
 * @typedef {object} Told
 * @property {(key: string) => void} onCell a cell that can be chosen was clicked, tapped, or had Enter or the space bar
 * @property {(from: string, to: string) => void} [onDrop] what stood on one was dropped on another; "" beside the grid
 * @property {(key: string, event: KeyboardEvent) => void} [onKey] another key was pressed on a cell
 */

/**
 * What else there is to be drawn.
 *
 * @typedef {object} Extent
 * @property {number} width in cells
 * @property {number} height
 * @property {Element[]} [below] the cells, in the unit of cells: frames, names of rows
 * @property {Element[]} [above] them: arrows
 */

const SQUARE = "M-.5-.5h1v1h-1z";
/** Cells of one row or column, as arrow keys see them. */
const ASIDE = 0.26;
/** @type {Record<string, [x: number, y: number]>} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Grid {
  /** @type {Map<string, Cell>} */
  #cells = new Map();
  /** The cell that Tab reaches. */
  #current = "";

  /**
   * Draws into `parent`.
   *
   * @param {HTMLElement} parent
   * @param {string} label what the table is
   * @param {Told} told
   */
  constructor(parent, label, told) {
    this.told = told;
    this.drawing = svg("svg", { class: "grid", role: "group", "aria-label": label });
    this.box = el("div", { class: "grid-box" }, this.drawing);
    parent.append(this.box);
    this.drawing.addEventListener("click", (event) => this.#clicked(event));
    this.drawing.addEventListener("keydown", (event) => this.#pressed(event));
    this.drawing.addEventListener("pointerdown", (event) => this.#grasped(event));
    // Screen readers go where they like, without a click or an arrow key. The drawing itself must not listen: Tab stops
    // at an SVG element that does, in Chromium.
    this.box.addEventListener("focusin", ({ target }) => this.#moveTo(keyOf(target, this.drawing)));
  }

  /**
   * @param {Cell[]} cells
   * @param {Extent} extent
   */
  draw(cells, { width, height, below = [], above = [] }) {
    const held = this.drawing.contains(document.activeElement);
    this.#cells = new Map(cells.map((cell) => [cell.key, cell]));
    if (!this.#cells.has(this.#current)) this.#current = firstOf(cells)?.key ?? "";
    this.drawing.setAttribute("viewBox", `0 0 ${width} ${height}`);
    replace(
      /** @type {any} */ (this.drawing),
      svg("g", { class: "grid-below", "aria-hidden": "true" }, ...below),
      svg("g", {}, ...cells.map((cell) => this.#drawn(cell))),
      svg("g", { class: "grid-above" }, ...above),
    );
    if (held) this.focus();
  }

  /**
   * Gives the keyboard to a cell; to the one that had it last where none is named.
   *
   * @param {string} [key]
   */
  focus(key = this.#current) {
    this.#moveTo(key);
    this.#element(key)?.focus({ preventScroll: true });
  }

  /**
   * The cell at a point of the window; "" where there is none.
   *
   * @param {number} x
   * @param {number} y
   */
  keyAt(x, y) {
    return keyOf(document.elementFromPoint(x, y), this.drawing);
  }

  /**
   * The cell on which something was dropped, likewise: Enter there, like a click, accepts what is proposed.
   *
   * @param {number} x
   * @param {number} y
   */
  droppedAt(x, y) {
    const key = this.keyAt(x, y);
    if (key) this.focus(key);
    return key;
  }

  /** @param {Cell} cell */
  #drawn({ key, x, y, label, outline = SQUARE, content = [], classes = "", canChoose = false, canDrag, isPressed }) {
    return svg(
      "g",
      {
        class: `cell ${canChoose ? "is-choosable" : ""} ${canDrag ? "is-movable" : ""} ${classes}`,
        transform: `translate(${x} ${y})`,
        "data-key": key,
        role: canChoose ? "button" : "img",
        "aria-label": label,
        "aria-pressed": canChoose ? String(Boolean(isPressed)) : null,
        tabindex: key === this.#current ? "0" : "-1",
      },
      svg("path", { class: "cell-ground", d: outline }),
      ...content,
    );
  }

  /** @param {Event} event */
  #clicked({ target }) {
    const key = keyOf(target, this.drawing);
    if (!key) return;
    this.#moveTo(key);
    if (this.#cells.get(key)?.canChoose) this.told.onCell(key);
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    const cell = this.#cells.get(keyOf(event.target, this.drawing));
    if (!cell || event.altKey || event.ctrlKey || event.metaKey) return;
    const way = WAYS[event.key];
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      if (cell.canChoose) this.told.onCell(cell.key);
    } else if (way) {
      event.preventDefault();
      const next = nextCell(cell, way, [...this.#cells.values()]);
      if (next) this.focus(next.key);
    } else this.told.onKey?.(cell.key, event);
  }

  /** @param {PointerEvent} event */
  #grasped(event) {
    const key = keyOf(event.target, this.drawing);
    const element = this.#element(key);
    if (!this.told.onDrop || !element || !this.#cells.get(key)?.canDrag) return;
    drag(event, this.#ghost(element), (x, y) => this.told.onDrop?.(key, this.droppedAt(x, y)));
  }

  /**
   * What stands on a cell, as it is dragged.
   *
   * @param {SVGGElement} element
   */
  #ghost(element) {
    const { width } = element.getBoundingClientRect();
    const ghost = svg("svg", { viewBox: "-.5 -.5 1 1", width, height: width });
    ghost.append(...[...element.children].slice(1).map((child) => child.cloneNode(true)));
    return ghost;
  }

  /** @param {string} key */
  #moveTo(key) {
    if (!this.#cells.has(key)) return;
    this.#element(this.#current)?.setAttribute("tabindex", "-1");
    this.#current = key;
    this.#element(key)?.setAttribute("tabindex", "0");
  }

  /**
   * @param {string} key
   * @returns {SVGGElement | null}
   */
  #element(key) {
    return key ? this.drawing.querySelector(`[data-key="${CSS.escape(key)}"]`) : null;
  }
}

/**
 * Where the keyboard enters: a cell that can be chosen, else the first.
 *
 * @param {Cell[]} cells
 */
const firstOf = (cells) => cells.find((cell) => cell.canChoose) ?? cells[0];

/**
 * The nearest cell in a direction.
 *
 * @param {Cell} from
 * @param {[x: number, y: number]} way
 * @param {Cell[]} cells
 */
function nextCell(from, [right, down], cells) {
  const ahead = cells
    .map((cell) => {
      const [x, y] = [cell.x - from.x, cell.y - from.y];
      return { cell, along: x * right + y * down, aside: Math.abs(x * down + y * right) };
    })
    .filter(({ along, aside }) => along > ASIDE && aside <= along);
  ahead.sort((one, other) => one.along + 2 * one.aside - (other.along + 2 * other.aside));
  return ahead[0]?.cell;
}

/**
 * @param {EventTarget | null} target
 * @param {Element} drawing
 */
function keyOf(target, drawing) {
  const element = target instanceof Element ? target.closest("[data-key]") : null;
  return element && drawing.contains(element) ? (element.getAttribute("data-key") ?? "") : "";
}
