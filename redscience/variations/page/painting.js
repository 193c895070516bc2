// Painting spaces with a marker: stroke by stroke, by mouse, touch or keyboard.

import { isMarked, putMark } from "./putting.js";
import { STEPS } from "./steps.js";

/** @import { Board } from "./board.js" */
/** @import { Draft } from "./draft.js" */
/** @import { Rules } from "./form.js" */
/** @import { Marker } from "./marks.js" */
/** @import { Space } from "./panel.js" */
/** @import { At } from "./view.js" */

/** @typedef {"space" | "row" | "column" | "rectangle"} Brush */

/**
 * What is painted, and how: `change` applies an action to the draft; those of one `part` are undone together.
 *
 * @typedef {object} Canvas
 * @property {() => Draft} draft
 * @property {() => Marker | null} marker the one that is chosen, as it is in the phase that is shown
 * @property {() => Brush} brush what a press paints
 * @property {(action: (draft: Draft) => void, part: string) => void} change
 */

/**
 * Some spaces set, or some cleared, in one go.
 *
 * @typedef {object} Stroke
 * @property {string} part
 * @property {Rules} base the rules before it
 * @property {Marker} marker
 * @property {boolean} on whether it sets
 * @property {Space} from where it began
 * @property {Space} to where it is
 * @property {boolean} isRectangle
 * @property {Space[]} reached
 * @property {string} left what is made and what paints, as it left them
 * @property {Last} before
 */

/** What was painted last, before a stroke. @typedef {{ last: Painted | null, painted: At[] }} Last */

/** @typedef {{ key: string, on: boolean }} Painted a space by its key, and whether it was set or cleared */

let strokes = 0;

export class Painter {
  /** @type {Stroke | null} */
  #stroke = null;
  /**
   * The space that was painted last: where a rectangle begins that a click with Shift ends.
   *
   * @type {Painted | null}
   */
  #last = null;
  /**
   * The spaces that were painted last, with whatever it was.
   *
   * @type {At[]}
   */
  #painted = [];
  /**
   * The space that is pressed with Shift, before it is known whether that is a click or a drag.
   *
   * @type {Space | null}
   */
  #pressed = null;
  /**
   * What presses: another finger paints nothing, nor ends what the first one paints.
   *
   * @type {number | null}
   */
  #pointer = null;
  /** Whether the click that comes is the end of a stroke. */
  #isDone = false;

  /**
   * @param {Board} board
   * @param {Canvas} canvas
   */
  constructor(board, canvas) {
    this.board = board;
    this.canvas = canvas;
    const { panels } = board;
    panels.addEventListener("pointerdown", (event) => this.#press(event));
    // The space that is painted has the keyboard; what the press hits would take it.
    panels.addEventListener("mousedown", (event) => (this.#stroke || this.#pressed) && event.preventDefault());
    panels.addEventListener("pointermove", (event) => this.#move(event));
    panels.addEventListener("pointerup", (event) => this.#release(event, true));
    panels.addEventListener("pointercancel", (event) => this.#release(event, false));
    panels.addEventListener("keydown", (event) => this.#key(event));
    panels.addEventListener("pointerleave", () => this.#preview([]));
  }

  /**
   * A space was chosen, by a click or a key: one that ends a stroke says nothing more.
   *
   * @param {At} at
   */
  choose(at) {
    const space = this.#spaceOf(at.join(","));
    if (this.#isDone || !space) return;
    this.#begin(space);
    this.#stroke = null;
  }

  /** Another marker is chosen: what was painted with the one before is over. */
  rest() {
    this.#stroke = null;
    this.#pressed = null;
    this.#last = null;
  }

  /** Puts the marker that is chosen where the one before was painted last, or takes it away where all have it. */
  again() {
    const marker = this.canvas.marker();
    const there = this.#painted.filter((at) => this.#spaceOf(at.join(",")));
    if (!marker || there.length === 0) return;
    const draft = this.canvas.draft();
    const on = !there.every(isMarked(draft, marker));
    this.canvas.change((one) => putMark(one, marker, there, on), `stroke-${(strokes += 1)}`);
  }

  // --- strokes ------------------------------------------------------------------------------------------------------

  /**
   * @param {Space} space
   * @param {boolean} [isRectangle] whatever the brush is
   * @param {Painted | null} [last] where a rectangle begins; left out, it begins at the space
   */
  #begin(space, isRectangle = this.canvas.brush() === "rectangle", last = null) {
    const marker = this.canvas.marker();
    if (!marker) return;
    const draft = this.canvas.draft();
    this.#stroke = {
      part: `stroke-${(strokes += 1)}`,
      base: structuredClone(draft.rules),
      marker,
      on: last ? last.on : !isMarked(draft, marker)(space.at),
      from: (last && this.#spaceOf(last.key)) ?? space,
      to: space,
      isRectangle,
      reached: [],
      left: "",
      before: { last: last ?? this.#last, painted: this.#painted },
    };
    this.#extend(space);
  }

  /** @param {Space} space */
  #extend(space) {
    const stroke = this.#stroke;
    if (!stroke) return;
    const { base, marker, on, from, part } = stroke;
    stroke.to = space;
    const reached = reach(stroke.isRectangle ? "rectangle" : this.canvas.brush(), from, space, this.board.spaces);
    stroke.reached = stroke.isRectangle ? reached : [...new Set([...stroke.reached, ...reached])];
    this.#last = { key: stroke.isRectangle ? from.key : space.key, on };
    this.#painted = stroke.reached.map(({ at }) => at);
    this.board.moveTo(space.key);
    this.canvas.change((draft) => {
      draft.rules = structuredClone(base);
      putMark(draft, marker, this.#painted, on);
    }, part);
    stroke.left = this.#state;
  }

  /** What is made and what paints, as text. */
  get #state() {
    return JSON.stringify([this.canvas.draft().rules, this.canvas.marker()]);
  }

  /** The stroke that goes on: one is over once anything else has changed what it left, and would be thrown away. */
  get #current() {
    if (this.#stroke && this.#stroke.left !== this.#state) this.#stroke = null;
    return this.#stroke;
  }

  /** Puts back what was there before the stroke. */
  #takeBack() {
    const stroke = this.#current;
    if (!stroke) return;
    this.#last = stroke.before.last;
    this.#painted = stroke.before.painted;
    this.canvas.change((draft) => {
      draft.rules = stroke.base;
    }, stroke.part);
    this.#stroke = null;
  }

  // --- mouse and touch ----------------------------------------------------------------------------------------------

  /** @param {PointerEvent} event */
  #press(event) {
    const space = this.#spaceAt(event);
    const isScrolled = event.pointerType === "touch" && this.board.isEnlarged;
    if (!space || event.button !== 0 || !event.isPrimary || isScrolled || !this.canvas.marker()) return;
    this.#pointer = event.pointerId;
    this.board.panels.setPointerCapture(event.pointerId);
    // What grows would come under the pointer without its being moved.
    this.board.hold();
    if (event.shiftKey) {
      this.#pressed = space;
      return;
    }
    this.#preview([]);
    this.#begin(space);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    if (this.#pointer !== null && event.pointerId !== this.#pointer) return;
    if (this.#pressed) this.#drag(this.#pressed, this.#spaceAt(event));
    else if (!this.#stroke) this.#preview(this.#reachedFrom(event));
    const stroke = this.#current;
    if (!stroke) return;
    const steps = event.getCoalescedEvents?.() ?? [];
    for (const step of steps.length > 0 ? steps : [event]) {
      const space = this.#spaceAt(step);
      if (space && space.key !== stroke.to.key) this.#extend(space);
    }
  }

  /**
   * Pressed with Shift and drawn on: the rectangle begins where it was pressed.
   *
   * @param {Space} from
   * @param {Space | null} to
   */
  #drag(from, to) {
    if (!to || to.key === from.key) return;
    this.#pressed = null;
    this.#preview([]);
    this.#begin(from, true);
  }

  /**
   * @param {PointerEvent} event
   * @param {boolean} isMeant whether it was the hand that let go; else the browser took it, as for a pinch
   */
  #release({ pointerId }, isMeant) {
    if (pointerId !== this.#pointer) return;
    this.#pointer = null;
    const pressed = this.#pressed;
    this.#pressed = null;
    if (pressed && isMeant) {
      this.#preview([]);
      this.#begin(pressed, true, this.#last);
    }
    if (!isMeant) this.#takeBack();
    const isPainted = this.#stroke !== null;
    this.#stroke = null;
    this.board.letGo();
    if (!isPainted) return;
    // The click that belongs to it follows at once.
    this.#isDone = true;
    setTimeout(() => (this.#isDone = false));
  }

  // --- keyboard -----------------------------------------------------------------------------------------------------

  /**
   * With Shift the keys that lead from space to space draw a rectangle from where one was, also from level to level,
   * until another key is pressed. The board has moved there already.
   *
   * @param {KeyboardEvent} event
   */
  #key(event) {
    if (event.key === "Shift") return;
    const isStep = event.shiftKey && event.key in STEPS;
    const from = this.#spaceAtElement(event.target);
    const to = this.#spaceAtElement(document.activeElement);
    if (!isStep || !from || !to || !this.canvas.marker()) {
      this.#stroke = null;
      return;
    }
    if (!this.#current) {
      const on = this.#last?.key === from.key ? this.#last.on : true;
      this.#last = { key: from.key, on };
      this.#begin(from, true, this.#last);
    }
    this.#extend(to);
  }

  // --- spaces -------------------------------------------------------------------------------------------------------

  /**
   * What a press would paint, where that is more than the space that is pointed at.
   *
   * @param {PointerEvent} event
   */
  #reachedFrom(event) {
    const space = this.#spaceAt(event);
    const isWide = event.shiftKey || ["row", "column"].includes(this.canvas.brush());
    if (!space || !isWide || !this.canvas.marker()) return [];
    const from = (event.shiftKey && this.#last && this.#spaceOf(this.#last.key)) || space;
    return reach(event.shiftKey ? "rectangle" : this.canvas.brush(), from, space, this.board.spaces);
  }

  /** @param {Space[]} spaces */
  #preview(spaces) {
    const keys = new Set(spaces.map(({ key }) => key));
    for (const element of this.board.panels.querySelectorAll("[data-key]")) {
      element.classList.toggle("is-reached", keys.has(element.getAttribute("data-key") ?? ""));
    }
  }

  /** @param {PointerEvent} event */
  #spaceAt({ clientX, clientY }) {
    return this.#spaceAtElement(document.elementFromPoint(clientX, clientY));
  }

  /** @param {EventTarget | null} target */
  #spaceAtElement(target) {
    const element = target instanceof Element ? target.closest("[data-key]") : null;
    return element && this.board.panels.contains(element)
      ? this.#spaceOf(element.getAttribute("data-key") ?? "")
      : null;
  }

  /** @param {string} key */
  #spaceOf(key) {
    return this.board.spaces.find((space) => space.key === key) ?? null;
  }
}

/**
 * The spaces that a brush reaches, as they are drawn.
 *
 * @param {Brush} brush
 * @param {Space} from
 * @param {Space} to
 * @param {Space[]} spaces
 */
function reach(brush, from, to, spaces) {
  const isBetween = (/** @type {"u" | "v" | "w"} */ axis, /** @type {Space} */ space) =>
    Math.min(from[axis], to[axis]) <= space[axis] && space[axis] <= Math.max(from[axis], to[axis]);
  /** @type {Record<Brush, (space: Space) => boolean>} */
  const isReached = {
    space: ({ key }) => key === to.key,
    row: ({ v, w }) => v === to.v && w === to.w,
    column: ({ u, w }) => u === to.u && w === to.w,
    rectangle: (space) => isBetween("u", space) && isBetween("v", space) && isBetween("w", space),
  };
  return spaces.filter(isReached[brush]);
}
