// What a player has done: a row for each game, opponent, creation.

import { byId, el, icon } from "./dom.js";
import { inParts } from "./game_names.js";
import { changeText, dayText, longAgo } from "./numbers.js";
import { playerLink } from "./player_link.js";
import { heldText, ratingWords } from "./ratings.js";
import { Pages, SortedTable } from "./table.js";
import { language, t } from "./texts.js";
import { capital, percent } from "./words.js";

/** @import { Known } from "./acquaintance.js" */
/** @import { Column } from "./table.js" */

/** @typedef {{ id: string, name: string }} GameName */

/**
 * @typedef {object} Statistics
 * @property {GameName} game
 * @property {number} mu
 * @property {number} sigma
 * @property {number} rating
 * @property {number} top_burst
 * @property {number} held_ms
 * @property {number} played
 * @property {number} won_percent
 * @property {number} drawn_percent
 * @property {number} mean_turn_ms
 * @property {number} since_last_match_ms
 * @property {number} won
 * @property {number} drawn
 * @property {number} lost
 * @property {{ name: string, value: number }[]} figures numbers that the game keeps of its matches
 */

/**
 * @typedef {object} Favoritism
 * @property {GameName} game
 * @property {Known} other
 * @property {number} together
 * @property {number} win_boost
 * @property {number} kick_back
 * @property {number} draw_boost
 * @property {number} preference
 * @property {number} favors
 * @property {number} favors_owed
 * @property {number | null} relative_rating
 */

/** @typedef {{ game: GameName, created_at_ms: number, hidden: boolean, matches: number }} Creation */

/** @param {GameName} game */
const gameLink = ({ id, name }) =>
  el("a", { class: "player-link", translate: "no", href: `/games/${id}` }, inParts(name));

/**
 * Leads to how a rating came about.
 *
 * @param {Known} player
 * @param {GameName} game
 */
function curveLink({ id, name, universe }, game) {
  const query = new URLSearchParams([["player", id], ...(universe ? [["universe", universe]] : [])]);
  const title = t("How the rating of {name} in {game} has changed", { name, game: game.name });
  const address = `/games/${game.id}/evolution?${query}`;
  return el("a", { class: "to-curve", href: address, title, "aria-label": title }, icon("fa-line-chart"));
}

/** @param {number} hundredths */
const ofAll = (hundredths) => percent(hundredths / 100);
/** @param {number} ms */
const seconds = (ms) =>
  ms > 0
    ? t("{seconds} s", {
        seconds: (ms / 1000).toLocaleString(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
      })
    : "–";

/** @type {(player: Known) => Column<Statistics>[]} */
const statistics = (player) => [
  {
    name: t("Game"),
    cell: ({ game }) => [gameLink(game), curveLink(player, game)],
    by: ({ game }) => game.name,
  },
  {
    name: t("Rating"),
    kind: "number",
    title: t("What is sure: the mean less three deviations. In parentheses, how long it has been held"),
    cell: (row) => ratingWords(row, heldText(row.held_ms)),
    // As on leaderboards, which go by what is sure.
    by: ({ rating }) => rating,
  },
  {
    name: t("Top burst"),
    kind: "number extra",
    title: t("The largest rise by one match"),
    cell: (row) => changeText(row.top_burst),
    by: (row) => row.top_burst,
  },
  { name: t("Played"), kind: "number", cell: ({ played }) => String(played), by: ({ played }) => played },
  { name: t("Won"), kind: "number extra", cell: (row) => ofAll(row.won_percent), by: (row) => row.won_percent },
  { name: t("Drawn"), kind: "number extra", cell: (row) => ofAll(row.drawn_percent), by: (row) => row.drawn_percent },
  {
    name: t("Per turn"),
    kind: "number extra",
    title: t("Mean time to finish a turn"),
    cell: (row) => seconds(row.mean_turn_ms),
    by: (row) => row.mean_turn_ms,
  },
  {
    name: t("Last match"),
    kind: "number extra",
    cell: (row) => longAgo(row.since_last_match_ms),
    by: (row) => -row.since_last_match_ms,
  },
];

/**
 * What a game counts, beside how its matches ended; null where it counts nothing.
 *
 * @param {Statistics} row
 */
function figureList({ won, drawn, lost, figures }) {
  if (figures.length === 0) return null;
  const all = [
    { name: t("Won"), value: won },
    { name: t("Drawn"), value: drawn },
    { name: t("Lost"), value: lost },
    ...figures,
  ];
  return el(
    "dl",
    { class: "figures" },
    all.map(({ name, value }) => el("div", {}, el("dt", {}, capital(name)), el("dd", {}, numberText(value)))),
  );
}

/** @param {number} value */
const numberText = (value) => value.toLocaleString(language, { maximumFractionDigits: 2 });

/** @type {Column<Favoritism>[]} */
const FAVORITISM = [
  { name: t("Opponent"), cell: ({ other }) => playerLink(other), by: ({ other }) => other.name },
  { name: t("Game"), cell: ({ game }) => gameLink(game), by: ({ game }) => game.name },
  { name: t("Matches"), kind: "number extra", cell: (row) => String(row.together), by: (row) => row.together },
  {
    name: t("Preference"),
    kind: "number",
    title: t("Draw boost and twice the win boost"),
    cell: (row) => changeText(row.preference),
    by: (row) => row.preference,
  },
  {
    name: t("Win boost"),
    kind: "number extra",
    title: t("In their last ten matches, the wins beyond what was expected"),
    cell: (row) => changeText(row.win_boost),
    by: (row) => row.win_boost,
  },
  {
    name: t("Kick back"),
    kind: "number extra",
    title: t("The same for the opponent"),
    cell: (row) => changeText(row.kick_back),
    by: (row) => row.kick_back,
  },
  {
    name: t("Draw boost"),
    kind: "number extra",
    title: t("The draws beyond what was expected"),
    cell: (row) => changeText(row.draw_boost),
    by: (row) => row.draw_boost,
  },
  {
    name: t("Favors owed"),
    kind: "number extra",
    title: t("What the opponent's results have given, in all matches"),
    cell: (row) => changeText(row.favors_owed),
    by: (row) => row.favors_owed,
  },
  {
    name: t("Relative rating"),
    kind: "number extra",
    title: t("How far the opponent's rating is above, as a share of the player's own"),
    cell: (row) => (row.relative_rating === null ? "–" : percentChange(row.relative_rating)),
    by: (row) => row.relative_rating ?? -Infinity,
  },
];

/** @param {number} share */
const percentChange = (share) => `${share < 0 ? "−" : "+"}${percent(Math.abs(share))}`;

/** @type {Column<Creation>[]} */
const CREATIONS = [
  {
    name: t("Game"),
    cell: ({ game, hidden }) => [gameLink(game), hidden ? el("span", { class: "tag" }, t("hidden")) : null],
    by: ({ game }) => game.name,
  },
  {
    name: t("Matches"),
    kind: "number",
    title: t("Rated matches that were played"),
    cell: ({ matches }) => String(matches),
    by: ({ matches }) => matches,
  },
  { name: t("Made"), kind: "number extra", cell: (row) => dayText(row.created_at_ms), by: (row) => row.created_at_ms },
];

/**
 * @template Row
 * @param {Known} player
 * @param {string} tab
 * @param {{ rows: Row[], next: string }} list
 * @param {SortedTable<Row>} table
 */
const byThePage = (player, tab, list, table) =>
  new Pages(byId("more"), `/api/players/${player.id}/${tab}`, t("Show more"), (rows) => table.show(rows)).add(list);

/**
 * @param {Known} player
 * @param {{ rows: Statistics[], next: string }} list
 */
export function showStatistics(player, list) {
  const none = t("{name} has not played a rated match yet.", { name: player.name });
  const look = {
    label: t("Statistics by game"),
    none,
    key: (/** @type {Statistics} */ row) => row.game.id,
    more: {
      label: (/** @type {Statistics} */ row) => t("What {name} counts", { name: row.game.name }),
      content: figureList,
    },
  };
  byThePage(player, "stats", list, new SortedTable(byId("rows"), statistics(player), look));
}

/**
 * @param {Known} player
 * @param {{ rows: Favoritism[], next: string }} list
 */
export function showFavoritism(player, list) {
  const none = t("{name} has no opponents in rated matches yet.", { name: player.name });
  const key = (/** @type {Favoritism} */ { other, game }) => `${other.id} ${game.id}`;
  byThePage(
    player,
    "favoritism",
    list,
    new SortedTable(byId("rows"), FAVORITISM, { label: t("Favoritism"), none, key }),
  );
}

/**
 * @param {Known} player
 * @param {{ rows: Creation[] }} list
 */
export function showCreations(player, { rows }) {
  const none = t("{name} has not made a game yet.", { name: player.name });
  new SortedTable(byId("rows"), CREATIONS, { label: t("Creations"), none, key: ({ game }) => game.id }).show(rows);
}
