// What a tournament is, and how its numbers read.

import { instant, lasting } from "./numbers.js";
import { language, t } from "./texts.js";
import { capital, listed } from "./words.js";

/** @import { Fault } from "./family.js" */

/**
 * A sequential test: it decides where the logarithm of the likelihood ratio is at a bound.
 *
 * @typedef {object} Test
 * @property {number} ratio
 * @property {number} lower
 * @property {number} upper
 * @property {"" | "lower" | "upper"} decision
 * @property {number} games by which it is told
 */
/**
 * @typedef {object} Progress
 * @property {"inviting" | "running" | "paused" | "cancelled" | "ended"} status
 * @property {number} played
 * @property {number} total
 * @property {number} per_second 0 where nothing is known
 * @property {number} left_ms likewise
 * @property {Test | null} test
 * @property {number} answers of people who are asked, while it is inviting
 * @property {number} asked people, likewise
 * @property {number} accepted how many of them have, likewise
 * @property {Pairing[]} pairings what people are to play now
 * @property {number[]} sitting_out people who meet nobody in this round, by their numbers in the tournament
 * @property {number[]} withdrawn people who have left it since it began, by their numbers in the tournament
 */
/**
 * A game that people are to play, or play now; games and players are told by their numbers in the tournament.
 *
 * @typedef {object} Pairing
 * @property {number} number
 * @property {number} game
 * @property {number[]} players by seat
 * @property {number} closes_at_ms 0 while it is played
 * @property {number[]} here those who are here
 * @property {string} match_id "" where there is none yet
 * @property {number} left how many games these have, this one among them
 * @property {number} round from 1
 */
/** @typedef {"" | "invited" | "accepted" | "declined"} Entry "" of whoever is not asked */

/**
 * @typedef {object} Tournament
 * @property {string} id
 * @property {string} name
 * @property {{ id: string, name: string }} made_by
 * @property {"round-robin" | "gauntlet" | "swiss" | "mixed"} format
 * @property {{ id: string, name: string, seats: string[], games_each: number }[]} games each with how many of it every
 *   combination plays
 * @property {{ id: string, name: string, kind: string, entry: Entry }[]} players
 * @property {{ name: string, entry: Entry }[]} left_out who was asked, and is not in it
 * @property {number} window_ms how long a round is open to people; 0 where there are none
 * @property {number} rounds that it has; 1 where they are not told apart
 * @property {string} seed
 * @property {boolean} rated
 * @property {boolean} open whether anybody may join until it begins
 * @property {{ elo0: number, elo1: number, alpha: number, beta: number } | null} test
 * @property {number} created_at_ms
 * @property {number} ended_at_ms 0 while it goes on
 * @property {boolean} may_control
 * @property {{ top: string, favored_by: string } | null} benchmark who made it one, by name
 * @property {Progress} progress
 */

/**
 * Whether nothing more is played in it.
 *
 * @param {Progress} progress
 */
export const isEnded = ({ status }) => status === "ended" || status === "cancelled";

/** Whether it was ended before anything was played. @param {Progress} progress */
export const isCalledOff = ({ status, played }) => status === "cancelled" && played === 0;

export const NOTHING_YET = t("Nothing has been played yet.");

export const STATES = {
  inviting: t("Waiting for answers"),
  running: t("Running"),
  paused: t("Paused"),
  cancelled: t("Ended early"),
  ended: t("Over"),
};
/** @type {Record<Entry, string>} */
export const ENTRIES = {
  "": "",
  invited: t("has not answered"),
  accepted: t("has accepted"),
  declined: t("has declined"),
};
/** Of an open tournament. @type {Record<Entry, string>} */
export const JOINED = { ...ENTRIES, accepted: t("has joined"), declined: t("has left") };
const FORMATS = {
  "round-robin": t("Round robin"),
  gauntlet: t("Gauntlet"),
  swiss: t("Swiss"),
  mixed: t("Mixed groups"),
};

/**
 * What is wrong with a tournament that was asked for, and with whom of its players.
 *
 * @param {Fault} fault
 * @param {string[]} names of the players, in the order in which they were asked for
 */
export function faultWords({ path, problem, remedy }, names) {
  const [, at] = /^player(?:_id)?s\[(\d+)\]/.exec(path) ?? [];
  const name = at === undefined ? undefined : names[Number(at)];
  const said = `${capital(problem)}. ${remedy}.`;
  return name ? `${name}: ${said}` : said;
}

/**
 * The number of somebody among the players; -1 where they are not in it.
 *
 * @param {Tournament} tournament
 * @param {string} playerId
 */
export const place = ({ players }, playerId) => players.findIndex(({ id }) => id === playerId);

/**
 * Whether somebody is to play a game.
 *
 * @param {Pairing} pairing
 * @param {Tournament} tournament
 * @param {string} playerId
 */
export const isMine = ({ players }, tournament, playerId) => players.includes(place(tournament, playerId));

/**
 * The names of those whom somebody meets in a game.
 *
 * @param {Pairing} pairing
 * @param {Tournament} tournament
 * @param {string} playerId
 */
export const opponents = ({ players }, tournament, playerId) =>
  players.filter((player) => player !== place(tournament, playerId)).map((player) => tournament.players[player].name);

/**
 * A moment, without the day where it is today: "9:15 PM".
 *
 * @param {number} ms
 */
function soonInstant(ms) {
  const at = new Date(ms);
  const isToday = at.toDateString() === new Date().toDateString();
  return isToday ? at.toLocaleTimeString(language, { timeStyle: "short" }) : instant(ms);
}

/**
 * Until when a game may be begun; of what is paused nobody can say, as it is open as much longer.
 *
 * @param {Pairing} pairing
 * @param {Tournament} tournament
 */
export const openUntil = ({ closes_at_ms: at }, { progress }) =>
  progress.status === "paused" ? t("Paused: nobody loses time.") : t("Play by {time}.", { time: soonInstant(at) });

/** @param {number} count */
export const counted = (count) => count.toLocaleString(language);

/**
 * @param {number} value
 * @param {number} places
 */
const fixed = (value, places) =>
  value.toLocaleString(language, { minimumFractionDigits: places, maximumFractionDigits: places, useGrouping: false });

/**
 * A share as a percentage; "–" where there is none.
 *
 * @param {number | null} share
 */
export const percent = (share, places = 1) => (share === null ? "–" : `${fixed(100 * share, places)}\u00a0%`);

/** @param {number | null} value */
export const decimal = (value, places = 2) => (value === null ? "–" : fixed(value, places).replace("-", "−"));

/** @param {number} pace */
const paceText = (pace) => (pace >= 10 ? counted(Math.round(pace)) : fixed(pace, 1));

/** @param {Pick<Tournament, "progress" | "open">} tournament */
export function stateWords({ progress, open }) {
  if (open && progress.status === "inviting") return t("Open to join");
  return isCalledOff(progress) ? t("Called off") : STATES[progress.status];
}

/** @param {Tournament} tournament */
export function progressWords({ progress, open }) {
  const { status, played, total, accepted, answers, per_second: pace, left_ms: left } = progress;
  const state = stateWords({ progress, open });
  if (status === "inviting") return t("{state}: {count} so far", { state, count: counted(open ? accepted : answers) });
  if (isCalledOff(progress)) return state;
  const counts = { state, played: counted(played), total: counted(total) };
  const words = [t("{state}: {played} of {total} games", counts)];
  if (status === "running" && pace > 0) words.push(t("{pace} games a second", { pace: paceText(pace) }));
  if (status === "running" && left > 0) words.push(t("about {time} left", { time: lasting(left) }));
  return words.join(" · ");
}

/** @param {Tournament} tournament */
export function testWords({ test, players, progress }) {
  if (!test || !progress.test) return "";
  const { ratio, lower, upper, decision, games } = progress.test;
  const [first] = players;
  const values = { games: counted(games), name: first.name, least: test.elo0, most: test.elo1 };
  const said = {
    "": t("Sequential test: undecided after {games} games.", values),
    lower: t("Sequential test: after {games} games {name} is not stronger by {most} Elo.", values),
    upper: t("Sequential test: after {games} games {name} is stronger by more than {least} Elo.", values),
  };
  const ratios = { ratio: decimal(ratio), lower: decimal(lower), upper: decimal(upper) };
  const rule = t("The logarithm of the likelihood ratio is {ratio}; it decides at {lower} and {upper}.", ratios);
  return `${said[decision]} ${rule}`;
}

/** @param {Tournament} tournament */
export function aboutWords({ format, games, seed, rated, made_by: by, rounds, window_ms: windowMs }) {
  // Of games with different numbers of seats it may be as many numbers, in the same order.
  const each = [...new Set(games.map((game) => counted(game.games_each)))];
  const values = { format: FORMATS[format], list: games.map(({ name }) => name).join(", "), games: listed(each) };
  const what = t("{format} of {list}", values);
  const often =
    format === "mixed"
      ? t("games of each group in a round: {games}; who has which seat is drawn.", values)
      : t("{games} games for each combination, every permutation of the seats equally often.", values);
  return [
    format === "swiss" || format === "mixed"
      ? `${what}, ${t("{rounds} rounds", { rounds: counted(rounds) })}, ${often}`
      : `${what}, ${often}`,
    windowMs > 0 ? t("Each round is open for {time}.", { time: lasting(windowMs) }) : "",
    rated ? t("Rated.") : t("Not rated."),
    t("Seed {seed}.", { seed }),
    t("Made by {name}.", { name: by.name }),
  ]
    .filter(Boolean)
    .join(" ");
}
