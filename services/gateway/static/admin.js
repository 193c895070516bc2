// What Admins see and do, a tab each.

import { changeText } from "./admin_changes.js";
import { showGames } from "./admin_games.js";
import { showPeople } from "./admin_people.js";
import { showReports } from "./admin_reports.js";
import { byId, el, pageData } from "./dom.js";
import { instant } from "./numbers.js";
import { playerLink } from "./player_link.js";
import { Pages, SortedTable } from "./table.js";
import { language, t } from "./texts.js";

/** @import { Entry } from "./admin_changes.js" */

const { tab, list, me, is_one: isOne } = pageData();

/** @type {import("./table.js").Column<Entry>[]} */
const ENTRIES = [
  {
    name: t("Subject"),
    cell: ({ subject, is_game: isGame }) =>
      isGame ? el("a", { class: "player-link", href: `/games/${subject.id}` }, subject.name) : playerLink(subject),
  },
  { name: t("What changed"), cell: changeText },
  { name: t("By"), cell: ({ admin }) => (admin ? playerLink(admin) : t("a new release")) },
  { name: t("When"), kind: "number extra", cell: ({ at_ms: at }) => instant(at) },
];

function showEntries() {
  const look = {
    label: t("What admins did"),
    none: t("Nothing has been done yet."),
    key: (/** @type {Entry} */ { id }) => id,
  };
  const table = new SortedTable(byId("rows"), ENTRIES, look);
  /** @type {Pages<Entry>} */
  const pages = new Pages(byId("more"), `/api/admin/${tab}`, t("Show older ones"), (rows) => table.show(rows));
  pages.add(list);
}

/**
 * @typedef {object} Process
 * @property {string} name
 * @property {number} pid
 * @property {string} address "" where it listens nowhere
 * @property {boolean} is_ready
 * @property {string[]} lacks what it works with that does not do its part
 * @property {Record<string, number>} figures
 */

/** @type {Record<string, string>} */
const FIGURES = {
  calls: t("calls"),
  "a call, ms": t("a call, ms"),
  pages: t("pages"),
  "a page, ms": t("a page, ms"),
  streams: t("streams"),
  "moves, ms": t("moves, ms"),
  "outbox, s": t("outbox, s"),
  backlog: t("backlog"),
  "deadlines late, ms": t("deadlines late, ms"),
  "ratings late, ms": t("ratings late, ms"),
  games: t("games of tournaments"),
  "database, ms": t("database, ms"),
  "database waits, ms": t("database waits, ms"),
  "loop late, ms": t("loop late, ms"),
};

/** @param {Record<string, number>} figures */
const figuresText = (figures) =>
  Object.entries(figures)
    .map(([name, value]) => `${FIGURES[name] ?? name} ${value.toLocaleString(language)}`)
    .join(" · ");

/** @type {Record<string, string>} */
const LACKS = { database: t("NOT READY, without its database"), bus: t("NOT READY, without NATS") };

/** @param {Process} process */
const stateText = ({ is_ready: isReady, lacks }) =>
  isReady ? t("ready") : lacks.map((what) => LACKS[what]).join(" · ") || t("NOT READY");

/** @type {import("./table.js").Column<Process>[]} */
const PROCESSES = [
  { name: t("Process"), cell: ({ name }) => name },
  { name: t("State"), cell: stateText },
  { name: t("Figures"), cell: ({ figures }) => figuresText(figures) },
  { name: t("Address"), kind: "extra", cell: ({ address }) => address },
  { name: "PID", kind: "number extra", cell: ({ pid }) => String(pid) },
];

function showProcesses() {
  const key = (/** @type {Process} */ { name }) => name;
  const look = { label: t("Processes"), none: t("There is no record of which processes are running."), key };
  new SortedTable(byId("rows"), PROCESSES, look).show(list.rows);
}

/** @type {Record<string, () => void>} */
const TABS = {
  people: () => showPeople(list, me, isOne),
  reports: () => showReports(list),
  games: () => showGames(list),
  audit: showEntries,
  changes: showEntries,
  status: showProcesses,
};

TABS[tab]();
