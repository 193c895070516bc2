// Who plays a game best, live.

import { byId, el, icon, pageData, replace } from "./dom.js";
import { follow } from "./live.js";
import { whenReleased } from "./press.js";
import { changeText, countName, lasting, ratingText } from "./words.js";

const { game, me, leaderboard } = pageData();
let shown = leaderboard;
let toldAt = Date.now();

function render() {
  const now = shown.now_ms + (Date.now() - toldAt);
  replace(
    byId("standings"),
    el(
      "div",
      { class: "table-scroll", tabindex: "0", role: "region", "aria-label": "Standings" },
      el("table", { class: "standings" }, caption(), head(), el("tbody", {}, shown.standings.map((standing) => row(standing, now)))),
    ),
  );
}

function caption() {
  const matches = shown.matches;
  const words = matches === 0 ? "No match has been rated yet." : `${countName(matches)} rated match${matches === 1 ? "" : "es"}.`;
  return el("caption", {}, words.charAt(0).toUpperCase() + words.slice(1));
}

const COLUMNS = [
  ["#", "number", "Rank: the first ten are ranked"],
  ["Player", "", ""],
  ["Rating", "number", "What we are sure of: the mean less three deviations; in parentheses, how long it has been held"],
  ["Top burst", "number extra", "The largest rise by one match"],
  ["Played", "number extra", ""],
  ["Won", "number extra", ""],
  ["Drawn", "number extra", ""],
  ["", "tools", ""],
];

function head() {
  return el("thead", {}, el("tr", {}, COLUMNS.map(([name, kind, title]) => el("th", { scope: "col", class: kind, title: title || null }, name || el("span", { class: "visually-hidden" }, "Play")))));
}

function row(standing, now) {
  const { player, played } = standing;
  const own = player.id === me.id;
  const held = standing.held_since_ms ? `(${lasting(now - standing.held_since_ms)})` : "";
  return el(
    "tr",
    { class: own ? "is-own" : null, "data-player": player.id },
    el("td", { class: "number" }, standing.rank ? String(standing.rank) : "–"),
    el("th", { scope: "row" }, el("span", { class: "player-name" }, player.name), own ? el("span", { class: "tag" }, "you") : null, KINDS[player.kind] ? el("span", { class: "tag tag-kind" }, KINDS[player.kind]) : null, el("span", { class: "in-short soft" }, inShort(standing))),
    el("td", { class: "number" }, el("strong", {}, ratingText(standing.rating)), " ", el("span", { class: "soft held" }, held)),
    el("td", { class: "number extra" }, played ? changeText(standing.top_burst) : "–"),
    el("td", { class: "number extra" }, String(played)),
    el("td", { class: "number extra" }, percent(standing.won_percent)),
    el("td", { class: "number extra" }, percent(standing.drawn_percent)),
    el("td", { class: "tools" }, playable(player) ? playButton(player) : null),
  );
}

/** On a narrow screen, in place of the columns. */
function inShort({ played, won_percent: won, drawn_percent: drawn }) {
  return played === 0 ? "not played yet" : `${played} played, ${percent(won)} won${drawn ? `, ${percent(drawn)} drawn` : ""}`;
}

const KINDS = { random: "plays at random", bot: "bot" };
const percent = (value) => (value === null ? "–" : `${Math.round(value)}%`);
const playable = (player) => player.kind === "random" || player.kind === "bot";

function playButton(player) {
  const label = `Play New Game against ${player.name}`;
  return el("a", { class: "button quiet icon-only", id: `play-${player.id}`, href: `/?game=${game.id}&player=${player.id}`, "aria-label": label, title: label }, icon("fa-fort-awesome"));
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
