// How a match ended: in words, and what it did to the ratings.

import { el } from "./dom.js";
import { isOver, leaversIn, nameOf, playersIn } from "./seating.js";
import { t } from "./texts.js";
import { capital, changeText, listed, ratingText } from "./words.js";

/** @import { Match, Seat } from "./family.js" */
/** @import { Leaderboard } from "./leaderboard.js" */

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
  const winners = withOutcome(match, "win", match.seats);
  if (winners.length > 0) return t("{list} won.", { list: listed(winners) });
  return withOutcome(match, "draw", match.seats).length > 0 ? t("A draw.") : t("Chaos won.");
}

/**
 * @param {Match} match
 * @param {string} outcome
 * @param {Seat[]} seats
 */
const withOutcome = (match, outcome, seats) =>
  seats.filter((seat) => seat.outcome === outcome).map((seat) => nameOf(match, seat.seat));

/**
 * Why, and how it ended for all where that is not said already.
 *
 * @param {Match} match
 */
export function reasonText(match) {
  if (match.reason === "aborted") return t("Nobody had moved, and it counts for nothing.");
  const leavers = leaversIn(match).map((seat) => nameOf(match, seat));
  const who = capital(listed(leavers.length > 0 ? leavers : withOutcome(match, "lose", playersIn(match))));
  if (match.reason === "time") return t("{who} ran out of time.", { who });
  if (match.reason === "resigned") return t("{who} left the match.", { who });
  return match.view?.outcome?.text ?? "";
}

/** @type {Record<Match["unrated"], string>} */
const UNRATED = {
  visitor: t("This match is not rated, because somebody plays without an account."),
  same_person: t("This match is not rated, because one person plays several seats."),
  nobody_moved: t("This match is not rated, because nobody had moved."),
  hint: t("This match is not rated, because a hint was given."),
  void: t("This match is not rated: by the rules of this game it counts for nobody."),
  "": t("This match is not rated."),
};

/** @param {Match} match */
const unratedText = ({ unrated }) => UNRATED[unrated];

/**
 * Ratings after the match; the change where one was there when it ended, with the ratings `before` by player.
 *
 * @param {{ match: Match, leaderboard: Leaderboard, before: Map<string, number>, wasOver: boolean }} state
 */
export function ratingTable({ match, leaderboard, before, wasOver }) {
  if (!isOver(match) || match.reason === "aborted") return null;
  if (!match.rated) return el("p", { class: "soft" }, unratedText(match));
  const standings = new Map(leaderboard.standings.map((standing) => [standing.player.id, standing]));
  const rows = playersIn(match).map(({ player }) => {
    const standing = standings.get(player.id);
    const counted = standing && standing.last_match_at_ms >= match.ended_at_ms ? standing : null;
    const change = counted && !wasOver ? ` (${changeText(counted.rating - (before.get(player.id) ?? 0))})` : "";
    return el(
      "tr",
      {},
      el("th", { scope: "row" }, player.name),
      el(
        "td",
        {},
        counted ? ratingText(counted.rating) : t("counting…"),
        change ? el("span", { class: "soft" }, change) : null,
      ),
    );
  });
  return el("table", { class: "ratings" }, el("caption", {}, t("Ratings")), el("tbody", {}, ...rows));
}
