// Pieces that are dragged, by mouse or finger: from space to space, or out of the reserve. It means what clicks mean.

import { svg } from "../../dom.js";
import { drag } from "../../drag.js";
import { piece } from "./pieces.js";
import { atOf } from "./view.js";

/** @import { At, Looks } from "./view.js" */

/**
 * What a drag asks and tells.
 *
 * @typedef {object} Dragged
 * @property {(at: At) => Looks | null} onBoard what stands on a space, if it may be picked up; else null
 * @property {(shape: string, color: string) => Looks | null} inReserve a kind that may be placed; else null
 * @property {(at: At) => void} lift has the piece of a space be in hand
 * @property {(kind: Looks) => void} take has a kind of the reserve be in hand
 * @property {(at: At | null) => void} drop what is in hand was let go over a space, or beside the board
 */

/**
 * Lets pieces be dragged.
 *
 * @param {HTMLElement} board
 * @param {HTMLElement} hand
 * @param {Dragged} dragged
 */
export function offerToDrag(board, hand, { onBoard, inReserve, lift, take, drop }) {
  board.addEventListener("pointerdown", (event) => {
    const from = keyOfSpace(event.target);
    if (!from) return;
    const looks = onBoard(atOf(from));
    if (!looks) return;
    const size = /** @type {Element} */ (event.target).getBoundingClientRect().height;
    const onDrop = (/** @type {number} */ x, /** @type {number} */ y) => {
      const to = spaceAt(board, x, y);
      // Who lets go where they took it holds it still; what is no longer theirs to move stays where it is.
      if (to === from || !onBoard(atOf(from))) return;
      lift(atOf(from));
      drop(to ? atOf(to) : null);
    };
    drag(event, ghostOf(looks, size), onDrop, () => lift(atOf(from)));
  });
  hand.addEventListener("pointerdown", (event) => {
    const held = event.target instanceof Element ? event.target.closest("[data-shape]") : null;
    const { shape = "", color = "" } = held instanceof HTMLElement ? held.dataset : {};
    const looks = held && inReserve(shape, color);
    if (!looks) return;
    const onDrop = (/** @type {number} */ x, /** @type {number} */ y) => {
      const to = spaceAt(board, x, y);
      if (!to || !inReserve(shape, color)) return;
      take(looks);
      drop(atOf(to));
    };
    drag(event, ghostOf(looks, held.getBoundingClientRect().height), onDrop, () => take(looks));
  });
}

/**
 * @param {Looks} looks
 * @param {number} size in pixels
 */
const ghostOf = (looks, size) =>
  svg("svg", { viewBox: "-1.25 -1.25 2.5 2.5", width: size, height: size }, piece(looks, 0, 0, 1));

/** @param {EventTarget | null} target */
const keyOfSpace = (target) =>
  target instanceof Element ? (target.closest("[data-key]")?.getAttribute("data-key") ?? "") : "";

/**
 * @param {HTMLElement} board
 * @param {number} x
 * @param {number} y
 */
function spaceAt(board, x, y) {
  const element = document.elementFromPoint(x, y);
  return board.contains(element) ? keyOfSpace(element) : "";
}
