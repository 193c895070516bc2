// What Admins see and do, a tab each.

import { showGames } from "./admin_games.js";
import { showPeople } from "./admin_people.js";
import { showReports } from "./admin_reports.js";
import { byId, el, pageData } from "./dom.js";
import { playerLink } from "./player_link.js";
import { Pages, SortedTable } from "./table.js";
import { t } from "./texts.js";
import { instant } from "./words.js";

/** @import { Player } from "./family.js" */

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

/** @type {Record<string, string>} */
const DONE = {
  role: t("role"),
  suspend: t("suspended"),
  unsuspend: t("may log in again"),
  erase: t("erased"),
  name: t("name"),
  hidden: t("hidden"),
};

/** @type {import("./table.js").Column<Entry>[]} */
const ENTRIES = [
  {
    name: t("What"),
    cell: ({ subject, is_game: isGame }) =>
      isGame ? el("a", { class: "player-link", href: `/games/${subject.id}` }, subject.name) : playerLink(subject),
  },
  { name: t("Change"), cell: ({ what, detail }) => `${DONE[what] ?? what}${detail ? `: ${detail}` : ""}` },
  { name: t("By"), cell: ({ admin }) => (admin ? playerLink(admin) : t("a new release")) },
  { name: t("When"), kind: "number extra", cell: ({ at_ms: at }) => instant(at) },
];

function showEntries() {
  const look = {
    label: t("What Admins did"),
    none: t("Nothing was done yet."),
    key: (/** @type {Entry} */ { id }) => id,
  };
  const table = new SortedTable(byId("rows"), ENTRIES, look);
  /** @type {Pages<Entry>} */
  const pages = new Pages(byId("more"), `/api/admin/${tab}`, t("Show older ones"), (rows) => table.show(rows));
  pages.add(list);
}

/** @type {Record<string, () => void>} */
const TABS = {
  people: () => showPeople(list),
  reports: () => showReports(list),
  games: () => showGames(list),
  audit: showEntries,
  changes: showEntries,
};

TABS[tab]();
