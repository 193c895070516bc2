// How the ratings of chosen players came about, in one game or in several.

import { addPlayerForm } from "./add_player.js";
import { chart, stroke } from "./chart.js";
import { Combobox } from "./combobox.js";
import { byId, el, icon, inputById, kindById, pageData, replace, say, svg } from "./dom.js";
import { countName } from "./numbers.js";
import { playerFace } from "./player_link.js";
import { ratingWords } from "./ratings.js";
import { get, Refused } from "./request.js";
import { language, t, tn } from "./texts.js";

/** @import { Known } from "./acquaintance.js" */
/** @import { Line } from "./chart.js" */
/** @import { Game } from "./family.js" */

/** So many lines can be told apart. */
const MOST_LINES = 8;

/** @typedef {import("./tournament_words.js").Tournament} Tournament */
/** @typedef {Pick<Tournament, "id" | "name" | "created_at_ms" | "ended_at_ms" | "benchmark">} Held */

/** @typedef {Pick<Game, "id" | "name">} Named */
/** @typedef {Line & { player: Known, of: Named }} Drawn a player in a game */

/** @type {{ game: Game, others: Named[], universe: string, players: Known[], tournaments: Held[] }} */
const { game, others, universe, players, tournaments } = pageData();
/** The games that are shown: that of the page, and others beside it. @type {Named[]} */
const games = [game, ...others];
/** By player and game. @type {Map<string, Drawn>} */
const lines = new Map();
const along = kindById("along", HTMLSelectElement);

/** The players that are shown, each once. */
const shown = () => [...new Map([...lines.values()].map(({ player }) => [player.id, player])).values()];

/**
 * Adds the lines of some players in some games, unless they are too many.
 *
 * @param {Known[]} who
 * @param {Named[]} where
 */
async function add(who, where) {
  const wanted = who.flatMap((player) => where.map((of) => ({ player, of }))).filter((one) => !lines.has(keyOf(one)));
  if (lines.size + wanted.length > MOST_LINES) {
    throw new Refused(422, { message: t("{most} lines are the most. Remove one first.", { most: MOST_LINES }) });
  }
  for (const one of wanted) {
    const asked = `/api/games/${one.of.id}/evolution/${one.player.id}?${new URLSearchParams({ universe })}`;
    const points = await get(asked);
    const taken = new Set([...lines.values()].map(({ style }) => style));
    const style = Array.from({ length: MOST_LINES }, (_, each) => each).find((each) => !taken.has(each)) ?? 0;
    lines.set(keyOf(one), { ...one, name: one.player.name, points, style });
    draw();
  }
}

/** @param {{ player: Known, of: Named }} line */
const keyOf = ({ player, of }) => `${player.id} ${of.id}`;
/** What a line is called: where there are several games, with its game. @param {Drawn} line */
const nameOf = ({ player, of }) => (games.length > 1 ? `${player.name}, ${of.name}` : player.name);

function draw() {
  const known = [...lines.values()]
    .filter(({ points }) => points.length > 0)
    .map((line) => ({ ...line, name: nameOf(line) }));
  const place = byId("chart");
  const look = {
    width: Math.max(280, place.clientWidth),
    byTime: along.value === "time",
    marks: tournaments.map(({ name, benchmark, created_at_ms: from, ended_at_ms: to }) => ({
      name: benchmark ? t("Benchmark: {name}", { name }) : name,
      isBenchmark: benchmark !== null,
      from_ms: from,
      to_ms: to || Date.now(),
    })),
    label: t("Ratings of {list}; the numbers are in the list below.", {
      list: known.map(({ name }) => name).join(", "),
    }),
  };
  const none = () => el("p", { class: "empty" }, t("Nobody here has played a rated match yet."));
  replace(place, known.length > 0 ? chart(known, look) : none());
  replace(byId("legend"), [...lines.values()].map(item));
}

/** @param {Drawn} line */
function item(line) {
  const { player, of, points, style } = line;
  const last = points.at(-1);
  const [, mu, sigma, count, rating] = last ?? [0, 0, 0, 0, 0];
  const sample = svg("svg", { class: "legend-line", viewBox: "0 0 40 12", "aria-hidden": "true" });
  sample.append(svg("path", { d: "M2 6h36", ...stroke(style) }));
  const about = {
    type: "button",
    class: "button quiet icon-only",
    "aria-label": t("Remove {name}", { name: nameOf(line) }),
  };
  return el(
    "li",
    { "data-player": player.id },
    el(
      "span",
      { class: "player-face" },
      sample,
      playerFace(player),
      games.length > 1 ? el("span", { class: "soft", translate: "no" }, of.name) : null,
    ),
    el(
      "span",
      { class: "player-face" },
      el("span", {}, last ? ratingWords({ mu, sigma, rating }, "") : "–"),
      el("span", { class: "soft" }, tn(["{number} match", "{number} matches"], count, { number: countName(count) })),
      el("button", { ...about, onclick: () => remove(line) }, icon("fa-times")),
    ),
  );
}

/** @param {Drawn} line */
function remove(line) {
  lines.delete(keyOf(line));
  // A game of which nothing is shown any more is none that is compared.
  const left = games.filter((each) => each === game || [...lines.values()].some(({ of }) => of.id === each.id));
  games.splice(0, games.length, ...left);
  remember();
  draw();
}

/**
 * Compares with a game no more.
 *
 * @param {Named} gone
 */
function withdraw(gone) {
  for (const [key, { of }] of lines) if (of.id === gone.id) lines.delete(key);
  games.splice(0, games.length, ...games.filter(({ id }) => id !== gone.id));
  remember();
  draw();
}

/** Has the address say who is chosen, so that it can be kept and given to others. */
function remember() {
  const query = new URLSearchParams([
    ...shown().map(({ id }) => ["player", id]),
    ...games.slice(1).map(({ id }) => ["with", id]),
  ]);
  history.replaceState(null, "", `?${query}`);
}

/** @param {Held} tournament */
function heldItem({ id, name, benchmark, created_at_ms: from, ended_at_ms: to }) {
  const day = (/** @type {number} */ ms) => new Date(ms).toLocaleDateString(language, { dateStyle: "medium" });
  const until = to ? day(to) : t("ongoing");
  const when = until === day(from) ? until : `${day(from)} – ${until}`;
  const link = el("a", { class: "player-link", href: `/tournaments/${id}`, translate: "no" }, name);
  const mark = benchmark ? el("span", { class: "tag" }, t("Benchmark")) : null;
  return el("li", {}, el("span", {}, link, mark), el("span", { class: "soft" }, when));
}

byId("held").hidden = tournaments.length === 0;
replace(byId("tournaments"), tournaments.map(heldItem));
addPlayerForm(game.id, universe, async (player) => {
  await add([player], games);
  remember();
});

/** @type {Combobox<Named>} */
const another = new Combobox(inputById("add-game"), byId("add-games"), {
  find: async (text) => {
    /** @type {Named[]} */
    const found = text ? await get(`/api/games?${new URLSearchParams({ name: text })}`) : [];
    return [{ title: "", options: found.filter(({ id }) => games.every((each) => each.id !== id)) }];
  },
  onChoose: async (chosen) => {
    another.value = "";
    say(byId("add-game-fault"), "");
    try {
      games.push(chosen);
      await add(shown(), [chosen]);
      draw();
      remember();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      withdraw(chosen);
      say(byId("add-game-fault"), error.message);
    }
  },
  none: t("There is no game of this name."),
});

along.addEventListener("input", draw);
let drawnWidth = 0;
new ResizeObserver(([{ contentRect }]) => {
  if (contentRect.width !== drawnWidth && lines.size > 0) draw();
  drawnWidth = contentRect.width;
}).observe(byId("chart"));
try {
  await add(players.slice(0, Math.max(1, Math.floor(MOST_LINES / games.length))), games);
  if (lines.size === 0) draw();
} catch (error) {
  if (!(error instanceof Refused)) throw error;
  replace(byId("chart"), el("p", { class: "fault", role: "alert" }, error.message));
}
