// People as Admins see them: found by name, address, role; given names, roles and quotas, suspended, erased.

import { changeText, ROLES } from "./admin_changes.js";
import { byId, dialogById, el, icon, inputById, kindById, replace, say } from "./dom.js";
import { showFault } from "./faults.js";
import { onSubmit } from "./forms.js";
import { instant } from "./numbers.js";
import { KINDS, playerFace } from "./player_link.js";
import { get, post } from "./request.js";
import { FilteredPages } from "./table.js";
import { t, tn } from "./texts.js";

/** @import { Known } from "./acquaintance.js" */
/** @import { Entry } from "./admin_changes.js" */

/** @typedef {Known & { email: string, created_at_ms: number, is_suspended: boolean }} Person */

/** @type {FilteredPages<Person>} */
let pages;
/** @type {Person | null} */
let edited = null;
let myId = "";
const PAST_SHOWN = 5;

/**
 * @param {{ rows: Person[], next: string }} list
 * @param {{ id: string }} me
 * @param {boolean} isOne whether it is of the one whom another page has led to, who is changed at once
 */
export function showPeople(list, me, isOne) {
  myId = me.id;
  pages = new FilteredPages(byId("more"), "/api/admin/people", t("Show more"), draw);
  pages.add(list);
  pages.lookBy([inputById("text"), select("role"), inputById("suspended")], () => ({
    text: inputById("text").value.trim(),
    role: select("role").value,
    ...(inputById("suspended").checked ? { suspended: "1" } : {}),
  }));
  select("quota").addEventListener("input", () => {
    showFault("games", "");
    drawQuota();
  });
  onSubmit("called-form", "called", (name) => change("name", { name }), "name");
  onSubmit("role-form", "new-role", () => change("role", { role: select("new-role").value }), "role");
  onSubmit("quota-form", "games", setQuota);
  onSubmit("suspend-form", "reason", (reason) => change("suspend", { reason }), "reason");
  onSubmit("erase-form", "erase-name", erase, "name");
  if (isOne && list.rows.length > 0 && isChanged(list.rows[0])) edit(list.rows[0]);
}

/** @param {string} id */
const select = (id) => kindById(id, HTMLSelectElement);
/** @param {Person} person */
const isChanged = ({ kind }) => ["person", "bot", "persona"].includes(kind);
const drawQuota = () => (inputById("games").hidden = select("quota").value !== "some");

/** @param {Person[]} people */
function draw(people) {
  const none = el("p", { class: "empty" }, t("Nobody has this name."));
  replace(byId("rows"), people.length > 0 ? el("ul", { class: "people" }, people.map(item)) : none);
}

/** @param {Person} person */
function item(person) {
  const { id, name, email, kind, role, is_suspended: isSuspended, created_at_ms: at } = person;
  const word = kind === "person" ? (ROLES[role] ?? role) : KINDS[kind];
  return el(
    "li",
    { class: "person", "data-player": id },
    el(
      "span",
      { class: "person-text" },
      el(
        "span",
        {},
        playerFace(person),
        word ? el("span", { class: "tag" }, word) : null,
        isSuspended ? el("span", { class: "tag is-suspended" }, t("suspended")) : null,
      ),
      el(
        "span",
        { class: "soft hint" },
        [email, isChanged(person) ? t("since {when}", { when: instant(at) }) : ""].filter(Boolean).join(" · "),
      ),
    ),
    el(
      "span",
      { class: "actions" },
      isSuspended ? button(name, t("Let in again"), "fa-check", () => letIn(person)) : null,
      isChanged(person) ? button(name, t("Change"), "fa-pencil", () => edit(person)) : null,
    ),
  );
}

/**
 * @param {string} name
 * @param {string} words
 * @param {string} iconName
 * @param {() => void} onclick
 */
const button = (name, words, iconName, onclick) =>
  el("button", { type: "button", class: "button", "aria-label": `${words}: ${name}`, onclick }, icon(iconName), words);

/** @param {Person} person */
async function edit(person) {
  edited = person;
  const isPerson = person.kind === "person";
  say(byId("person-title"), person.name);
  byId("quota-form").hidden = byId("erase-form").hidden = !isPerson;
  // Nobody does these to themself.
  byId("role-form").hidden = !isPerson || person.id === myId;
  byId("suspend-form").hidden = person.is_suspended || person.kind === "persona" || person.id === myId;
  for (const id of ["called", "new-role", "games", "reason", "erase-name"]) showFault(id, "");
  say(byId("quota-said"), "");
  inputById("called").value = person.name;
  select("new-role").value = person.role;
  inputById("reason").value = inputById("erase-name").value = "";
  drawQuota();
  const row = document.querySelector(`[data-player="${person.id}"]`);
  // First, so that nothing moves in the dialog once it is open.
  await pages.told(() => showPast(person), row);
  if (edited === person) dialogById("person-dialog").showModal();
}

/**
 * Shows what Admins have done about somebody, the last first.
 *
 * @param {Person} person
 */
async function showPast({ id }) {
  /** @type {{ rows: Entry[] }} */
  const { rows } = await get(`/api/admin/audit?player=${id}`);
  const line = (/** @type {Entry} */ entry) => {
    const said = t("by {name}, {when}", { name: entry.admin?.name ?? "", when: instant(entry.at_ms) });
    return el("li", {}, changeText(entry), " ", el("span", { class: "soft" }, said));
  };
  replace(byId("past"), rows.slice(0, PAST_SHOWN).map(line));
  byId("past").hidden = rows.length === 0;
}

/** @param {Person} person */
async function letIn(person) {
  const row = document.querySelector(`[data-player="${person.id}"]`);
  await pages.told(async () => pages.change(await post(`/api/admin/people/${person.id}/unsuspend`)), row);
}

/**
 * @param {string} what
 * @param {object} body
 */
async function change(what, body) {
  pages.change(await post(`/api/admin/people/${edited?.id}/${what}`, body));
  dialogById("person-dialog").close();
}

/** @param {string} name */
async function erase(name) {
  await post(`/api/admin/people/${edited?.id}/erase`, { name });
  // They are in no list any more.
  location.reload();
}

async function setQuota() {
  say(byId("quota-said"), "");
  // NaN where it is empty, which becomes null.
  const games = inputById("games").valueAsNumber;
  const body = { quota: select("quota").value, games };
  const { saved, most } = await post(`/api/admin/people/${edited?.id}/quota`, body);
  say(
    byId("quota-said"),
    most === null
      ? t("May save any number of games, and has saved {saved}.", { saved })
      : tn(["May save {most} game, and has saved {saved}.", "May save {most} games, and has saved {saved}."], most, {
          most,
          saved,
        }),
  );
}
