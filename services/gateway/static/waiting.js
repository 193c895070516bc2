// What waits for me elsewhere: a mark in the title bar of every page but Home, which shows all of it anyway. On the
// page of a match it leads to the next one in which I owe a turn.

import { el, replace } from "./dom.js";
import { countName } from "./numbers.js";
import { whenReleased } from "./press.js";
import { whileSeen } from "./seen.js";
import { t, tn } from "./texts.js";

// Each page that somebody sees asks as often; none asks that nobody sees.
const ASK_EVERY_MS = 20_000;
const REPORTS = "/admin/reports";

/** Where it waits is said by `to`. @typedef {{ id: string, game: string, from: string, to: string }} Waiting */

/**
 * @typedef {object} Told
 * @property {Waiting[]} turns
 * @property {Waiting[]} invitations
 * @property {string[]} friend_requests names of who asks
 * @property {number} reports that wait for an Admin
 */

/** @param {Waiting} match */
const isHere = ({ to }) => location.pathname === to;

/**
 * The others, those after this one first: whoever goes on from match to match comes by all of them.
 *
 * @param {Waiting[]} matches
 */
function elsewhere(matches) {
  const here = matches.findIndex(isHere);
  return here < 0 ? matches : [...matches.slice(here + 1), ...matches.slice(0, here)];
}

/**
 * In short, in full, and where it leads to; null where nothing waits.
 *
 * @param {Waiting[]} owed
 * @param {Waiting[]} invitations
 * @param {string[]} friends who want to be
 * @param {number} reports
 */
function words(owed, invitations, friends, reports) {
  const [[turn, ...turns], [asked]] = [owed, invitations];
  const count = owed.length + invitations.length + friends.length + reports;
  if (count === 0) return null;
  if (turn && location.pathname.startsWith("/matches/")) {
    return {
      short: t("Next game"),
      full:
        turns.length > 0
          ? t("Next game: {game}, and {more} more", { game: turn.game, more: turns.length })
          : t("Next game: {game}", { game: turn.game }),
      to: turn.to,
    };
  }
  if (count === 1 && turn) {
    return { short: t("Your turn"), full: t("Your turn in {game}", { game: turn.game }), to: turn.to };
  }
  if (count === 1 && asked) {
    return {
      short: t("Invited"),
      full: t("Invited by {from} to {game}", { from: asked.from, game: asked.game }),
      to: asked.to,
    };
  }
  if (count === reports) {
    const full = t("Reports of what was said wait for an admin: {number}", { number: reports });
    return { short: t("Reports"), full, to: REPORTS };
  }
  if (count === 1) {
    return { short: t("Friend request"), full: t("{name} wants to be your friend", { name: friends[0] }), to: "/" };
  }
  const counts = [owed.length, invitations.length, friends.length, reports];
  const [mine, sent, asking, told] = counts.map((each) => ({ number: countName(each) }));
  const parts = [
    turn && tn(["your turn in {number} match", "your turn in {number} matches"], owed.length, mine),
    asked && tn(["{number} invitation", "{number} invitations"], invitations.length, sent),
    friends.length > 0 && tn(["{number} friend request", "{number} friend requests"], friends.length, asking),
    reports > 0 && tn(["{number} report", "{number} reports"], reports, told),
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
function show(place, { turns, invitations, friend_requests: friends, reports }) {
  const said = words(elsewhere(turns), elsewhere(invitations), friends, location.pathname === REPORTS ? 0 : reports);
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
