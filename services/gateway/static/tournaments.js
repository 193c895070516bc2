// All tournaments, the newest first.

import { buttonById, byId, el, pageData, say } from "./dom.js";
import { toldOnce } from "./faults.js";
import { get } from "./request.js";
import { language, t } from "./texts.js";
import { counted, stateWords } from "./tournament_words.js";

/** @import { Tournament } from "./tournament_words.js" */

/** @typedef {{ tournaments: Tournament[], next_page: string }} Found */

/** @type {Found & { benchmarks: boolean }} */
const page = pageData();
const more = buttonById("more");
let nextPage = "";

/** @param {Found} found */
function show({ tournaments, next_page: next }) {
  byId("tournaments").append(...tournaments.map(row));
  nextPage = next;
  more.hidden = !next;
}

/** @param {Tournament} tournament */
function row(tournament) {
  const { id, name, games, players, progress, benchmark, created_at_ms: madeAt } = tournament;
  const what = games.map((game) => game.name).join(", ");
  const [played, total] = [counted(progress.played), counted(progress.total)];
  return el(
    "tr",
    {},
    el(
      "th",
      { scope: "row" },
      el("a", { class: "player-link", href: `/tournaments/${id}`, translate: "no" }, name),
      benchmark ? el("span", { class: "tag" }, t("Benchmark")) : null,
      el("small", { class: "soft" }, ` ${what}`),
    ),
    el("td", {}, stateWords(tournament)),
    el("td", { class: "number" }, t("{played} of {total}", { played, total })),
    el("td", { class: "number wide-only" }, String(players.length)),
    el("td", { class: "wide-only" }, new Date(madeAt).toLocaleDateString(language, { dateStyle: "medium" })),
  );
}

async function showMore() {
  const query = new URLSearchParams({ page: nextPage, benchmarks: page.benchmarks ? "1" : "" });
  show(await get(`/api/tournaments?${query}`));
}

more.addEventListener("click", () => toldOnce(more, (text) => say(byId("tournaments-fault"), text), showMore));

show(page);
byId("none").hidden = page.tournaments.length > 0;
