// How a match ended, in a few words.

import { subject } from "./seating.js";
import { t } from "./texts.js";

/** @import { Match, Seat } from "./family.js" */

const OWN = { win: t("You won."), draw: t("A draw."), lose: t("You lost.") };

/**
 * Who won.
 *
 * @param {Match} match
 */
export function headline(match) {
  if (match.reason === "aborted") return t("The match was aborted.");
  const own = match.seats.find((seat) => seat.seat === match.viewer)?.outcome;
  if (own) return OWN[own];
  const winners = withOutcome("win", match.seats);
  if (winners.length > 0) return t("{list} won.", { list: subject(match, ...winners) });
  return withOutcome("draw", match.seats).length > 0 ? t("A draw.") : t("Chaos won.");
}

/**
 * @param {string} outcome
 * @param {Seat[]} seats
 */
export const withOutcome = (outcome, seats) => seats.filter((seat) => seat.outcome === outcome).map(({ seat }) => seat);
