// The players' cards: who sits there, what they owe, and what else their family says of them.

import { el } from "./dom.js";
import { playerLink } from "./player_link.js";
import { actingIn, dueOf, goneWords, leaversIn, seatsOf } from "./seating.js";
import { t } from "./texts.js";

/** @import { Game, Match, Seat, SeatDetails } from "./family.js" */

/** @type {Record<string, string>} */
const OUTCOMES = { win: t("won"), draw: t("drew"), lose: t("lost") };

/**
 * A card for each seat, in order of play.
 *
 * @param {Match} match
 * @param {Game} game
 * @param {(seat: string) => SeatDetails | undefined} detailsOf
 * @param {(seat: string) => string} awayOf for how long whoever plays it has been away; "" while they are here
 */
export function seatCards(match, game, detailsOf, awayOf) {
  return seatsOf(match, game).map((seat) => card(match, seat, detailsOf(seat.seat) ?? {}, awayOf(seat.seat)));
}

/**
 * @param {Match} match
 * @param {Seat} seat
 * @param {SeatDetails} details
 * @param {string} away
 */
function card(match, seat, { icon = null, line = [], standing = standingOf(match, seat.seat) }, away) {
  const own = seat.seat !== "" && seat.seat === match.viewer;
  const acting = actingIn(match).includes(seat.seat);
  const { words, className } = stateOf(match, seat);
  const link = playerLink(seat.player, seat.player.name, seat.seat ? `player-of-${seat.seat}` : null);
  return el(
    "div",
    { class: `seat ${acting ? "is-acting" : ""} ${own ? "is-own" : ""}` },
    el(
      "p",
      { class: "seat-name" },
      icon,
      el("span", { class: "seat-player" }, own ? t("You") : link),
      own ? el("span", { class: "seat-alias soft" }, link) : null,
      el("span", { class: `seat-state ${className}` }, words || standing),
    ),
    // Where the seat owes something, how it stands is said here.
    el("p", { class: "seat-line" }, line, words ? el("span", { class: "seat-standing" }, standing) : null),
    // A page that has just been opened is told of its own player as it was before.
    away && !own ? el("p", { class: "seat-away" }, away) : null,
  );
}

/**
 * What became of a seat, or what it owes; "" where that is nothing.
 *
 * @param {Match} match
 * @param {Seat} seat
 */
function stateOf(match, { seat, outcome }) {
  if (match.reason === "aborted") return { words: "", className: "" };
  const came = outcome || match.view?.outcome?.seats[seat];
  if (came) return { words: OUTCOMES[came], className: `outcome-${came}` };
  return { words: dueOf(match, seat) ?? "", className: "" };
}

/**
 * @param {Match} match
 * @param {string} seat
 */
const standingOf = (match, seat) => (leaversIn(match).includes(seat) ? goneWords(match, seat) : "");
