// How the ratings of chosen players came about.

import { addPlayerForm } from "./add_player.js";
import { chart, stroke } from "./chart.js";
import { byId, el, icon, kindById, pageData, replace, svg } from "./dom.js";
import { playerFace } from "./player_link.js";
import { ratingWords, sure } from "./ratings.js";
import { get, Refused } from "./request.js";
import { language, t, tn } from "./texts.js";
import { countName } from "./words.js";

/** @import { Known } from "./acquaintance.js" */
/** @import { Line } from "./chart.js" */
/** @import { Game } from "./family.js" */

const MOST_PLAYERS = 8;

/** @typedef {import("./tournament_words.js").Tournament} Tournament */
/** @typedef {Pick<Tournament, "id" | "name" | "created_at_ms" | "ended_at_ms" | "benchmark">} Held */

/** @type {{ game: Game, universe: string, players: Known[], tournaments: Held[] }} */
const { game, universe, players, tournaments } = pageData();
/** @type {Map<string, Line & { player: Known }>} */
const lines = new Map();
const along = kindById("along", HTMLSelectElement);

/** @param {Known} player */
async function add(player) {
  const asked = `/api/games/${game.id}/evolution/${player.id}?${new URLSearchParams({ universe })}`;
  const points = await get(asked);
  const taken = new Set([...lines.values()].map(({ style }) => style));
  const style = Array.from({ length: MOST_PLAYERS }, (_, each) => each).find((each) => !taken.has(each)) ?? 0;
  lines.set(player.id, { player, name: player.name, points, style });
  draw();
}

function draw() {
  const known = [...lines.values()].filter(({ points }) => points.length > 0);
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

/** @param {Line & { player: Known }} line */
function item({ player, points, style }) {
  const last = points.at(-1);
  const [mu, sigma] = last ? [last[1], last[2]] : [0, 0];
  const sample = svg("svg", { class: "legend-line", viewBox: "0 0 40 12", "aria-hidden": "true" });
  sample.append(svg("path", { d: "M2 6h36", ...stroke(style) }));
  const about = {
    type: "button",
    class: "button quiet icon-only",
    "aria-label": t("Remove {name}", { name: player.name }),
  };
  return el(
    "li",
    { "data-player": player.id },
    el("span", { class: "player-face" }, sample, playerFace(player)),
    el(
      "span",
      { class: "player-face" },
      el("span", {}, last ? ratingWords({ mu, sigma, rating: sure(mu, sigma) }, "") : "–"),
      el(
        "span",
        { class: "soft" },
        tn(["{number} match", "{number} matches"], points.length, { number: countName(points.length) }),
      ),
      el("button", { ...about, onclick: () => remove(player.id) }, icon("fa-times")),
    ),
  );
}

/** @param {string} id */
function remove(id) {
  lines.delete(id);
  remember();
  draw();
}

/** Has the address say who is chosen, so that it can be kept and given to others. */
function remember() {
  const query = new URLSearchParams([...lines.keys()].map((id) => ["player", id]));
  history.replaceState(null, "", `?${query}`);
}

/** @param {Held} tournament */
function heldItem({ id, name, benchmark, created_at_ms: from, ended_at_ms: to }) {
  const day = (/** @type {number} */ ms) => new Date(ms).toLocaleDateString(language, { dateStyle: "medium" });
  const until = to ? day(to) : t("goes on");
  const when = until === day(from) ? until : `${day(from)} – ${until}`;
  const link = el("a", { class: "player-link", href: `/tournaments/${id}`, translate: "no" }, name);
  const mark = benchmark ? el("span", { class: "tag" }, t("Benchmark")) : null;
  return el("li", {}, el("span", {}, link, mark), el("span", { class: "soft" }, when));
}

byId("held").hidden = tournaments.length === 0;
replace(byId("tournaments"), tournaments.map(heldItem));
addPlayerForm(game.id, universe, async (player) => {
  if (lines.size >= MOST_PLAYERS) {
    throw new Refused(422, { message: t("{most} players are the most. Remove one first.", { most: MOST_PLAYERS }) });
  }
  await add(player);
  remember();
});

along.addEventListener("input", draw);
let drawnWidth = 0;
new ResizeObserver(([{ contentRect }]) => {
  if (contentRect.width !== drawnWidth && lines.size > 0) draw();
  drawnWidth = contentRect.width;
}).observe(byId("chart"));
for (const player of players) await add(player);
if (players.length === 0) draw();
