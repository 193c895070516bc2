// What a player points at while another seat thinks, and which of their moves it can mean once it is their turn. The
// rules are not known here: what would be theirs to do if every cell were empty may be pointed at.

import { keyOf, turnedOver } from "./view.js";

/** @import { Cell, Lying, Move, Parts, Scene, View } from "./view.js" */

/**
 * A scene in which the viewer may point at their next move; any other as it is.
 *
 * @param {Scene} scene
 * @returns {Scene}
 */
export function early(scene) {
  if (!scene.premoving) return scene;
  const chosen = /** @type {Move | null | undefined} */ (scene.premove) ?? null;
  return { ...scene, active: true, hints: false, legal: pointable(scene.view), chosen };
}

/**
 * Whether a legal move is the one that was pointed at.
 *
 * @param {Parts} aim
 */
export const isMeant =
  ({ kind, peg, from, to }) =>
  (/** @type {Parts} */ move) =>
    move.kind === kind && move.peg === peg && isSame(move.from, from) && isSame(move.to, to);

/**
 * @param {Cell | undefined} one
 * @param {Cell | undefined} other
 */
const isSame = (one, other) => one === other || Boolean(one && other && keyOf(one) === keyOf(other));

/**
 * @param {View} view
 * @returns {Move[]}
 */
function pointable({ table, viewer }) {
  const hand = table.hands.find(({ seat }) => seat === viewer);
  const free = hand?.off.filter((peg) => !hand.waiting.includes(peg)) ?? [];
  const own = table.pegs.filter(({ seat }) => seat === viewer);
  /** @type {Parts[]} */
  const parts = [
    ...free.flatMap((peg) =>
      [peg, turnedOver(peg)].flatMap((lying) => table.board.cells.map((to) => placing(lying, to))),
    ),
    ...own.map(({ at }) => ({ kind: /** @type {const} */ ("flip"), to: at })),
    ...own.flatMap(({ at }) => table.board.cells.filter((to) => !isSame(to, at)).map((to) => moving(at, to))),
  ];
  return parts.map((one) => ({ ...one, move: "" }));
}

/** @type {(peg: Lying, to: Cell) => Parts} */
const placing = (peg, to) => ({ kind: "place", peg, to });

/** @type {(from: Cell, to: Cell) => Parts} */
const moving = (from, to) => ({ kind: "move", from, to });
