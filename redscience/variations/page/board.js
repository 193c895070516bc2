// Draws a board: the table of a view, or the start of a rule set. Used by the Factory and the Playground alike.
//
// A picture is drawn by what has changed since the one before: what stands still is not touched.

import { el, replace } from "../../dom.js";
import { t } from "../../texts.js";
import { drawFrame, figure } from "./frame.js";
import { bestColumns, heightIn, isFor, laidOutLike, layOut } from "./layout.js";
import { legendOf } from "./legend.js";
import { speakAs } from "./names.js";
import { CELL } from "./panel.js";
import { roomFor, widthFor } from "./room.js";
import { become, drawSpace, looksTheSame, pointTo } from "./space.js";
import { STEPS } from "./steps.js";
import { hasChoice, targetOf } from "./targets.js";
import { atOf, byKey } from "./view.js";

/** @import { Moved } from "./arrows.js" */
/** @import { Frame } from "./frame.js" */
/** @import { Layout } from "./layout.js" */
/** @import { Panel, Space } from "./panel.js" */
/** @import { Face } from "./space.js" */
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
 * @property {boolean} [pointAt] whether targets are those of a piece in hand
 * @property {boolean} [hints] whether targets and pieces that may be picked up are marked before they are pointed at
 * @property {Set<Key>} [sources] pieces that may be picked up
 * @property {Key | null} [selected] the one that is
 * @property {Moved[]} [proposed] drawn highlighted
 * @property {Moved[]} [planned] likewise, what is sealed already
 * @property {Map<Key, boolean>} [last] of the spaces that changed last: whether something stands there now
 * @property {Map<Key, Key>} [arrivals] where pieces have come from; "" for those that fell from above
 * @property {At[][]} [runs]
 * @property {Set<Key>} [inRuns] the spaces of these
 * @property {Set<Key>} [decisive] the spaces that decided, where no row did
 * @property {boolean} [goals] whether goal lines are drawn
 * @property {boolean} [whole] whether stacks are drawn up to the top
 * @property {boolean} [turned] whether boards that lie flat are seen from the other side
 */

const LARGEST_CELL_PX = 144;
const SMALL_CELL_PX = 26;
const ENLARGED_CELL_PX = 38;

/** @type {Required<Omit<Picture, "table" | "active">>} */
const NOTHING = {
  targets: new Map(),
  pointAt: false,
  hints: false,
  sources: new Set(),
  selected: null,
  proposed: [],
  planned: [],
  last: new Map(),
  arrivals: new Map(),
  runs: [],
  inRuns: new Set(),
  decisive: new Set(),
  goals: true,
  whole: false,
  turned: false,
};

let boards = 0;

export class Board {
  /** @type {Required<Picture> | null} */
  #picture = null;
  /** @type {Frame[]} */
  #drawings = [];
  /**
   * What the drawings were made for, and what they show of it as text; where that is the same they stay.
   *
   * @type {{ panels: Panel[], table: Table, goals: boolean } | null}
   */
  #framed = null;
  #frame = "";
  /** @type {Layout | null} */
  #layout = null;
  /** @type {Map<Key, Space>} */
  #spaces = new Map();
  /**
   * The spaces as they are drawn, with what is seen there.
   *
   * @type {Map<Key, { element: SVGGElement, space: Space, face: Face }>}
   */
  #drawn = new Map();
  /** @type {Map<Key, PieceAt>} */
  #pieces = new Map();
  /** @type {Map<Key, Moved>} */
  #proposed = new Map();
  /** @type {Map<Key, Moved>} */
  #planned = new Map();
  /** The space that Tab reaches. */
  #current = "";
  /** The width of the room, known without asking the browser at each drawing: 0 while it is not. */
  #width = 0;
  #enlarged = false;
  #isHeld = false;
  /**
   * The table that was clicked: a double click is one answer to one position.
   *
   * @type {Table | null}
   */
  #clicked = null;
  /** What is shown on a space while one plays, in words. @type {(face: Face, at: At, picture: Picture) => string[]} */
  says = () => [];
  /** What draws moves and rows, which there are only while one plays. @type {typeof import("./arrows.js")} */
  strokes = { arrows: () => [], runs: () => [] };

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
    this.legend = el("ul", { class: "legend", "aria-label": t("What is marked on the board") });
    const size = { type: "button", class: "link board-enlarge", hidden: true, "aria-pressed": "false" };
    this.enlarge = el("button", { ...size, onclick: () => this.#toggleSize() }, t("Enlarge the board"));
    parent.classList.add("board");
    parent.append(this.panels, this.legend, this.enlarge);
    this.panels.addEventListener("click", (event) => this.#chosen(event));
    this.panels.addEventListener("keydown", (event) => this.#pressed(event));
    this.panels.addEventListener("pointerover", (event) => this.#pointed(event));
    // Screen readers go where they like, without a click or an arrow key.
    this.panels.addEventListener("focusin", (event) => {
      this.#moveTo(this.#spaceOf(event)?.key ?? this.#current);
      this.#pointed(event);
    });
    for (const name of ["pointerleave", "focusout"]) this.panels.addEventListener(name, () => this.#unpoint());
    new ResizeObserver(() => this.#suitRoom()).observe(parent);
  }

  /** @param {Picture} picture */
  draw(picture) {
    const before = this.#picture;
    const shown = (this.#picture = { ...NOTHING, ...picture });
    speakAs(shown.table);
    const held = this.panels.contains(document.activeElement);
    this.#proposed = byKey(shown.proposed);
    this.#planned = byKey(shown.planned);
    if (shown.table !== before?.table) this.#pieces = byKey(shown.table.pieces);
    const { panels, spaces, words } = this.#layOut(shown);
    this.#spaces = spaces;
    if (!this.#spaces.has(this.#current)) this.#current = this.#firstSpace(shown);
    const drawn = this.#drawn;
    const isAnew = this.#drawFrame(shown, panels);
    // Where stacks have grown the board is drawn anew, and what came moves all the same.
    const moves = shown.table !== before?.table && (!isAnew || shown.arrivals.size > 0);
    this.#drawSpaces(shown, words, moves ? drawn : null);
    for (const { above, below, own } of this.#drawings) {
      replace(above, this.strokes.arrows([...shown.proposed, ...shown.planned], own));
      replace(below, this.strokes.runs(shown.runs, own));
    }
    if (held && !this.panels.contains(document.activeElement)) this.focus();
    if (isAnew) this.#fit();
  }

  /** Keeps all spaces where they are drawn, whatever comes to stand there, until the board is let go. */
  hold() {
    this.#isHeld = true;
  }

  /** Draws everything where it belongs. */
  letGo() {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    this.#layout = null;
    if (this.#picture) this.draw(this.#picture);
  }

  /** Gives the keyboard to the space that Tab reaches. */
  focus() {
    this.#element(this.#current)?.focus({ preventScroll: true });
  }

  /** The spaces as they are drawn. */
  get spaces() {
    return [...this.#spaces.values()];
  }

  /** Whether the board is drawn larger than there is room, to be scrolled. */
  get isEnlarged() {
    return this.#enlarged;
  }

  /**
   * Makes a space the one that Tab reaches, and gives it the keyboard.
   *
   * @param {Key} key
   */
  moveTo(key) {
    this.#moveTo(key);
    this.#element(key)?.focus();
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

  /** @param {Required<Picture>} picture */
  #layOut(picture) {
    const old = this.#layout;
    if (old && this.#isHeld) return (this.#layout = laidOutLike(old, picture.table));
    const width = (this.#width ||= widthFor(this.panels));
    return (this.#layout = isFor(old, picture, width) ? old : layOut(picture, roomFor(this.panels)));
  }

  /**
   * Draws what stands still while one plays, unless it stands there; gives whether it was drawn.
   *
   * @param {Required<Picture>} picture
   * @param {Panel[]} panels
   */
  #drawFrame(picture, panels) {
    const { table, goals, turned } = picture;
    const isSame = this.#framed?.panels === panels && this.#framed.table === table && this.#framed.goals === goals;
    if (isSame) return false;
    this.#framed = { panels, table, goals };
    const lines = goals ? table.seats.map(({ seat, color, goal }) => [seat, color, goal]) : [];
    const sizes = panels.map(({ title, width, height, spaces }) => [title, width, height, spaces.length]);
    const frame = JSON.stringify([table.board, table.shapes, table.marks, turned, lines, sizes]);
    if (frame === this.#frame) return false;
    this.#frame = frame;
    this.#drawn = new Map();
    this.#drawings = panels.map((panel, index) => drawFrame(panel, table, { id: `${this.id}-${index}`, goals }));
    for (const { drawing, panel } of this.#drawings) {
      drawing.style.maxWidth = `${(panel.width / CELL) * LARGEST_CELL_PX}px`;
    }
    this.panels.replaceChildren(...this.#drawings.map(figure));
    const legend = legendOf(table, `${this.id}-0`);
    replace(this.legend, legend);
    this.legend.hidden = legend.length === 0;
    return true;
  }

  /**
   * Draws the spaces that look different from how they are drawn; pieces move where they stood otherwise before.
   *
   * @param {Required<Picture>} picture
   * @param {Map<Key, string[]>} words
   * @param {Map<Key, { face: Face }> | null} before null where nothing is to move
   */
  #drawSpaces(picture, words, before) {
    for (const { drawing, above, own } of this.#drawings) {
      for (const space of own.values()) {
        const face = this.#face(picture, space);
        const old = this.#drawn.get(space.key);
        if (old && looksTheSame(old.face, face)) continue;
        const was = before?.get(space.key);
        const said = [...(words.get(space.key) ?? []), ...this.says(face, space.at, picture)];
        const fresh = drawSpace(picture.table.board, space, face, said);
        fresh.setAttribute("tabindex", space.key === this.#current ? "0" : "-1");
        if (!old) drawing.insertBefore(fresh, above);
        const element = old ? become(old.element, fresh) : fresh;
        this.#drawn.set(space.key, { element, space, face });
        const from = picture.arrivals.get(space.key);
        if (was) enter(element, space, { before: was.face, now: face, from, spaces: this.#spaces });
      }
    }
  }

  /**
   * What is seen on a space.
   *
   * @param {Required<Picture>} picture
   * @param {Space} space
   * @returns {Face}
   */
  #face(picture, space) {
    const { key } = space;
    const { active, targets, sources, pointAt, hints, selected, last, inRuns, decisive } = picture;
    const target = active ? targets.get(key) : undefined;
    return {
      here: this.#pieces.get(key),
      proposed: this.#proposed.get(key),
      planned: this.#planned.get(key),
      target,
      isPointedAt: pointAt,
      isMarked: hints && (target ? pointAt || hasChoice(picture) : active && !pointAt && sources.has(key)),
      isChoosable: this.#isChoosable(picture, space),
      isMovable: active && sources.has(key),
      isSelected: selected === key,
      last: last.get(key),
      isDecisive: decisive.has(key),
      isInRow: inRuns.has(key),
    };
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
    const table = this.#picture?.table ?? null;
    const isSecond = event instanceof UIEvent && event.detail > 1;
    if (!space || (isSecond && table !== this.#clicked)) return;
    this.#clicked = table;
    this.#moveTo(space.key);
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
    const next = STEPS[event.key]?.(space, this.spaces);
    if (!next) return;
    event.preventDefault();
    this.moveTo(next.key);
  }

  /**
   * Moves the one space that Tab reaches.
   *
   * @param {Key} key
   */
  #moveTo(key) {
    this.#element(this.#current)?.setAttribute("tabindex", "-1");
    this.#current = key;
    this.#element(key)?.setAttribute("tabindex", "0");
  }

  /** @param {Event} event */
  #pointed(event) {
    this.#unpoint();
    const space = this.#spaceOf(event);
    if (!space || !this.#picture?.active) return;
    const target = targetOf(space.at, this.#picture.targets, this.#picture.table);
    const drawn = this.#drawn.get(target ?? "");
    if (!drawn) return;
    speakAs(this.#picture.table);
    pointTo(drawn);
  }

  #unpoint() {
    this.panels.querySelector(".is-pointed")?.classList.remove("is-pointed");
    this.panels.querySelector(".space-ghost")?.remove();
  }

  /**
   * @param {Key} key
   * @returns {SVGGElement | null}
   */
  #element(key) {
    return this.#drawn.get(key)?.element ?? null;
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
    this.enlarge.textContent = this.#enlarged ? t("Show the whole board") : t("Enlarge the board");
    this.#fit();
  }

  /** Draws everything where there is room for it now. */
  #suitRoom() {
    const width = widthFor(this.panels);
    const isOther = width !== this.#width;
    this.#width = width;
    if (isOther && this.#picture) this.draw(this.#picture);
    this.#fit();
  }

  /** Draws all boards on one scale; offers a larger drawing, to be scrolled, where spaces are small for a finger. */
  #fit() {
    if (this.#drawings.length === 0) return;
    const panels = this.#drawings.map(({ panel }) => panel);
    const columns = bestColumns(panels, roomFor(this.panels));
    // No custom properties: each space would inherit them, and all would be styled once more.
    this.panels.style.gridTemplateColumns = "1fr ".repeat(columns);
    let small = false;
    for (const { drawing, panel } of this.#drawings) {
      drawing.style.maxHeight = heightIn(Math.ceil(panels.length / columns));
      const { low = CELL } = panel;
      drawing.style.width = this.#enlarged ? `${(panel.width / low) * ENLARGED_CELL_PX}px` : "";
      // Wide boards are as wide as there is room, high stacks as high.
      const room = drawing.getBoundingClientRect();
      small ||= low * Math.min(room.width / panel.width, room.height / panel.height) < SMALL_CELL_PX;
    }
    this.parent.classList.toggle("is-enlarged", this.#enlarged);
    this.enlarge.hidden = !small && !this.#enlarged;
  }
}

/** A board on which nothing moves loads nothing for it. @type {typeof import("./motion.js").enter} */
const enter = (...all) => void import("./motion.js").then((motion) => motion.enter(...all));
