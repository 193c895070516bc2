// A tournament: how far it is, and what it tells so far.

import { stroke } from "./chart.js";
import { onConfirm } from "./confirming.js";
import { byId, dialogById, el, icon, kindById, pageData, replace, say, svg } from "./dom.js";
import { follow } from "./live.js";
import { playerLink } from "./player_link.js";
import { whenReleased } from "./press.js";
import { get, post, Refused } from "./request.js";
import { showTable } from "./scroll_table.js";
import { scoreChart, scoresOf } from "./score_chart.js";
import { seatWord } from "./seat_words.js";
import { language, t } from "./texts.js";
import { PlayedGames } from "./tournament_games.js";
import { People } from "./tournament_people.js";
import {
  aboutWords,
  counted,
  decimal,
  isCalledOff,
  isEnded,
  NOTHING_YET,
  percent,
  progressWords,
  stateWords,
  testWords,
} from "./tournament_words.js";
import { capital } from "./words.js";

/** @import { Child } from "./dom.js" */
/** @import { CurvePoint } from "./score_chart.js" */
/** @import { Column } from "./scroll_table.js" */
/** @import { Tournament } from "./tournament_words.js" */

/** @typedef {{ wins: number, draws: number, losses: number, score: number | null, margin: number | null }} Score */
/**
 * @typedef {object} StandingRow
 * @property {number} rank
 * @property {number} player
 * @property {string} name
 * @property {number} games
 * @property {number | null} rating
 * @property {number | null} low
 * @property {number | null} high
 * @property {number | null} superiority
 * @property {number} all_lost
 * @property {number} illegal
 * @property {number} timed_out
 */
/** @typedef {{ game: string, seat: string, player: number, opponent: number }} Meeting */
/**
 * @typedef {object} Report
 * @property {(StandingRow & Score)[]} standings
 * @property {(Meeting & Score)[]} cross_table
 * @property {{ player: number, opponent: number, superiority: number | null }[]} superiority
 * @property {({ game: string, seat: string } & Score)[]} seats
 * @property {{ game: string, games: number, mean: number, least: number, median: number, most: number,
 *   cut: number }[]} lengths
 */
/** @typedef {{ tournament: Tournament, report: Report, curve: CurvePoint[], me: { id: string } }} Told */

/** The tables are asked for no more often than this, however many games end. */
const TABLES_MS = 2_000;
/** And not before so many times as long as they took has gone by: those of many players cost the server seconds. */
const REST = 5;
/** So many lines can be told apart. */
const MOST_LINES = 8;
const SUPERIORITY = "superiority";

/** @type {Told} */
let told = pageData();
const path = `/api/tournaments/${told.tournament.id}`;

// --- tables ----------------------------------------------------------------------------------------------------------

/** @param {{ score: number | null, margin: number | null }} row */
const scoreText = ({ score, margin }) => (score === null ? "–" : `${percent(score)} ±\u00a0${percent(margin)}`);
/** @param {Score} row */
const results = ({ wins, draws, losses }) => `${counted(wins)} – ${counted(draws)} – ${counted(losses)}`;

const playedGames = new PlayedGames(told.tournament);

/** Points decide who is first where people play: theirs are few games. */
const hasPeople = told.tournament.open || told.tournament.players.some(({ kind }) => kind === "person");

/** @param {StandingRow & Score} row */
const pointsText = ({ wins, draws, games }) => {
  const points = (wins + draws / 2).toLocaleString(language);
  return t("{points} of {games}", { points, games: counted(games) }).replaceAll(" ", "\u00a0");
};

/** @type {Column<StandingRow & Score>} */
const POINTS = { name: t("Points"), kind: "number", title: t("A draw is half a point"), cell: pointsText };

/** @type {Column<StandingRow & Score>[]} */
const STANDINGS = [
  {
    name: t("Player"),
    cell: ({ rank, player, name, score }) => {
      const link = playerLink({ ...told.tournament.players[player], name }, name, `standing-${player}`);
      return score === null ? link : el("span", { class: "ranked" }, `${rank}. `, link);
    },
  },
  ...(hasPeople ? [POINTS] : []),
  {
    name: t("Rating"),
    kind: hasPeople ? "number extra" : "number",
    title: t("With half of its 95 % interval"),
    cell: ({ rating, high }) =>
      rating === null || high === null ? "–" : `${decimal(rating, 1)} ±\u00a0${decimal(high - rating, 1)}`,
  },
  { name: t("Score"), kind: hasPeople ? "number extra" : "number", cell: scoreText },
  {
    name: t("Stronger than next"),
    kind: "number extra",
    title: t("The likelihood of superiority over whoever stands next below"),
    cell: ({ superiority }) => percent(superiority),
  },
  { name: t("Won – drawn – lost"), kind: "number extra", cell: results },
  {
    name: t("All lost"),
    kind: "number extra",
    title: t("Games that everybody lost"),
    cell: ({ all_lost: lost }) => counted(lost),
  },
  {
    name: t("Illegal"),
    kind: "number extra",
    title: t("Games lost by an illegal move"),
    cell: ({ illegal }) => counted(illegal),
  },
  {
    name: t("On time"),
    kind: "number extra",
    title: t("Games lost on time"),
    cell: ({ timed_out: late }) => counted(late),
  },
];

/** @type {Column<Report["seats"][number]>[]} */
const SEATS = [
  { name: t("Seat"), cell: ({ game, seat }) => `${capital(seatWord(seat))}, ${game}` },
  { name: t("Score"), kind: "number", cell: scoreText },
  { name: t("Won – drawn – lost"), kind: "number", cell: results },
];

/** @type {Column<Report["lengths"][number]>[]} */
const LENGTHS = [
  { name: t("Moves a game"), cell: ({ game }) => game },
  { name: t("Mean"), kind: "number", cell: ({ mean }) => decimal(mean, 1) },
  { name: t("Shortest"), kind: "number", cell: ({ least }) => counted(least) },
  { name: t("Median"), kind: "number", cell: ({ median }) => counted(median) },
  { name: t("Longest"), kind: "number", cell: ({ most }) => counted(most) },
  {
    name: t("Cut off"),
    kind: "number",
    title: t("Games with too many moves, which count as drawn"),
    cell: ({ cut }) => counted(cut),
  },
];

// --- each against each ----------------------------------------------------------------------------------------------

const view = kindById("cross-view", HTMLSelectElement);

function drawViews() {
  const { games } = told.tournament;
  const seats = games.flatMap(({ name, seats: its }) =>
    its.map((seat) => {
      const words = t("As {seat}, {name}", { seat: seatWord(seat), name });
      return { value: JSON.stringify([name, seat]), words };
    }),
  );
  const all = [
    { value: JSON.stringify(["", ""]), words: t("All games") },
    ...seats,
    { value: SUPERIORITY, words: t("Likelihood of superiority") },
  ];
  replace(
    view,
    all.map(({ value, words }) => el("option", { value }, words)),
  );
}

function drawCross() {
  const { players } = told.tournament;
  const cells = view.value === SUPERIORITY ? superiority() : meetings(JSON.parse(view.value));
  const shown = told.report.standings.map(({ player }) => player);
  /** @type {Column<number>[]} */
  const columns = [
    { name: t("Row against column"), cell: (player) => players[player].name },
    ...shown.map((opponent) => ({
      name: players[opponent].name,
      kind: "number",
      cell: (/** @type {number} */ player) => cells.get(`${player} ${opponent}`) ?? el("span", { class: "none" }, "–"),
    })),
  ];
  showTable(byId("cross"), t("Each against each"), columns, shown, "cross");
}

/** @returns {Map<string, Child | Child[]>} */
const superiority = () =>
  new Map(told.report.superiority.map((row) => [`${row.player} ${row.opponent}`, percent(row.superiority)]));

/**
 * @param {[game: string, seat: string]} shown
 * @returns {Map<string, Child | Child[]>}
 */
function meetings([game, seat]) {
  const rows = told.report.cross_table.filter((row) => row.game === game && row.seat === seat);
  return new Map(
    rows.map((row) => {
      const leading = playedGames.button(row.player, row.opponent, percent(row.score));
      return [`${row.player} ${row.opponent}`, [leading, el("small", {}, results(row))]];
    }),
  );
}

// --- scores as it went ----------------------------------------------------------------------------------------------

function drawCurves() {
  const first = told.report.standings.slice(0, MOST_LINES);
  const lines = first.map(({ player, name }, style) => ({ name, style, points: scoresOf(told.curve, player) }));
  const known = lines.filter(({ points }) => points.length > 0);
  const label = t("Scores of {list} as it went; the numbers are in the table below.", {
    list: known.map(({ name }) => name).join(", "),
  });
  const width = Math.max(280, byId("chart").clientWidth);
  const chart = known.length > 0 ? scoreChart(known, { width, label }) : el("p", { class: "empty" }, NOTHING_YET);
  replace(byId("chart"), chart);
  replace(byId("legend"), known.map(legendItem));
  drawCurveTable(known);
}

/** @param {{ name: string, style: number, points: import("./score_chart.js").ScorePoint[] }} line */
function legendItem({ name, style, points }) {
  const sample = svg("svg", { class: "legend-line", viewBox: "0 0 40 12", "aria-hidden": "true" });
  sample.append(svg("path", { d: "M2 6h36", ...stroke(style) }));
  const last = scoreText(points[points.length - 1]);
  return el("li", {}, el("span", { class: "player-face" }, sample, name), el("span", {}, last));
}

/** @param {{ name: string, points: import("./score_chart.js").ScorePoint[] }[]} lines */
function drawCurveTable(lines) {
  /** @type {Column<number>[]} */
  const columns = [
    { name: t("Games played"), cell: (games) => counted(games) },
    ...lines.map(({ name, points }) => {
      const at = new Map(points.map((point) => [point.games, point]));
      const text = (/** @type {number} */ games) => scoreText(at.get(games) ?? { score: null, margin: null });
      return { name, kind: "number", cell: text };
    }),
  ];
  showTable(
    byId("curve-table"),
    t("Scores as it went"),
    columns,
    told.curve.map(({ games }) => games),
  );
}

// --- the whole ------------------------------------------------------------------------------------------------------

function drawProgress() {
  const { tournament } = told;
  const { progress } = tournament;
  say(byId("progress-words"), progressWords(tournament));
  say(byId("state"), stateWords(tournament));
  const bar = kindById("progress", HTMLProgressElement);
  bar.max = Math.max(1, progress.total);
  bar.value = progress.played;
  byId("test-words").hidden = !tournament.test;
  say(byId("test-words"), testWords(tournament));
  // There is nobody to be ranked before it begins, nor where nothing was played.
  byId("standings-card").hidden = progress.status === "inviting" || isCalledOff(progress);
  drawControls();
  people.show(tournament);
}

function draw() {
  const { tournament, report } = told;
  drawProgress();
  // One that nobody named is called by who plays: that is known when it begins.
  say(byId("tournament-name"), tournament.name);
  say(byId("about"), aboutWords(tournament));
  const isPlayed = report.standings.some(({ score }) => score !== null);
  for (const part of document.querySelectorAll("[data-once-played]")) part.toggleAttribute("hidden", !isPlayed);
  showTable(byId("standings"), t("Standings"), STANDINGS, report.standings, "standings");
  drawCurves();
  drawCross();
  say(byId("first-mover"), firstMoverWords());
  showTable(byId("seats"), t("Seats"), SEATS, report.seats);
  showTable(byId("lengths"), t("Lengths"), LENGTHS, report.lengths);
  // Of people everybody wants to know how they did.
  playedGames.offer(tournament);
  if (hasPeople && isPlayed) playedGames.renew();
}

function firstMoverWords() {
  const { games } = told.tournament;
  const said = games.flatMap(({ name, seats }) => {
    const rows = told.report.seats.filter(({ game }) => game === name);
    const first = rows.find(({ seat }) => seat === seats[0]);
    if (!first || first.score === null) return [];
    const mean = rows.reduce((sum, { score }) => sum + (score ?? 0), 0) / rows.length;
    const ahead = first.score - mean;
    const by = { name, share: percent(Math.abs(ahead)), margin: percent(first.margin) };
    return ahead < 0
      ? [t("The first seat in {name} gets {share} of the points less than the mean of the seats (± {margin}).", by)]
      : [t("The first seat in {name} gets {share} of the points more than the mean of the seats (± {margin}).", by)];
  });
  return said.join(" ") || NOTHING_YET;
}

// --- what may be done about it --------------------------------------------------------------------------------------

function drawControls() {
  const { may_control: may, progress } = told.tournament;
  const isOn = !isEnded(progress);
  replace(
    byId("controls"),
    may && progress.status === "running" ? button("control", "fa-pause", t("Pause"), () => act("pause")) : null,
    may && progress.status === "paused" ? button("control", "fa-play", t("Resume"), () => act("resume")) : null,
    may && isOn ? button("cancel", "fa-times", t("End it"), () => dialogById("cancel-dialog").showModal()) : null,
  );
}

/**
 * @param {string} id
 * @param {string} name of the icon
 * @param {string} words
 * @param {() => void} onclick
 */
const button = (id, name, words, onclick) =>
  el("button", { type: "button", class: "button", id, onclick }, icon(name), words);

/** @param {"pause" | "resume" | "cancel"} action */
async function act(action) {
  try {
    const tournament = await post(`${path}/${action}`);
    say(byId("fault"), "");
    told = { ...told, tournament };
    drawProgress();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    say(byId("fault"), error.message);
  }
}

onConfirm("cancel", () => act("cancel"));

// --- as it goes on --------------------------------------------------------------------------------------------------

/** So many games the tables on the page are of. */
let tabled = told.tournament.progress.played;
let isAsking = false;
/** Until it may be asked for again. @type {ReturnType<typeof setTimeout> | undefined} */
let rest;

/** Asks for the tables until they are of all games that were played: at once for the last time. */
async function look() {
  const { progress } = told.tournament;
  const wasEnded = isEnded(progress);
  // Nobody sees it: it is asked for when somebody does.
  if (isAsking || document.hidden || tabled >= progress.played) return;
  if (rest && !wasEnded) return;
  isAsking = true;
  const begunAt = performance.now();
  try {
    const found = await get(path);
    tabled = found.tournament.progress.played;
    // How far it is has been told since, or will be: of two answers the later one may be the older.
    told = { ...told, ...found, tournament: { ...found.tournament, progress: told.tournament.progress } };
    say(byId("fault"), "");
    whenReleased(draw);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    say(byId("fault"), error.message);
  } finally {
    isAsking = false;
    clearTimeout(rest);
    const restMs = Math.max(TABLES_MS, REST * (performance.now() - begunAt));
    rest = setTimeout(() => {
      rest = undefined;
      look();
    }, restMs);
  }
  // The end was told meanwhile.
  if (!wasEnded && isEnded(told.tournament.progress)) look();
}

/** Asks for all of it: who plays may be others now. */
async function lookAnew() {
  const found = await get(path).catch((error) => {
    if (!(error instanceof Refused)) throw error;
  });
  if (!found) return;
  told = { ...told, ...found };
  whenReleased(() => {
    drawViews();
    draw();
  });
}

/**
 * Whether other people are asked, or have answered, or it has begun with those who accepted.
 *
 * @param {import("./tournament_words.js").Progress} before
 * @param {import("./tournament_words.js").Progress} now
 */
const isOther = (before, now) =>
  before.status === "inviting" &&
  (now.status !== before.status ||
    now.answers !== before.answers ||
    now.accepted !== before.accepted ||
    now.asked !== before.asked);

document.addEventListener("visibilitychange", look);
view.addEventListener("input", drawCross);
let drawnWidth = 0;
new ResizeObserver(([{ contentRect }]) => {
  if (contentRect.width !== drawnWidth) drawCurves();
  drawnWidth = contentRect.width;
}).observe(byId("chart"));
const people = new People(told.tournament, told.me.id, (tournament) => {
  const before = told.tournament.progress;
  told = { ...told, tournament };
  if (isOther(before, tournament.progress)) lookAnew();
  else drawProgress();
});
drawViews();
draw();
// Whoever waits for others looks at something else meanwhile, and is led to the match all the same.
follow(
  `tournament=${told.tournament.id}`,
  {
    tournament: (progress) => {
      const before = told.tournament.progress;
      if (isOther(before, progress)) {
        lookAnew();
        return;
      }
      told = { ...told, tournament: { ...told.tournament, progress } };
      whenReleased(drawProgress);
      look();
    },
    gone: ({ message }) => say(byId("fault"), message),
  },
  { whileHidden: () => told.tournament.window_ms > 0 },
);
