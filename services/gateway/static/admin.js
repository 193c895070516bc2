// What Admins see and do, a tab each.

import { showGames } from "./admin_games.js";
import { showPeople } from "./admin_people.js";
import { byId, el, pageData, replace } from "./dom.js";
import { playerLink } from "./player_link.js";
import { Pages, SortedTable } from "./table.js";

/** @import { Player } from "./family.js" */

/**
 * @typedef {object} Report
 * @property {string} id
 * @property {string} match_id
 * @property {Player} player who said it
 * @property {string} text
 * @property {Player} reporter
 * @property {string} reason
 * @property {number} at_ms
 */

/**
 * @typedef {object} Entry
 * @property {string} id
 * @property {Player | null} admin null for a new release
 * @property {Player} subject a game, where `is_game` says so
 * @property {boolean} is_game
 * @property {string} what
 * @property {string} detail
 * @property {number} at_ms
 */

const { tab, list } = pageData();

/** @param {number} ms */
const instant = (ms) => new Date(ms).toLocaleString("en", { dateStyle: "medium", timeStyle: "short" });

/** @param {Report} report */
const reportItem = ({ id, match_id: matchId, player, text, reporter, reason, at_ms: at }) =>
  el(
    "li",
    { class: "reported", "data-key": id },
    el("span", {}, playerLink(player), " said:"),
    el("blockquote", {}, text),
    el("span", { class: "soft" }, "Reported by ", playerLink(reporter), ` on ${instant(at)}: ${reason || "no reason"}`),
    el("span", {}, el("a", { class: "player-link", href: `/matches/${matchId}` }, "The match")),
  );

function showReports() {
  /** @type {Pages<Report>} */
  const pages = new Pages(byId("more"), "/api/admin/reports", "Show older reports", (rows) =>
    replace(
      byId("rows"),
      rows.length > 0 ? el("ul", {}, rows.map(reportItem)) : el("p", { class: "empty" }, "Nothing was reported."),
    ),
  );
  pages.add(list);
}

/** @type {Record<string, string>} */
const DONE = { role: "role", suspend: "suspended", unsuspend: "may log in again", name: "name", hidden: "hidden" };

/** @type {import("./table.js").Column<Entry>[]} */
const ENTRIES = [
  {
    name: "What",
    cell: ({ subject, is_game: isGame }) =>
      isGame ? el("a", { class: "player-link", href: `/games/${subject.id}` }, subject.name) : playerLink(subject),
  },
  { name: "Change", cell: ({ what, detail }) => `${DONE[what] ?? what}${detail ? `: ${detail}` : ""}` },
  { name: "By", cell: ({ admin }) => (admin ? playerLink(admin) : "a new release") },
  { name: "When", kind: "number extra", cell: ({ at_ms: at }) => instant(at) },
];

function showEntries() {
  const look = { label: "What Admins did", none: "Nothing was done yet.", key: (/** @type {Entry} */ { id }) => id };
  const table = new SortedTable(byId("rows"), ENTRIES, look);
  /** @type {Pages<Entry>} */
  const pages = new Pages(byId("more"), `/api/admin/${tab}`, "Show older ones", (rows) => table.show(rows));
  pages.add(list);
}

/** @type {Record<string, () => void>} */
const TABS = {
  people: () => showPeople(list),
  reports: showReports,
  games: () => showGames(list),
  audit: showEntries,
  changes: showEntries,
};

TABS[tab]();
