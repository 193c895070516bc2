// The players' cards: who sits there, what they owe, and what else their family says of them.

import { el } from "./dom.js";
import { actingIn, dueOf, leaversIn, seatsOf } from "./seating.js";

/** @import { Game, Match, Seat, SeatDetails } from "./family.js" */

/** @type {Record<string, string>} */
const OUTCOMES = { win: "won", draw: "drew", lose: "lost" };

/**
 * A card for each seat, in order of play.
 *
 * @param {Match} match
 * @param {Game} game
 * @param {(seat: string) => SeatDetails | undefined} detailsOf
 */
export function seatCards(match, game, detailsOf) {
  return seatsOf(match, game).map((seat) => card(match, seat, detailsOf(seat.seat) ?? {}));
}

/**
 * @param {Match} match
 * @param {Seat} seat
 * @param {SeatDetails} details
 */
function card(match, seat, { icon = null, line = [], standing = standingOf(match, seat.seat) }) {
  const own = seat.seat !== "" && seat.seat === match.viewer;
  const acting = actingIn(match).includes(seat.seat);
  const { words, className } = stateOf(match, seat);
  return el(
    "div",
    { class: `seat ${acting ? "is-acting" : ""} ${own ? "is-own" : ""}` },
    el(
      "p",
      { class: "seat-name" },
      icon,
      el("span", { class: "seat-player" }, own ? "You" : seat.player.name),
      own ? el("span", { class: "seat-alias soft" }, seat.player.name) : null,
      el("span", { class: `seat-state ${className}` }, words || standing),
    ),
    // Where the seat owes something, how it stands is said here.
    el("p", { class: "seat-line" }, line, words ? el("span", { class: "seat-standing" }, standing) : null),
  );
}

/**
 * What became of a seat, or what it owes; "" where that is nothing.
 *
 * @param {Match} match
 * @param {Seat} seat
 */
function stateOf(match, { seat, outcome }) {
  const came = outcome || match.view?.outcome?.seats[seat];
  if (came) return { words: OUTCOMES[came], className: `outcome-${came}` };
  return { words: dueOf(match, seat) ?? "", className: "" };
}

/**
 * @param {Match} match
 * @param {string} seat
 */
const standingOf = (match, seat) => (leaversIn(match).includes(seat) ? "left" : "");
