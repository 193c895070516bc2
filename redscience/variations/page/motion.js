// How pieces come to where they stand: they slide, fall, turn over or appear. Who wants it still sees none of it.

/** @import { Space } from "./panel.js" */
/** @import { Face } from "./space.js" */
/** @import { Key } from "./view.js" */

const DURATION_MS = 180;
const STILL = matchMedia("(prefers-reduced-motion: reduce)");

/** @typedef {{ x: number, y: number }} Point */

/**
 * Shows how the piece that stands on a space now has come there; not where the player has seen it there already.
 *
 * @param {SVGGElement} element of the space
 * @param {Space} space
 * @param {object} change
 * @param {Face} change.before
 * @param {Face} change.now
 * @param {Key} [change.from] where the piece has come from, if it has: a space, "" for the top of the board
 * @param {Map<Key, Space>} change.spaces all that are drawn
 */
export function enter(element, space, { before, now, from, spaces }) {
  const piece = element.querySelector(".piece");
  if (STILL.matches || !piece || !now.here || now.proposed || before.proposed || isSame(before, now)) return;
  const origin = from === "" ? { x: space.x, y: 0 } : spaces.get(from ?? "");
  piece.animate(steps(space, before, origin), { duration: DURATION_MS, easing: "ease-out" });
}

/**
 * @param {Face} before
 * @param {Face} now
 */
const isSame = ({ here: one }, { here: other }) => one?.shape === other?.shape && one?.color === other?.color;

/**
 * @param {Space} space
 * @param {Face} before
 * @param {Point} [from]
 * @returns {Keyframe[]}
 */
function steps(space, before, from) {
  const { radius } = space;
  const at = (/** @type {Point} */ { x, y }, wide = radius) => `translate(${x}px, ${y}px) scale(${wide}, ${radius})`;
  if (from) return [{ transform: at(from) }, { transform: at(space) }];
  if (before.here) return [{ transform: at(space, 0) }, { transform: at(space) }];
  return [{ opacity: 0 }, { opacity: 1 }];
}
