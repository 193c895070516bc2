// The games of a tournament, a page of them at a time.

import { buttonById, byId, el, replace, say } from "./dom.js";
import { toldOnce } from "./faults.js";
import { whenReleased } from "./press.js";
import { get, Refused } from "./request.js";
import { showTable } from "./scroll_table.js";
import { seatWord } from "./seat_words.js";
import { t } from "./texts.js";
import { counted, NOTHING_YET } from "./tournament_words.js";
import { capital } from "./words.js";

/** @import { Column } from "./scroll_table.js" */

/**
 * @typedef {object} GameRow
 * @property {number} number
 * @property {string} game
 * @property {{ seat: string, player: string, result: string }[]} seats
 * @property {number} plies
 * @property {string} reason
 * @property {string} match_id of the match that it was, because bots played; "" of all others
 */

/** @type {Record<string, string>} */
const RESULTS = { win: t("won"), draw: t("drew"), lose: t("lost") };
/** @type {Record<string, string>} */
const REASONS = {
  rules: t("by the rules"),
  unspecified: t("by the rules"),
  time: t("on time"),
  resigned: t("by leaving"),
  length: t("cut off, drawn"),
};

/**
 * @param {string} tournamentId
 * @returns {Column<GameRow>[]}
 */
const columns = (tournamentId) => [
  {
    name: t("Game"),
    cell: ({ number, game, match_id: match }) => {
      const href = match ? `/matches/${match}` : `/tournaments/${tournamentId}/games/${number}`;
      return el("a", { class: "player-link", href: `${href}?step=0` }, `${number + 1}. ${game}`);
    },
  },
  {
    name: t("Players"),
    cell: ({ seats }) =>
      seats.map(({ seat, player, result }) => el("small", {}, `${seatWord(seat)}: ${player}, ${RESULTS[result]}`)),
  },
  { name: t("Moves"), kind: "number", cell: ({ plies }) => counted(plies) },
  { name: t("Ended"), cell: ({ reason }) => capital(REASONS[reason] ?? reason.replaceAll("_", " ")) },
];

/**
 * Lists them when they are asked for; gives what lists the first of them as they are now, unless more were asked for.
 *
 * @param {string} tournamentId
 */
export function listGames(tournamentId) {
  const more = buttonById("more-games");
  /** @type {GameRow[]} */
  const games = [];
  let next = "";

  /** @param {string} page @returns {Promise<{ games: GameRow[], next_page: string }>} */
  const read = (page) => get(`/api/tournaments/${tournamentId}/games?${new URLSearchParams({ page })}`);

  async function show() {
    const found = await read(next);
    games.push(...found.games);
    next = found.next_page;
    draw();
  }

  function draw() {
    const isAny = games.length > 0;
    if (isAny) showTable(byId("games"), t("Games played"), columns(tournamentId), games, "games");
    else replace(byId("games"), el("p", { class: "empty" }, NOTHING_YET));
    more.hidden = isAny && !next;
    say(more, isAny ? t("More games") : t("Show games"));
  }

  async function renew() {
    const found = await read("").catch((error) => {
      if (!(error instanceof Refused)) throw error;
    });
    // They are shown as soon as the next one is over.
    if (!found || games.length > found.games.length) return;
    games.splice(0, games.length, ...found.games);
    next = found.next_page;
    whenReleased(draw);
  }

  more.addEventListener("click", () => toldOnce(more, (text) => say(byId("games-fault"), text), show));
  return renew;
}
