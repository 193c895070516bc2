// Reports of what was said, as Admins see them: those that wait, and those that were dealt with.

import { byId, el, icon, inputById, replace } from "./dom.js";
import { oncePressed } from "./forms.js";
import { instant } from "./numbers.js";
import { playerLink } from "./player_link.js";
import { post } from "./request.js";
import { FilteredPages } from "./table.js";
import { t } from "./texts.js";

/** @import { Player } from "./family.js" */

/**
 * @typedef {object} Report
 * @property {string} id
 * @property {string} match_id
 * @property {Player} player who said it
 * @property {string} text
 * @property {boolean} is_hidden from everybody but Admins
 * @property {Player} reporter
 * @property {string} reason
 * @property {number} at_ms
 * @property {Player | null} resolver the Admin who has dealt with it
 * @property {number} resolved_at_ms
 */

/** @type {FilteredPages<Report>} */
let pages;

/** @param {{ rows: Report[], next: string }} list */
export function showReports(list) {
  pages = new FilteredPages(byId("more"), "/api/admin/reports", t("Show older reports"), draw);
  pages.add(list);
  const resolved = inputById("resolved");
  pages.lookBy([resolved], () => ({ ...(resolved.checked ? { resolved: "1" } : {}) }));
}

/** @param {Report[]} reports */
function draw(reports) {
  const none = inputById("resolved").checked ? t("Nothing has been dealt with yet.") : t("No report waits for you.");
  replace(byId("rows"), reports.length > 0 ? el("ul", {}, reports.map(item)) : el("p", { class: "empty" }, none));
}

/** @param {Report} report */
const item = (report) =>
  el(
    "li",
    { class: "reported", "data-key": report.id },
    el(
      "span",
      {},
      playerLink(report.player),
      " ",
      t("said:"),
      report.is_hidden ? el("span", { class: "tag" }, t("hidden")) : null,
    ),
    el("blockquote", {}, report.text),
    el(
      "span",
      { class: "soft" },
      t("Reported by"),
      " ",
      playerLink(report.reporter),
      " ",
      t("on {when}: {reason}", { when: instant(report.at_ms), reason: report.reason || t("no reason") }),
    ),
    el("span", {}, el("a", { class: "player-link", href: `/matches/${report.match_id}` }, t("The match"))),
    el("span", { class: "actions" }, state(report), visibility(report), person(report)),
  );

/**
 * The button that hides what was said from everybody but Admins, or shows it again.
 *
 * @param {Report} report
 */
function visibility({ id, player, is_hidden: isHidden }) {
  const [deed, words, drawing] = isHidden
    ? ["show", t("Show it again"), "fa-eye"]
    : ["hide", t("Hide it from everybody"), "fa-ban"];
  const about = { "aria-label": `${words}: ${player.name}`, onclick: oncePressed(() => dealWith(id, deed)) };
  return el("button", { id: `visibility-${id}`, type: "button", class: "button", ...about }, icon(drawing), words);
}

/**
 * The way to what Admins may do about whoever said it.
 *
 * @param {Report} report
 */
const person = ({ player }) =>
  el(
    "a",
    { class: "button", href: `/admin?player=${player.id}` },
    icon("fa-pencil"),
    t("Change {name}", { name: player.name }),
  );

/**
 * Who has dealt with a report, or the button for it; one takes the place, and the keyboard, of the other.
 *
 * @param {Report} report
 */
function state({ id, player, resolver, resolved_at_ms: at }) {
  const place = { id: `state-${id}` };
  if (resolver) {
    const isDone = { ...place, class: "resolved", tabindex: "-1" };
    return el(
      "span",
      isDone,
      icon("fa-check"),
      t("Dealt with by"),
      " ",
      playerLink(resolver),
      " ",
      t("on {when}", { when: instant(at) }),
    );
  }
  const button = {
    ...place,
    type: "button",
    class: "button",
    "aria-label": t("Mark as dealt with: what {name} said", { name: player.name }),
    onclick: () => dealWith(id, "resolve"),
  };
  return el("button", button, icon("fa-check"), t("Mark as dealt with"));
}

/**
 * @param {string} id
 * @param {string} deed
 */
async function dealWith(id, deed) {
  const row = document.querySelector(`[data-key="${id}"]`);
  await pages.told(async () => pages.change(await post(`/api/admin/reports/${id}/${deed}`)), row);
}
