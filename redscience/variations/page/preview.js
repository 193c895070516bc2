// The board of a rule set that is being made, as a table: drawn at once, whether or not the rules are in order.

import { isFlat } from "./layout.js";
import { marksOf } from "./marks.js";
import { speakAs } from "./names.js";
import { NOBODY, piecesAt } from "./placing.js";

/** @import { Draft } from "./draft.js" */
/** @import { BoardKind, Goal, Table, TableSeat } from "./view.js" */

/**
 * The table of a draft in a phase; null where the board cannot be drawn.
 *
 * @param {Draft} draft
 * @param {number} phase
 * @returns {Table | null}
 */
export function tableOf(draft, phase) {
  const { size } = draft.rules.board;
  const count = draft.get("board.count") ?? 1;
  if (!isDrawable(size, draft.form.limits.spaces)) return null;
  return {
    board: { kind: /** @type {BoardKind} */ (draft.kind), size, count },
    seats: seatsOf(draft),
    pieces: piecesAt(draft, (owner) => (owner === NOBODY ? NOBODY : colorOf(draft, owner))),
    marks: marksOf(draft, phase),
    shapes: shapesOf(draft),
  };
}

/** More rows of spaces, layer by layer, are small beside anything else. */
const NARROW_ROWS = 24;

/**
 * Whether a table is drawn as wide as the window: several boards stand side by side, and so do many layers.
 *
 * @param {Table} table
 */
export const needsWidth = ({ board }) =>
  board.count > 1 || (!isFlat(board) && board.kind !== "stacks" && board.size[1] * board.size[2] > NARROW_ROWS);

/**
 * What a draft calls shapes and draws them as; the rules in words, which the library writes, may know a better plural.
 *
 * @param {Draft} draft
 * @returns {NonNullable<Table["shapes"]>}
 */
export function shapesOf(draft) {
  /** @param {string} shape */
  const looks = (shape) => {
    const { called = "", symbol } = draft.get(`shapes.${shape}`);
    const [one, several = one.endsWith("s") ? one : `${one}s`] = called
      .split(",")
      .map((/** @type {string} */ word) => word.trim());
    return { ...(one ? { one, several } : {}), symbol };
  };
  return Object.fromEntries(draft.shapes.map((shape) => [shape, looks(shape)]));
}

/**
 * Speaks of shapes as a draft does: what is played beside it may have been begun when it called them otherwise.
 *
 * @param {Draft} draft
 */
export const speakAsMade = (draft) => void speakAs({ shapes: shapesOf(draft) });

/**
 * Who sits at a draft's table, in order of play.
 *
 * @param {Draft} draft
 * @returns {TableSeat[]}
 */
export const seatsOf = (draft) =>
  draft.seats.map((seat, index) => ({ seat, color: colorOf(draft, seat), goal: goalOf(draft, index) }));

/**
 * The goal line of a seat, where the form says that it lies.
 *
 * @param {Draft} draft
 * @param {number} index of the seat
 * @returns {Goal | null}
 */
function goalOf(draft, index) {
  const end = draft.form.goals.find(({ when }) => draft.holds(when))?.ends[index];
  if (!end) return null;
  const side = draft.rules.board.size["xyz".indexOf(end.axis)];
  return Number.isInteger(side) ? { axis: end.axis, at: end.last ? side : 1 } : null;
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
