// The menu of one's drafts: opened, deleted, and shown to others by a link.

import { byId, el, icon, replace } from "./dom.js";
import { toldInRow } from "./faults.js";
import { pictureWhenSeen } from "./game_cards.js";
import { longAgo } from "./numbers.js";
import { ask, get, post, requestId } from "./request.js";
import { t } from "./texts.js";

/** @import { SavedDraft } from "./draft_saver.js" */

const UNNAMED = t("Without a name");

/**
 * Fills the menu anew.
 *
 * @param {string} present the id of the draft that is on the page; "" while it has not been saved
 */
export async function fillMenu(present) {
  const place = byId("drafts");
  await toldInRow(place, async () => show(place, present, await get("/api/drafts")));
}

/**
 * @param {Element} place
 * @param {string} present
 * @param {SavedDraft[]} drafts
 */
function show(place, present, drafts) {
  const open = drafts.find(({ id }) => id === present);
  const others = drafts.filter((draft) => draft !== open);
  replace(
    place,
    open
      ? el(
          "div",
          {},
          sharing(open),
          copying(open, () => fillMenu(present)),
        )
      : el("p", { class: "menu-note" }, t("What you make here is kept as a draft.")),
    others.length > 0 ? el("p", { class: "menu-note" }, t("Other drafts")) : null,
    el(
      "ul",
      { class: "draft-list" },
      others.map((draft) => item(draft, () => fillMenu(present))),
    ),
    present ? el("a", { class: "button quiet", href: "/factory" }, icon("fa-plus"), t("New game")) : null,
  );
}

/**
 * @param {SavedDraft} draft
 * @param {() => Promise<void>} refill
 */
function item(draft, refill) {
  const { id, name, changed_at_ms: at } = draft;
  const called = name || UNNAMED;
  const remove = el(
    "button",
    {
      type: "button",
      class: "button quiet icon-only",
      "aria-label": t("Delete {called}", { called }),
      title: t("Delete {called}", { called }),
      onclick: () => {
        remove.replaceWith(sure);
        sure.focus();
      },
    },
    icon("fa-trash-o"),
  );
  const sure = el(
    "button",
    {
      type: "button",
      class: "button danger",
      onclick: (/** @type {MouseEvent} */ { detail }) => {
        // It has come to lie under the pointer: the second click of two is not meant for it.
        if (detail < 2) toldInRow(line, removeForGood);
      },
    },
    t("Delete for good"),
  );
  async function removeForGood() {
    await ask("DELETE", `/api/drafts/${id}`, {});
    await refill();
    /** @type {HTMLElement} */ (document.querySelector("#drafts-menu summary")).focus();
  }
  const words = el("span", { class: "draft-words" }, el("span", {}, called), ago(at));
  const picture = pictureWhenSeen(draft, `/api/drafts/${id}/opening`);
  const link = el("a", { class: "button quiet", href: `/factory?draft=${id}` }, picture, words);
  const line = el("li", { class: "draft" }, link, remove);
  return line;
}

/** @param {number} at */
const ago = (at) => el("span", { class: "soft" }, longAgo(Date.now() - at));

/**
 * Keeps a copy of the draft that is on the page, as it was saved last: a version to come back to.
 *
 * @param {SavedDraft} draft
 * @param {() => Promise<void>} refill
 */
function copying({ id }, refill) {
  const asked = { request_id: requestId() };
  const copy = async () => {
    await post(`/api/drafts/${id}/copy`, asked);
    await refill();
    /** @type {HTMLElement} */ (document.querySelector(".draft a")).focus();
  };
  const place = el("div", {});
  const onclick = () => toldInRow(place, copy);
  place.append(
    el(
      "button",
      { type: "button", class: "button quiet", id: "copy-draft", onclick },
      icon("fa-plus"),
      t("Keep a copy"),
    ),
  );
  return place;
}

/**
 * Whether others may see the draft that is on the page, and by which address.
 *
 * @param {SavedDraft} draft
 * @returns {HTMLElement}
 */
function sharing(draft) {
  const place = el("div", { class: "sharing" });
  showLink(draft);
  return place;

  /** The button that was pressed goes: what comes in its place has the keyboard. @param {SavedDraft} now */
  function showAnew(now) {
    showLink(now);
    /** @type {HTMLElement} */ (place.querySelector("input, button")).focus();
  }

  /** @param {SavedDraft} now */
  function showLink({ id, link }) {
    if (!link) {
      const share = () => toldInRow(place, async () => showAnew(await post(`/api/drafts/${id}/link`)));
      const button = { type: "button", class: "button quiet", onclick: share };
      place.replaceChildren(el("button", button, icon("fa-key"), t("Show it to somebody")));
      return;
    }
    const stop = () => toldInRow(place, async () => showAnew(await ask("DELETE", `/api/drafts/${id}/link`, {})));
    const address = new URL(`/drafts/${link}`, location.href).href;
    const field = el("input", { id: "draft-link", type: "text", readonly: true, value: address });
    field.addEventListener("focus", () => field.select());
    place.replaceChildren(
      el(
        "label",
        { for: "draft-link", class: "menu-note" },
        t("Whoever has this link sees the draft, and may copy it:"),
      ),
      field,
      el("button", { type: "button", class: "button quiet", onclick: stop }, icon("fa-times"), t("Stop showing it")),
    );
  }
}
