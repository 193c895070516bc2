// How a match ended: in words, and what it did to the ratings.

import { el, icon } from "./dom.js";
import { headline, withOutcome } from "./headline.js";
import { instant } from "./numbers.js";
import { isOwn } from "./player_link.js";
import { changeWords } from "./ratings.js";
import { get, Refused } from "./request.js";
import { isOver, lastLeavers, nameOf, playersIn, subject } from "./seating.js";
import { spoken, t } from "./texts.js";
import { listed } from "./words.js";

/** @import { Child } from "./dom.js" */
/** @import { Match } from "./family.js" */
/** @import { Change } from "./ratings.js" */

/**
 * Why, and how it ended for all where that is not said already.
 *
 * @param {Match} match
 */
export function reasonText(match) {
  if (match.reason === "aborted" && match.unrated === "tournament") {
    return t("Its tournament called it off, and it counts for no rating.");
  }
  if (match.reason === "aborted") return t("Nobody had moved, and it counts for nothing.");
  if (match.reason === "length") return t("It had too many moves for a tournament, where it counts as a draw.");
  const leavers = lastLeavers(match);
  const seats = leavers.length > 0 ? leavers : withOutcome("lose", playersIn(match));
  const who = subject(match, ...seats);
  const isOneself = seats.length === 1 && seats[0] === match.viewer;
  if (match.reason === "time") return isOneself ? t("You ran out of time.") : t("{who} ran out of time.", { who });
  if (match.reason === "resigned") return isOneself ? t("You left the match.") : t("{who} left the match.", { who });
  return spoken(match.view?.outcome?.text ?? "", match.outcome_texts);
}

/** @type {Record<Match["unrated"], string>} */
const UNRATED = {
  visitor: t("This match is not rated, because somebody plays without an account."),
  same_person: t("This match is not rated, because one person plays several seats."),
  nobody_moved: t("This match is not rated, because nobody had moved."),
  hint: t("This match is not rated, because a hint was given."),
  tournament: t("This match is not rated, because its tournament is not."),
  void: t("This match is not rated: by the rules of this game it counts for nobody."),
  "": t("This match is not rated."),
};

/** @param {Match} match */
function unratedText(match) {
  const others = match.seats.filter(({ player }) => !isOwn(player));
  if (match.unrated !== "nobody_moved" || others.length === 0) return UNRATED[match.unrated];
  const who = listed(others.map(({ seat }) => nameOf(match, seat)));
  return t("This match is not rated, because {who} had not moved.", { who });
}

/**
 * All that is said of the end, and what can be done next.
 *
 * @param {Match} match
 * @param {{ ratings: Ratings, note: string, again: Child[] | null, openReplay: (() => void) | null,
 *   tournament?: { id: string } }} more `note` is what went wrong; `again` asks for the same players once more, and
 *   `openReplay` shows the match again, where that can be; `tournament` is where it goes on
 */
export function outcomeParts(match, { ratings, note, again, openReplay, tournament }) {
  const seen = { type: "button", class: "button", id: "to-replay", onclick: openReplay };
  const leaderboard = { class: "button", id: "to-leaderboard", href: `/games/${match.game.id}/leaderboard` };
  const back = tournament && { class: "button primary", id: "on-to-tournament", href: `/tournaments/${tournament.id}` };
  const game = { class: "button", id: "to-game", href: `/games/${match.game.id}` };
  return [
    el("h2", { class: "outcome-title", id: "outcome-title", tabindex: "-1" }, headline(match)),
    el("p", { class: "outcome-text" }, reasonText(match)),
    match.ended_at_ms ? el("p", { class: "soft outcome-when" }, instant(match.ended_at_ms)) : null,
    ratings.table(match),
    note ? el("p", { class: "fault" }, note) : null,
    el(
      "p",
      // What can be pressed is no news.
      { class: "actions", "aria-live": "off" },
      back ? el("a", back, icon("fa-balance-scale"), t("To the tournament")) : null,
      again,
      openReplay ? el("button", seen, icon("fa-play"), t("Replay")) : null,
      el("a", leaderboard, icon("fa-list-ol"), t("Leaderboard")),
      el("a", game, icon("fa-sliders"), t("Setup & Rules")),
      el("a", { class: "button", id: "to-home", href: "/" }, icon("fa-home"), t("Home")),
    ),
  ];
}

/** What a match did to the ratings of its players. */
export class Ratings {
  /** @param {Record<string, Change>} known by player; empty while the match is not counted */
  constructor(known) {
    this.known = known;
  }

  /**
   * A table; null where nothing is to be said of ratings.
   *
   * @param {Match} match
   */
  table(match) {
    if (!isOver(match) || match.reason === "aborted") return null;
    if (!match.rated) return el("p", { class: "soft" }, unratedText(match));
    const rows = playersIn(match).map(({ player }) => {
      const change = this.known[player.id];
      const name = el("th", { scope: "row" }, player.name);
      return el("tr", {}, name, el("td", {}, change ? changeWords(change) : t("counting…")));
    });
    const isCounted = playersIn(match).every(({ player }) => player.id in this.known);
    const table = { class: "ratings", "aria-live": isCounted ? null : "off" };
    return el("table", table, el("caption", {}, t("Ratings")), el("tbody", {}, ...rows));
  }

  /** Asks for them once the match is over, unless all are known. @param {Match} match */
  async ask(match) {
    if (!isOver(match) || playersIn(match).every(({ player }) => player.id in this.known)) return;
    try {
      this.known = await get(`/api/matches/${match.id}/ratings`);
    } catch (error) {
      // They are said to be counted still, until the leaderboard changes again.
      if (!(error instanceof Refused)) throw error;
    }
  }
}
