// The board of a rule set that is being made, as a table: drawn at once, whether or not the rules are in order.

import { marksOf } from "./marks.js";
import { NOBODY, piecesAt } from "./placing.js";

/** @import { Draft } from "./draft.js" */
/** @import { BoardKind, Table } from "./view.js" */

/**
 * The table of a draft in a phase, with what the library `told` of its seats; null where the board cannot be drawn.
 *
 * @param {Draft} draft
 * @param {number} phase
 * @param {Table | null} told
 * @returns {Table | null}
 */
export function tableOf(draft, phase, told) {
  const { size } = draft.rules.board;
  const count = draft.get("board.count") ?? 1;
  if (!isDrawable(size, draft.form.limits.spaces)) return null;
  const seats = draft.seats.map((seat) => {
    const known = told?.seats.find((one) => one.seat === seat);
    return { seat, color: colorOf(draft, seat), goal: null, ...known };
  });
  return {
    board: { kind: /** @type {BoardKind} */ (draft.kind), size, count },
    seats,
    pieces: piecesAt(draft, (owner) => (owner === NOBODY ? NOBODY : colorOf(draft, owner))),
    marks: marksOf(draft, phase),
    shapes: told?.shapes,
  };
}

/**
 * @param {number[]} size
 * @param {number} most
 */
const isDrawable = (size, most) =>
  size.every((side) => Number.isInteger(side) && side > 0) && size.reduce((product, side) => product * side, 1) <= most;

/**
 * The colour in which a seat or owner is drawn: Chaos has its own, or the next one free.
 *
 * @param {Draft} draft
 * @param {string} owner
 * @returns {string}
 */
function colorOf(draft, owner) {
  if (owner !== "chaos") return owner;
  return draft.get("chaos_color") ?? draft.form.colors[draft.seats.length - 1];
}
