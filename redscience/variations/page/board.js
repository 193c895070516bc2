// Draws a board: the table of a view, or the start of a rule set. Used by the Factory and the Playground alike.

import { el, replace, svg } from "../../dom.js";
import { capital } from "../../words.js";
import { arrows, goalLines, labelText, marks, paths, runs } from "./drawn.js";
import { panelsOf } from "./layout.js";
import { legendOf, markPatterns, markWords } from "./legend.js";
import { pieceName, placeName } from "./names.js";
import { CELL } from "./panel.js";
import { piece } from "./pieces.js";
import { STEPS } from "./steps.js";
import { atOf, isIn, keyOf, stackOf } from "./view.js";

/** @import { Moved } from "./drawn.js" */
/** @import { Panel, Space } from "./panel.js" */
/** @import { At, Key, Looks, PieceAt, Table } from "./view.js" */

/**
 * What a board tells: by mouse, touch, Enter or the space bar a target is chosen, or a piece picked up or put back.
 *
 * @typedef {object} Pointed
 * @property {(at: At) => void} [onSpace]
 * @property {(at: At) => void} [onPiece]
 */

/**
 * What a board shows.
 *
 * @typedef {object} Picture
 * @property {Table} table
 * @property {boolean} active whether spaces may be chosen at all
 * @property {Map<Key, Looks>} [targets] what a choice would put there; on stacks where it would come to rest
 * @property {boolean} [pointAt] whether targets are shown before they are pointed at
 * @property {Set<Key>} [sources] pieces that may be picked up
 * @property {Key | null} [selected] the one that is
 * @property {Moved[]} [proposed] drawn highlighted
 * @property {Moved[]} [planned] likewise, what is sealed already
 * @property {Map<Key, boolean>} [last] of the spaces that changed last: whether something stands there now
 * @property {At[][]} [runs]
 * @property {boolean} [goals] whether goal lines are drawn
 * @property {boolean} [whole] whether stacks are drawn up to the top
 */

const LARGEST_CELL_PX = 104;
const SMALL_CELL_PX = 26;
// Two drawings of this width stand side by side on a phone.
const SMALL_PANEL = 4.5 * CELL;
const ENLARGED_CELL_PX = 38;
const HIGHEST = 0.68; // of the window

/** @type {Required<Omit<Picture, "table" | "active">>} */
const NOTHING = {
  targets: new Map(),
  pointAt: false,
  sources: new Set(),
  selected: null,
  proposed: [],
  planned: [],
  last: new Map(),
  runs: [],
  goals: true,
  whole: false,
};

let boards = 0;

export class Board {
  /** @type {Required<Picture> | null} */
  #picture = null;
  /** @type {Panel[]} */
  #drawing = [];
  /** @type {Map<Key, Space>} */
  #spaces = new Map();
  /** @type {Map<Key, PieceAt>} */
  #pieces = new Map();
  /** @type {Map<Key, Moved>} */
  #proposed = new Map();
  /** @type {Map<Key, Moved>} */
  #planned = new Map();
  /** The space that Tab reaches. */
  #current = "";
  #enlarged = false;
  /**
   * Where pieces stood in the picture before.
   *
   * @type {Set<Key>}
   */
  #seen = new Set();

  /**
   * Draws into `parent`.
   *
   * @param {HTMLElement} parent
   * @param {Pointed} [pointed]
   */
  constructor(parent, { onSpace = () => {}, onPiece = () => {} } = {}) {
    this.id = `board${(boards += 1)}`;
    this.onSpace = onSpace;
    this.onPiece = onPiece;
    this.parent = parent;
    this.panels = el("div", { class: "board-panels" });
    this.legend = el("ul", { class: "legend", "aria-label": "What is marked on the board" });
    const size = { type: "button", class: "link board-enlarge", hidden: true, "aria-pressed": "false" };
    this.enlarge = el("button", { ...size, onclick: () => this.#toggleSize() }, "Enlarge the board");
    parent.classList.add("board");
    parent.append(this.panels, this.legend, this.enlarge);
    this.panels.addEventListener("click", (event) => this.#chosen(event));
    this.panels.addEventListener("keydown", (event) => this.#pressed(event));
    this.panels.addEventListener("pointerover", (event) => this.#pointed(event));
    this.panels.addEventListener("focusin", (event) => this.#pointed(event));
    for (const name of ["pointerleave", "focusout"]) this.panels.addEventListener(name, () => this.#unpoint());
    new ResizeObserver(() => this.#fit()).observe(parent);
  }

  /** @param {Picture} picture */
  draw(picture) {
    const shown = (this.#picture = { ...NOTHING, ...picture });
    const { table } = shown;
    const held = this.panels.contains(document.activeElement);
    const room = { width: this.parent.clientWidth || 600, height: innerHeight * HIGHEST };
    this.#drawing = panelsOf(table, room, shown.whole);
    this.#spaces = new Map(this.#drawing.flatMap((panel) => panel.spaces.map((space) => [space.key, space])));
    this.#pieces = byKey(table.pieces);
    this.#proposed = byKey(shown.proposed);
    this.#planned = byKey(shown.planned);
    if (!this.#spaces.has(this.#current)) this.#current = this.#firstSpace(shown);
    this.panels.replaceChildren(...this.#drawing.map((panel, index) => this.#panel(shown, panel, index)));
    this.#seen = new Set(this.#pieces.keys());
    if (held) this.focus();
    const legend = legendOf(table, `${this.id}-0`);
    replace(this.legend, legend);
    this.legend.hidden = legend.length === 0;
    this.#fit();
  }

  /** Gives the keyboard to the space that Tab reaches. */
  focus() {
    this.#element(this.#current)?.focus({ preventScroll: true });
  }

  /**
   * Where the keyboard enters the board: a space that can be chosen, else the first.
   *
   * @param {Required<Picture>} picture
   */
  #firstSpace({ targets }) {
    const first = [...targets.keys()].find((key) => this.#spaces.has(key));
    return first ?? this.#spaces.keys().next().value ?? "";
  }

  // --- drawing ------------------------------------------------------------------------------------------------------

  /**
   * @param {Required<Picture>} picture
   * @param {Panel} panel
   * @param {number} index
   */
  #panel(picture, panel, index) {
    const { table, goals } = picture;
    const id = `${this.id}-${index}`;
    const own = new Map(panel.spaces.map((space) => [space.key, space]));
    const drawing = svg(
      "svg",
      {
        viewBox: `0 0 ${panel.width} ${panel.height}`,
        class: "board-drawing",
        role: "group",
        "aria-label": panel.title || "Board",
      },
      markPatterns(table, id),
      paths("board-ground", panel.frames),
      paths("board-post", panel.posts),
      svg("g", { class: "board-marks" }, marks(table, own, id)),
      paths(panel.open ? "board-line board-line-open" : "board-line", panel.lines),
      panel.labels.map(labelText),
      panel.joined.flatMap(({ edge, arrow }) => [...paths("board-joined", [edge]), ...paths("board-joint", [arrow])]),
      goals ? goalLines(panel, table.seats) : [],
      panel.spaces.map((space) => this.#space(picture, space)),
      arrows([...picture.proposed, ...picture.planned], own),
      runs(picture.runs, own),
    );
    drawing.style.maxWidth = `${(panel.width / CELL) * LARGEST_CELL_PX}px`;
    return el(
      "figure",
      { class: panel.width <= SMALL_PANEL ? "board-panel is-small" : "board-panel" },
      panel.title ? el("figcaption", { class: "board-title" }, panel.title) : null,
      drawing,
    );
  }

  /**
   * @param {Required<Picture>} picture
   * @param {Space} space
   */
  #space(picture, space) {
    const { selected, last } = picture;
    const { key, x, y, radius, outline } = space;
    const [proposed, planned] = [this.#proposed.get(key), this.#planned.get(key)];
    const choosable = this.#isChoosable(picture, space);
    const changed = last.has(key);
    const ring = { class: last.get(key) ? "space-last" : "space-last space-left", cx: x, cy: y, r: radius + 2.6 };
    return svg(
      "g",
      {
        class: classes("space", {
          "is-choosable": choosable,
          "is-last": changed,
          "is-proposed": Boolean(proposed),
          "is-planned": Boolean(planned),
          "is-selected": selected === key,
        }),
        "data-key": key,
        role: choosable ? "button" : "img",
        tabindex: key === this.#current ? 0 : -1,
        "aria-label": this.#label(picture, space),
        "aria-pressed": choosable ? String(Boolean(proposed)) : null,
      },
      svg("path", { class: "space-ground", d: outline }),
      changed ? svg("circle", ring) : null,
      this.#standing(key, space),
      this.#target(picture, space),
      this.#coming(key, space),
    );
  }

  /**
   * The piece that is there.
   *
   * @param {Key} key
   * @param {Space} space
   */
  #standing(key, { x, y, radius }) {
    const here = this.#pieces.get(key);
    if (!here || this.#proposed.has(key)) return null;
    const isNew = this.#seen.size > 0 && !this.#seen.has(key);
    return piece(here, x, y, radius, isNew ? "is-new" : "");
  }

  /**
   * The piece that is to come there.
   *
   * @param {Key} key
   * @param {Space} space
   */
  #coming(key, { x, y, radius }) {
    const [proposed, planned] = [this.#proposed.get(key), this.#planned.get(key)];
    if (proposed) return piece(proposed, x, y, radius, "is-proposed");
    return planned ? piece(planned, x, y, radius, "is-planned") : null;
  }

  /**
   * What a choice would do there.
   *
   * @param {Required<Picture>} picture
   * @param {Space} space
   */
  #target({ targets, active, pointAt }, { key, x, y, radius }) {
    const target = targets.get(key);
    if (!active || !target || this.#proposed.has(key)) return null;
    if (!pointAt) return target.color ? svg("g", { class: "space-ghost" }, piece(target, x, y, radius)) : null;
    const isTaken = this.#pieces.has(key);
    const dot = isTaken ? { class: "space-target space-taken", r: radius + 1.5 } : { class: "space-target", r: 4 };
    return svg("circle", { ...dot, cx: x, cy: y });
  }

  /**
   * @param {Required<Picture>} picture
   * @param {Space} space
   */
  #label({ table, last }, { key, at }) {
    const [here, proposed, planned] = [this.#pieces.get(key), this.#proposed.get(key), this.#planned.get(key)];
    const words = [capital(placeName(at, table.board)), here ? pieceName(here) : "empty", ...markWords(table, key)];
    if (proposed) words.push(`your proposal: ${pieceName(proposed)}`);
    if (planned) words.push(`your plan: ${pieceName(planned)}`);
    if (last.has(key)) words.push(last.get(key) ? "last move" : "left last");
    return words.join(", ");
  }

  // --- choosing -----------------------------------------------------------------------------------------------------

  /**
   * @param {Required<Picture>} picture
   * @param {Space} space
   */
  #isChoosable({ active, sources, targets, table }, { key, at }) {
    return active && (targetOf(at, targets, table) !== null || sources.has(key));
  }

  /** @param {Event} event */
  #chosen(event) {
    const space = this.#spaceOf(event);
    if (!space) return;
    this.#moveTo(space.key, { focus: false });
    this.#choose(space);
  }

  /**
   * A piece that is pointed at itself is picked up, unless another is in hand that can go there.
   *
   * @param {Space} space
   */
  #choose({ at, key }) {
    if (!this.#picture?.active) return;
    const { sources, pointAt, targets, table } = this.#picture;
    const target = targetOf(at, targets, table);
    if (target !== null && (pointAt || target === key || !sources.has(key))) this.onSpace(atOf(target));
    else if (sources.has(key)) this.onPiece(at);
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    const space = this.#spaceOf(event);
    if (!space || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.#choose(space);
      return;
    }
    const next = STEPS[event.key]?.(space, [...this.#spaces.values()]);
    if (!next) return;
    event.preventDefault();
    this.#moveTo(next.key, { focus: true });
  }

  /**
   * Moves the one space that Tab reaches.
   *
   * @param {Key} key
   * @param {{ focus: boolean }} options
   */
  #moveTo(key, { focus }) {
    this.#element(this.#current)?.setAttribute("tabindex", "-1");
    this.#current = key;
    const element = this.#element(key);
    element?.setAttribute("tabindex", "0");
    if (focus) element?.focus();
  }

  /** @param {Event} event */
  #pointed(event) {
    this.#unpoint();
    const space = this.#spaceOf(event);
    if (!space || !this.#picture?.active) return;
    const target = targetOf(space.at, this.#picture.targets, this.#picture.table);
    if (target) this.#element(target)?.classList.add("is-pointed");
  }

  #unpoint() {
    for (const element of this.panels.querySelectorAll(".is-pointed")) element.classList.remove("is-pointed");
  }

  /**
   * @param {Key} key
   * @returns {SVGElement | null}
   */
  #element(key) {
    return this.panels.querySelector(`[data-key="${key}"]`);
  }

  /** @param {Event} event */
  #spaceOf({ target }) {
    const element = target instanceof Element ? target.closest("[data-key]") : null;
    return this.#spaces.get(element?.getAttribute("data-key") ?? "") ?? null;
  }

  // --- size ---------------------------------------------------------------------------------------------------------

  #toggleSize() {
    this.#enlarged = !this.#enlarged;
    this.enlarge.setAttribute("aria-pressed", String(this.#enlarged));
    this.enlarge.textContent = this.#enlarged ? "Show the whole board" : "Enlarge the board";
    this.#fit();
  }

  /** Offers a larger drawing, to be scrolled, where the spaces are small for a finger. */
  #fit() {
    if (!this.#picture) return;
    let small = false;
    /** @type {NodeListOf<SVGElement>} */
    const drawings = this.panels.querySelectorAll(".board-drawing");
    drawings.forEach((drawing, index) => {
      const panel = this.#drawing[index];
      // Wide boards are as wide as there is room, high stacks as high.
      const room = drawing.getBoundingClientRect();
      small ||= CELL * Math.min(room.width / panel.width, room.height / panel.height) < SMALL_CELL_PX;
      drawing.style.width = this.#enlarged ? `${(panel.width / CELL) * ENLARGED_CELL_PX}px` : "";
    });
    this.parent.classList.toggle("is-enlarged", this.#enlarged);
    this.enlarge.hidden = !small && !this.#enlarged;
  }
}

/**
 * The target that choosing a space means: on stacks the one of its column.
 *
 * @param {At} at
 * @param {Map<Key, Looks>} targets
 * @param {Table} table
 */
function targetOf(at, targets, { board }) {
  const key = keyOf(at);
  if (targets.has(key)) return key;
  if (board.kind !== "stacks") return null;
  return [...targets.keys()].find((one) => isIn(atOf(one), stackOf(at))) ?? null;
}

/**
 * @template {{ at: At }} Placed
 * @param {Placed[]} placed
 */
const byKey = (placed) => new Map(placed.map((one) => [keyOf(one.at), one]));

/**
 * @param {string} always
 * @param {Record<string, boolean>} sometimes
 */
const classes = (always, sometimes) => [always, ...Object.keys(sometimes).filter((name) => sometimes[name])].join(" ");
