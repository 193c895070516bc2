// The matches that a player has behind them: looked through by what one writes, back from a day.

import { folded } from "./combobox.js";
import { byId, el, inputById, say } from "./dom.js";
import { ENDED_BY } from "./ended_by.js";
import { inParts } from "./game_names.js";
import { dayText } from "./numbers.js";
import { keepPlace } from "./list_place.js";
import { playerLink } from "./player_link.js";
import { changeWords } from "./ratings.js";
import { FilteredPages, SortedTable } from "./table.js";
import { t, tn } from "./texts.js";

/** @import { Known } from "./acquaintance.js" */
/** @import { GameName } from "./deeds.js" */
/** @import { Player } from "./family.js" */
/** @import { Change } from "./ratings.js" */
/** @import { Column } from "./table.js" */

/**
 * @typedef {object} PastMatch
 * @property {string} id
 * @property {GameName} game
 * @property {number} ended_at_ms
 * @property {string[]} also_called what else people call the game
 * @property {string} outcome
 * @property {string} reason why the match has ended
 * @property {Player[]} others as they are called now
 * @property {string[]} others_then as they were called in the match
 * @property {Change | null} ratings theirs; null where the match was not rated
 */

/** @type {Record<string, string>} */
const OUTCOMES = { win: t("Won"), draw: t("Drew"), lose: t("Lost") };

/** @type {Column<PastMatch>[]} */
const HISTORY = [
  {
    name: t("Match"),
    cell: ({ id, game }) =>
      el("a", { class: "player-link", translate: "no", href: `/matches/${id}` }, inParts(game.name)),
    by: ({ game }) => game.name,
  },
  {
    name: t("Outcome"),
    cell: outcomeWords,
    by: ({ outcome, reason }) => [OUTCOMES[outcome] ?? "", whyWords(reason)].join(),
  },
  {
    name: t("With"),
    kind: "extra",
    cell: ({ others }) => withCommas(others),
    by: ({ others }) => others.map(({ name }) => name).join(),
  },
  {
    name: t("Rating"),
    kind: "number extra",
    title: t("Before and after the match"),
    cell: (row) => (row.ratings ? changeWords(row.ratings) : el("span", { class: "soft" }, t("not rated"))),
    by: ({ ratings }) => (ratings ? ratings.after.rating - ratings.before.rating : 0),
  },
  { name: t("Ended"), kind: "number extra", cell: (row) => dayText(row.ended_at_ms), by: (row) => row.ended_at_ms },
];

/** @param {PastMatch} row */
function outcomeWords({ outcome, reason }) {
  const why = whyWords(reason);
  const words = el("span", { class: `outcome-${outcome || "none"}` }, OUTCOMES[outcome] ?? "–");
  return why ? [words, " ", el("small", { class: "soft" }, why)] : words;
}

/** What is said of why a match has ended: nothing where its rules decided. @param {string} reason */
function whyWords(reason) {
  const words = ENDED_BY[reason] ?? "";
  return words === ENDED_BY.rules ? "" : words;
}

/** @param {Player[]} players */
const withCommas = (players) => players.flatMap((player, index) => [index > 0 ? ", " : null, playerLink(player)]);

// Where few of the matches that are here are what is looked for, older ones are fetched, but not without end.
const ENOUGH = 10;
const MOST_PAGES = 20;

/**
 * @param {Known} player
 * @param {{ rows: PastMatch[], next: string }} list the newest
 */
export function showHistory(player, list) {
  const [field, until] = [inputById("history-search"), inputById("history-until")];
  const table = new SortedTable(byId("rows"), HISTORY, {
    label: t("Matches"),
    none: t("No match to show."),
    key: (/** @type {PastMatch} */ { id }) => id,
  });
  const found = () => pages.rows.filter((row) => isMeant(row, field.value));
  const draw = () => {
    const rows = found();
    table.show(rows);
    const note = `${foundText(rows)} ${lookedThrough(pages.rows.length, pages.hasMore)}`;
    say(byId("history-note"), field.value.trim() ? note : "");
  };
  const path = `/api/players/${player.id}/history`;
  /** @type {FilteredPages<PastMatch>} */
  const pages = new FilteredPages(byId("more"), path, t("Show older matches"), draw);
  const search = async () => {
    const text = field.value;
    for (let page = 0; page < MOST_PAGES && field.value === text && text.trim(); page += 1) {
      if (!pages.hasMore || found().length >= ENOUGH) return;
      if (!(await pages.more())) return;
    }
  };
  const begin = async () => {
    await pages.look(until.value ? { before: String(endOf(until.value)) } : {});
    await search();
  };
  field.addEventListener("input", () => {
    keep(field, until);
    draw();
    search();
  });
  until.addEventListener("change", () => {
    keep(field, until);
    begin();
  });
  recall(field, until);
  if (!until.value) pages.add(list);
  const begun = until.value ? begin() : search();
  begun.then(() =>
    keepPlace(
      () => pages.rows.length,
      () => pages.more(),
    ),
  );
}

/** How they ended, counted. @param {PastMatch[]} rows */
function foundText(rows) {
  const [won, drawn, lost] = ["win", "draw", "lose"].map((one) => rows.filter(({ outcome }) => outcome === one).length);
  return t("{count} found: {won} won, {drawn} drawn, {lost} lost.", { count: rows.length, won, drawn, lost });
}

/**
 * @param {number} all
 * @param {boolean} hasMore
 */
const lookedThrough = (all, hasMore) =>
  hasMore
    ? t("Of {all} matches; older ones may be found too.", { all })
    : tn(["Of one match.", "Of {all} matches."], all, { all });

/**
 * Has the address say what is looked for: whoever comes back from a match finds the same matches again.
 *
 * @param {HTMLInputElement} field
 * @param {HTMLInputElement} until
 */
function keep(field, until) {
  const query = new URLSearchParams();
  if (field.value.trim()) query.set("search", field.value.trim());
  if (until.value) query.set("until", until.value);
  history.replaceState(null, "", query.size > 0 ? `?${query}` : location.pathname);
}

/**
 * @param {HTMLInputElement} field
 * @param {HTMLInputElement} until
 */
function recall(field, until) {
  const query = new URLSearchParams(location.search);
  field.value = query.get("search") ?? "";
  until.value = query.get("until") ?? "";
}

/** The instant at which a day is over here. @param {string} date "2026-11-30" */
function endOf(date) {
  const end = new Date(`${date}T00:00`);
  end.setDate(end.getDate() + 1);
  return end.getTime();
}

/** What people write of an outcome that they look for. @type {Record<string, string[]>} */
const SOUGHT = {
  win: t("won, win, wins, victory").split(", "),
  draw: t("drew, draw, drawn, tied").split(", "),
  lose: t("lost, lose, loss, defeat").split(", "),
};

/**
 * Whether each word of what is looked for is in the match's players or the names of its game, or begins its outcome or
 * why it has ended.
 *
 * @param {PastMatch} row
 * @param {string} text
 */
function isMeant({ game, also_called: more, others, others_then: then, outcome, reason }, text) {
  const ends = [...(SOUGHT[outcome] ?? []), ...whyWords(reason).split(" ")];
  const names = [game.name, ...more, ...others.map(({ name }) => name), ...then].map(folded);
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => names.some((name) => name.includes(folded(word))) || ends.some((known) => known.startsWith(word)));
}
