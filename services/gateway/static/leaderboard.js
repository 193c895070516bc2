// Who plays a game best, live.

import { byId, el, icon, pageData, replace } from "./dom.js";
import { follow } from "./live.js";
import { whenReleased } from "./press.js";
import { capital, changeText, countName, lasting, ratingText } from "./words.js";

/** @import { Game, Player } from "./family.js" */

/**
 * A player's standing in a game.
 *
 * @typedef {object} Standing
 * @property {Player} player
 * @property {number} rank 0 where there is none
 * @property {number} rating
 * @property {number} top_burst the largest rise by one match
 * @property {number} held_since_ms
 * @property {number} last_match_at_ms
 * @property {number} played
 * @property {number | null} won_percent null before the first match
 * @property {number | null} drawn_percent
 */

/** @typedef {{ matches: number, now_ms: number, standings: Standing[] }} Leaderboard */

/** @type {{ game: Game, me: Player, leaderboard: Leaderboard }} */
const { game, me, leaderboard } = pageData();
let shown = leaderboard;
let toldAt = Date.now();

function render() {
  const now = shown.now_ms + (Date.now() - toldAt);
  const rows = shown.standings.map((standing) => row(standing, now));
  const table = el("table", { class: "standings" }, caption(), head(), el("tbody", {}, rows));
  const region = { class: "table-scroll", tabindex: "0", role: "region", "aria-label": "Standings" };
  replace(byId("standings"), el("div", region, table));
}

function caption() {
  const { matches } = shown;
  if (matches === 0) return el("caption", {}, "No match has been rated yet.");
  return el("caption", {}, `${capital(countName(matches))} rated match${matches === 1 ? "" : "es"}.`);
}

/** @type {[name: string, kind: string, title: string][]} */
const COLUMNS = [
  ["#", "number", "Rank: the first ten are ranked"],
  ["Player", "", ""],
  [
    "Rating",
    "number",
    "What we are sure of: the mean less three deviations; in parentheses, how long it has been held",
  ],
  ["Top burst", "number extra", "The largest rise by one match"],
  ["Played", "number extra", ""],
  ["Won", "number extra", ""],
  ["Drawn", "number extra", ""],
  ["", "tools", ""],
];

function head() {
  const play = () => el("span", { class: "visually-hidden" }, "Play");
  const cells = COLUMNS.map(([name, kind, title]) =>
    el("th", { scope: "col", class: kind, title: title || null }, name || play()),
  );
  return el("thead", {}, el("tr", {}, cells));
}

/**
 * @param {Standing} standing
 * @param {number} now
 */
function row(standing, now) {
  const { player, played, rank, rating } = standing;
  const held = standing.held_since_ms ? `(${lasting(now - standing.held_since_ms)})` : "";
  const cell = (/** @type {string} */ kind, /** @type {string} */ text) => el("td", { class: kind }, text);
  return el(
    "tr",
    { class: player.id === me.id ? "is-own" : null, "data-player": player.id },
    cell("number", rank ? String(rank) : "–"),
    nameCell(standing),
    el("td", { class: "number" }, el("strong", {}, ratingText(rating)), " ", el("span", { class: "soft held" }, held)),
    cell("number extra", played ? changeText(standing.top_burst) : "–"),
    cell("number extra", String(played)),
    cell("number extra", percent(standing.won_percent)),
    cell("number extra", percent(standing.drawn_percent)),
    el("td", { class: "tools" }, playable(player) ? playButton(player) : null),
  );
}

/** @param {Standing} standing */
function nameCell(standing) {
  const { player } = standing;
  const kind = KINDS[player.kind];
  return el(
    "th",
    { scope: "row" },
    el("span", { class: "player-name" }, player.name),
    player.id === me.id ? el("span", { class: "tag" }, "you") : null,
    kind ? el("span", { class: "tag tag-kind" }, kind) : null,
    el("span", { class: "in-short soft" }, inShort(standing)),
  );
}

/**
 * On a narrow screen, in place of the columns.
 *
 * @param {Standing} standing
 */
function inShort({ played, won_percent: won, drawn_percent: drawn }) {
  if (played === 0) return "not played yet";
  return `${played} played, ${percent(won)} won${drawn ? `, ${percent(drawn)} drawn` : ""}`;
}

/** @type {Record<string, string>} */
const KINDS = { random: "plays at random", bot: "bot" };
/** @param {number | null} value */
const percent = (value) => (value === null ? "–" : `${Math.round(value)}%`);
/** @param {Player} player */
const playable = (player) => player.kind === "random" || player.kind === "bot";

/** @param {Player} player */
function playButton(player) {
  const label = `Play New Game against ${player.name}`;
  const href = `/?game=${game.id}&player=${player.id}`;
  const link = { class: "button quiet icon-only", id: `play-${player.id}`, href, "aria-label": label, title: label };
  return el("a", link, icon("fa-fort-awesome"));
}

render();
// How long a rating has been held grows while one looks.
setInterval(() => whenReleased(render), 30_000);
follow(`leaderboard=${encodeURIComponent(game.id)}`, {
  leaderboard: (told) => {
    shown = told;
    toldAt = Date.now();
    whenReleased(render);
  },
});
