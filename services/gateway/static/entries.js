// My tournaments on Home: those to which I am invited, the games that I am to play in them, and where I have none now.

import { el } from "./dom.js";
import { t } from "./texts.js";
import { isEnded, isMine, openUntil, opponents, place, progressWords } from "./tournament_words.js";
import { listed } from "./words.js";

/** @import { Pairing, Tournament } from "./tournament_words.js" */

/**
 * Whether somebody is asked whether they play.
 *
 * @param {Tournament} tournament
 * @param {string} me
 */
export const isInvited = (tournament, me) =>
  tournament.progress.status === "inviting" && tournament.players[place(tournament, me)]?.entry === "invited";

/** @param {Tournament} tournament */
export function entryItem({ id, name, made_by: by, games }) {
  const words = { name: by.name, tournament: name };
  return el(
    "li",
    { class: "invited-item" },
    el(
      "div",
      { class: "invited-words" },
      el("p", {}, el("strong", {}, t("{name} invites you to the tournament {tournament}.", words))),
      el("p", { class: "soft" }, listed(games.map((game) => game.name))),
    ),
    el(
      "div",
      { class: "actions" },
      el("a", { class: "button primary", id: `entry-${id}`, href: `/tournaments/${id}` }, t("See the tournament")),
    ),
  );
}

/** @param {Tournament} tournament that anybody may join */
export const joinItem = (tournament) =>
  tournamentLink(
    tournament,
    `${listed(tournament.games.map((game) => game.name))} · ${progressWords(tournament)}`,
    null,
  );

/**
 * The games of a tournament to which somebody is to come. Those that are played are matches of theirs. Where there is
 * none, the way to the tournament in which they play, or that they have made.
 *
 * @param {Tournament} tournament
 * @param {string} me
 */
export function gameItems(tournament, me) {
  const mine = tournament.progress.pairings.filter((pairing) => isMine(pairing, tournament, me));
  if (mine.length === 0) return isInvited(tournament, me) ? [] : [tournamentItem(tournament, me)];
  return mine.filter((pairing) => !pairing.match_id).map((pairing) => gameItem(tournament, pairing, me));
}

/**
 * @param {Tournament} tournament
 * @param {string} me
 */
function tournamentItem(tournament, me) {
  const words = ownWords(tournament, me);
  return tournamentLink(tournament, progressWords(tournament), words ? el("span", { class: "turn" }, words) : null);
}

/**
 * How it is with somebody in a tournament in which they have no game now; "" where nothing is to be said.
 *
 * @param {Tournament} tournament
 * @param {string} me
 */
function ownWords(tournament, me) {
  const { players, progress } = tournament;
  const own = place(tournament, me);
  if (players[own]?.entry !== "accepted" || isEnded(progress)) return "";
  if (progress.status === "inviting") return t("You are in");
  return progress.withdrawn.includes(own) ? t("You have left") : t("No game for you now");
}

/**
 * @param {Tournament} tournament
 * @param {string} words what is said of it
 * @param {HTMLElement | null} more what stands beside that
 */
const tournamentLink = (tournament, words, more) =>
  el(
    "li",
    {},
    el(
      "a",
      { class: "match-item called", id: `tournament-${tournament.id}`, href: `/tournaments/${tournament.id}` },
      el("span", { class: "match-game", translate: "no" }, tournament.name),
      el("span", { class: "match-players soft" }, words),
      more,
    ),
  );

/**
 * @param {Tournament} tournament
 * @param {Pairing} pairing
 * @param {string} me
 */
function gameItem(tournament, pairing, me) {
  const { id, name, games } = tournament;
  const others = t("with {list}", { list: listed(opponents(pairing, tournament, me)) });
  const when = pairing.closes_at_ms ? openUntil(pairing, tournament) : "";
  const isAwaited = pairing.here.length > 0 && !pairing.here.includes(place(tournament, me));
  return el(
    "li",
    {},
    el(
      "a",
      {
        class: `match-item called ${isAwaited ? "is-acting" : ""}`,
        id: `pairing-${id}-${pairing.number}`,
        href: `/tournaments/${id}`,
      },
      el("span", { class: "match-game", translate: "no" }, name),
      el("span", { class: "match-players soft" }, `${games[pairing.game].name} · ${others}. ${when}`),
      el("span", { class: "turn" }, whoIsHere(tournament, pairing, me)),
    ),
  );
}

/**
 * @param {Tournament} tournament
 * @param {Pairing} pairing
 * @param {string} me
 */
function whoIsHere(tournament, { here }, me) {
  const own = place(tournament, me);
  if (here.includes(own)) return t("You are here");
  if (here.length === 0) return t("Not played yet");
  return t("Waiting for you: {list}", { list: listed(here.map((player) => tournament.players[player].name)) });
}
