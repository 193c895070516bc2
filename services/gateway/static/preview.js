// The board of a rule set that is being made, as a table: drawn at once, whether or not the rules are in order.

import { marksOf, NOBODY, piecesAt } from "./marks.js";

/**
 * The table of a draft in a phase, with what the library `told` of its seats; null where the board cannot be drawn.
 */
export function tableOf(draft, phase, told) {
  const { size } = draft.rules.board;
  const count = draft.get("board.count") ?? 1;
  const { spaces: most } = draft.form.limits;
  if (!size.every((side) => Number.isInteger(side) && side > 0) || size.reduce((product, side) => product * side, 1) > most) return null;
  const seats = draft.seats.map((seat) => ({ seat, color: colorOf(draft, seat), goal: null, ...told?.seats.find((one) => one.seat === seat) }));
  return {
    board: { kind: draft.kind, size, count },
    seats,
    pieces: piecesAt(draft, (owner) => (owner === NOBODY ? NOBODY : colorOf(draft, owner))),
    marks: marksOf(draft, phase),
  };
}

/** The colour in which a seat or owner is drawn: Chaos has its own, or the next one free. */
function colorOf(draft, owner) {
  if (owner !== "chaos") return owner;
  return draft.get("chaos_color") ?? draft.form.colors[draft.seats.length - 1];
}
