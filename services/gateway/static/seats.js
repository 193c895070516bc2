// The players' cards: who sits there, in which colour, with what in reserve, and how they stand.

import { el } from "./dom.js";
import { COLORS } from "./notation.js";
import { pieceIcon } from "./pieces.js";
import { actingIn, dueOf, seatsOf, standingOf, tableSeat } from "./seating.js";
import { pieceName, several, SHAPE_ORDER, shapeName } from "./words.js";

const OUTCOMES = { win: "won", draw: "drew", lose: "lost" };

/** A card for each seat, in order of play. */
export function seatCards(match, rules) {
  return seatsOf(match).map((seat) => card(match, rules, seat));
}

function card(match, rules, seat) {
  const own = seat.seat !== "" && seat.seat === match.viewer;
  const table = tableSeat(match, seat.seat);
  const outcome = seat.outcome || match.view?.outcome?.seats?.[seat.seat] || "";
  return el(
    "div",
    { class: `seat ${actingIn(match).includes(seat.seat) ? "is-acting" : ""} ${own ? "is-own" : ""}` },
    el(
      "p",
      { class: "seat-name" },
      table && !choosesColor(table) ? pieceIcon({ shape: "O", color: table.color }) : null,
      el("span", { class: "seat-player" }, own ? "You" : seat.player.name),
      own ? el("span", { class: "seat-alias soft" }, seat.player.name) : null,
      el("span", { class: `seat-state ${outcome ? `outcome-${outcome}` : ""}` }, OUTCOMES[outcome] ?? dueOf(match, seat.seat) ?? standingOf(match, seat.seat)),
    ),
    el(
      "p",
      { class: "seat-line" },
      colorWords(match, table),
      table?.reserve === null ? el("span", { class: "seat-hidden" }, el("span", { class: "seat-color" }, "reserve "), "hidden") : reserveWords(heldOf(table, rules)),
      // Where the seat owes something beside, how it stands is said here.
      dueOf(match, seat.seat) || outcome ? el("span", { class: "seat-standing" }, standingOf(match, seat.seat)) : null,
    ),
  );
}

/**
 * What there is to be shown of a seat's reserve: `[{shape, color, count}]`, what it began with even if it is used up, so
 * that nothing moves. Where the seat may choose the colour, the key says it too: "WO".
 */
export function heldOf(table, rules) {
  const kinds = Object.entries(table?.reserve ?? {}).map(([key, count]) =>
    key.length === 2 ? { shape: key[1], color: COLORS[key[0]], count } : { shape: key, color: table.color, count },
  );
  const began = ({ shape, color }) => [table.seat, color].some((owner) => rules.shapes?.[shape]?.reserve?.[owner] > 0);
  return kinds.filter((kind) => kind.count > 0 || began(kind)).sort((one, other) => SHAPE_ORDER.indexOf(one.shape) - SHAPE_ORDER.indexOf(other.shape));
}

/** Whether a seat chooses the colours of its pieces, as far as its reserve is known. */
export const choosesColor = (table) => Object.keys(table?.reserve ?? {}).some((key) => key.length === 2);

/** The colour; where colours are shared or chosen, the seat, which rules and verdicts speak of. */
function colorWords(match, table) {
  if (!table) return null;
  const isSeatsOwn = match.view.table.seats.every((one) => one.seat === "chaos" || (one.seat === one.color && !choosesColor(one)));
  if (isSeatsOwn || table.seat === "chaos") return el("span", { class: "seat-color" }, table.color);
  return el("span", { class: "seat-which" }, `as ${table.seat}`);
}

function reserveWords(held) {
  return held.map(({ shape, color, count }) =>
    el(
      "span",
      { class: "seat-pieces", title: `${several(count, pieceName({ shape, color }), pieceName({ shape, color }, 2))} in reserve` },
      pieceIcon({ shape, color }),
      el("span", {}, String(count)),
      el("span", { class: "visually-hidden" }, ` ${color ?? ""} ${shapeName(shape, count)} in reserve`),
    ),
  );
}
