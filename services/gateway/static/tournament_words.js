// What a tournament is, and how its numbers read.

import { lasting } from "./words.js";

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
 * @property {"running" | "paused" | "cancelled" | "ended"} status
 * @property {number} played
 * @property {number} total
 * @property {number} per_second 0 where nothing is known
 * @property {number} left_ms likewise
 * @property {Test | null} test
 */

/**
 * @typedef {object} Tournament
 * @property {string} id
 * @property {string} name
 * @property {{ id: string, name: string }} made_by
 * @property {"round-robin" | "gauntlet" | "swiss"} format
 * @property {{ id: string, name: string, seats: string[] }[]} games
 * @property {{ id: string, name: string, kind: string }[]} players
 * @property {number} games_each
 * @property {number} rounds of a Swiss
 * @property {string} seed
 * @property {boolean} rated
 * @property {{ elo0: number, elo1: number, alpha: number, beta: number } | null} test
 * @property {number} created_at_ms
 * @property {number} ended_at_ms 0 while it goes on
 * @property {boolean} may_control
 * @property {Progress} progress
 */

export const STATES = { running: "Running", paused: "Paused", cancelled: "Ended early", ended: "Over" };
const FORMATS = { "round-robin": "Round robin", gauntlet: "Gauntlet", swiss: "Swiss" };

/** @param {number} count */
export const counted = (count) => count.toLocaleString("en");

/**
 * A share as a percentage; "–" where there is none.
 *
 * @param {number | null} share
 */
export const percent = (share, places = 1) => (share === null ? "–" : `${(100 * share).toFixed(places)} %`);

/** @param {number | null} value */
export const decimal = (value, places = 2) => (value === null ? "–" : value.toFixed(places).replace("-", "−"));

/** @param {number} pace */
const paceText = (pace) => (pace >= 10 ? counted(Math.round(pace)) : pace.toFixed(1));

/** @param {Progress} progress */
export function progressWords({ status, played, total, per_second: pace, left_ms: left }) {
  const words = [`${STATES[status]}: ${counted(played)} of ${counted(total)} games`];
  if (status === "running" && pace > 0) words.push(`${paceText(pace)} games a second`);
  if (status === "running" && left > 0) words.push(`about ${lasting(left)} left`);
  return words.join(" · ");
}

/** @param {Tournament} tournament */
export function testWords({ test, players, progress }) {
  if (!test || !progress.test) return "";
  const { ratio, lower, upper, decision, games } = progress.test;
  const [first] = players;
  const say = {
    "": `undecided after ${counted(games)} games`,
    lower: `after ${counted(games)} games ${first.name} is not stronger by ${test.elo1} Elo`,
    upper: `after ${counted(games)} games ${first.name} is stronger by more than ${test.elo0} Elo`,
  };
  const bounds = `it decides at ${decimal(lower)} and ${decimal(upper)}`;
  return `Sequential test: ${say[decision]}. The logarithm of the likelihood ratio is ${decimal(ratio)}; ${bounds}.`;
}

/** @param {Tournament} tournament */
export function aboutWords({ format, games, games_each: each, seed, rated, made_by: by, rounds }) {
  const many = `${counted(each)} games for each combination`;
  const when = format === "swiss" ? `${counted(rounds)} rounds, ${many}` : many;
  const what = `${FORMATS[format]} of ${games.map(({ name }) => name).join(", ")}, ${when}`;
  const how = "every permutation of the seats equally often";
  return `${what}, ${how}. ${rated ? "Rated" : "Not rated"}. Seed ${seed}. Made by ${by.name}.`;
}
