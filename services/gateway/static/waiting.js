// What waits for me elsewhere: a mark in the title bar of every page but Home, which shows all of it anyway. On the
// page of a match it leads to the next one in which I owe a turn.

import { el, replace } from "./dom.js";
import { countName } from "./numbers.js";
import { whenReleased } from "./press.js";
import { whileSeen } from "./seen.js";
import { t, tn } from "./texts.js";
import { listed } from "./words.js";

// Each page that somebody sees asks as often; none asks that nobody sees.
const ASK_EVERY_MS = 20_000;
const REPORTS = "/admin/reports";

/** Where it waits is said by `to`. @typedef {{ id: string, game: string, from: string, to: string }} Waiting */
/**
 * A game of a tournament to which I am to come, and who of those I meet there is here.
 *
 * @typedef {{ tournament: string, with: string[], here: string[], to: string }} ToPlay
 */

/**
 * @typedef {object} Told
 * @property {Waiting[]} turns
 * @property {Waiting[]} invitations
 * @property {ToPlay[]} games
 * @property {string[]} friend_requests names of who asks
 * @property {number} reports that wait for an Admin
 */

/** @param {{ to: string }} waiting */
const isHere = ({ to }) => location.pathname === to;

/**
 * The others, those after this one first: whoever goes on from match to match comes by all of them.
 *
 * @template {{ to: string }} T
 * @param {T[]} waiting
 * @returns {T[]}
 */
function elsewhere(waiting) {
  const here = waiting.findIndex(isHere);
  return here < 0 ? waiting : [...waiting.slice(here + 1), ...waiting.slice(0, here)];
}

/** In short, in full, and where it leads to. @typedef {{ short: string, full: string, to: string }} Words */

/** @param {Waiting[]} turns @returns {Words} */
function nextGame([turn, ...turns]) {
  const full =
    turns.length > 0
      ? t("Next game: {game}, and {more} more", { game: turn.game, more: turns.length })
      : t("Next game: {game}", { game: turn.game });
  return { short: t("Next game"), full, to: turn.to };
}

/** @param {Waiting} turn @returns {Words} */
const turnWords = ({ game, to }) => ({ short: t("Your turn"), full: t("Your turn in {game}", { game }), to });

/** @param {Waiting} invitation @returns {Words} */
const invitationWords = ({ from, game, to }) => ({
  short: t("Invited"),
  full: t("Invited by {from} to {game}", { from, game }),
  to,
});

/** @param {ToPlay} game @returns {Words} */
function gameWords({ tournament, with: others, here, to }) {
  const full =
    here.length > 0
      ? t("Waiting for you: {list} ({tournament})", { tournament, list: listed(here) })
      : t("Your game with {list} is open ({tournament})", { tournament, list: listed(others) });
  return { short: t("Your game"), full, to };
}

/** @param {string} name @returns {Words} */
const friendWords = (name) => ({
  short: t("Friend request"),
  full: t("{name} wants to be your friend", { name }),
  to: "/",
});

/** @param {number} number @returns {Words} */
const reportWords = (number) => ({
  short: t("Reports"),
  full: t("Reports of what was said wait for an admin: {number}", { number }),
  to: REPORTS,
});

/**
 * What waits elsewhere, in words; null where nothing does.
 *
 * @param {Told} told
 * @returns {Words | null}
 */
function words({ turns, invitations, games, friend_requests: friends, reports }) {
  const kinds = [turns, invitations, games, friends];
  const count = kinds.reduce((sum, { length }) => sum + length, reports);
  if (count === 0) return null;
  if (turns.length > 0 && location.pathname.startsWith("/matches/")) return nextGame(turns);
  if (count === reports) return reportWords(reports);
  if (count > 1) return severalWords(kinds, reports, count);
  const [one] = [...turns.map(turnWords), ...invitations.map(invitationWords), ...games.map(gameWords)];
  return one ?? friendWords(friends[0]);
}

/**
 * @param {unknown[][]} kinds
 * @param {number} reports
 * @param {number} count of all
 * @returns {Words}
 */
function severalWords([turns, invitations, games, friends], reports, count) {
  const number = (/** @type {number} */ each) => ({ number: countName(each) });
  const [mine, sent, mates, asking] = [turns, invitations, games, friends].map(({ length }) => length);
  const parts = [
    mine > 0 && tn(["your turn in {number} match", "your turn in {number} matches"], mine, number(mine)),
    sent > 0 && tn(["{number} invitation", "{number} invitations"], sent, number(sent)),
    mates > 0 && tn(["{number} tournament game", "{number} tournament games"], mates, number(mates)),
    asking > 0 && tn(["{number} friend request", "{number} friend requests"], asking, number(asking)),
    reports > 0 && tn(["{number} report", "{number} reports"], reports, number(reports)),
  ];
  return {
    short: t("{count} waiting", { count }),
    full: t("{count} waiting for you: {list}", { count, list: parts.filter(Boolean).join(", ") }),
    to: "/",
  };
}

/** What is shown, so that nothing is said twice. */
let shown = "";

/**
 * @param {Element} place
 * @param {Told} told
 */
function show(place, told) {
  const [turns, invitations, games] = [elsewhere(told.turns), elsewhere(told.invitations), elsewhere(told.games)];
  const reports = location.pathname === REPORTS ? 0 : told.reports;
  const said = words({ ...told, turns, invitations, games, reports });
  const text = JSON.stringify(said);
  if (text === shown) return;
  shown = text;
  replace(
    place,
    said &&
      el(
        "a",
        { class: "button quiet", id: "to-waiting", href: said.to, title: said.full, "aria-label": said.full },
        el("span", { class: "narrow-only" }, said.short),
        el("span", { class: "wide-only" }, said.full),
      ),
  );
}

/** @param {Element} place */
async function look(place) {
  // What the page itself asks for says whether the server is there, and who is still logged in.
  const answer = await fetch("/api/waiting").catch(() => null);
  if (!answer?.ok) return;
  const told = await answer.json();
  whenReleased(() => show(place, told));
}

/**
 * Goes on telling it.
 *
 * @param {Element} place
 */
export function tellWhatWaits(place) {
  look(place);
  whileSeen(() => look(place), ASK_EVERY_MS);
  document.addEventListener("moved", () => look(place));
}
