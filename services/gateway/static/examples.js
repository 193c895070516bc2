// Games to begin from, with pictures: one goes on with a copy of the one that is chosen.

import { el, icon, replace } from "./dom.js";
import { lengthOf, pictureWhenSeen } from "./game_cards.js";
import { GameSearch } from "./game_search.js";
import { t } from "./texts.js";

/** @import { Game } from "./family.js" */

const WAIT_MS = 200;

/**
 * Asks which game it is to be, among those of a family.
 *
 * @param {string} family its name
 */
export function chooseExample(family) {
  const name = el("input", { id: "examples-name", type: "search", maxlength: 100, autocomplete: "off" });
  name.placeholder = t("A name, or a word of the rules");
  name.setAttribute("aria-label", t("Search"));
  const title = el("h2", { id: "examples-title" }, t("Begin from a game"));
  const list = el("ul", { class: "examples-list", id: "examples-list" });
  const fault = el("p", { class: "fault", id: "examples-fault", role: "alert" });
  const moreFault = el("p", { class: "fault", id: "examples-more-fault", role: "alert" });
  const more = el("button", { type: "button", class: "button", hidden: true }, t("More games"));
  const closing = { type: "button", class: "button quiet icon-only", "aria-label": t("Close") };
  const close = el("button", closing, icon("fa-times"));
  const dialog = el(
    "dialog",
    { class: "dialog examples", "aria-labelledby": "examples-title" },
    el("div", { class: "examples-head" }, title, close, name, fault),
    el("p", { class: "soft" }, t("You continue with a copy of it. What you made before stays in your drafts.")),
    list,
    more,
    moreFault,
  );
  let timer = 0;
  const games = new GameSearch(more, fault, moreFault);
  let nextPage = "";
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  more.addEventListener("click", () => find(nextPage));
  name.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(find, WAIT_MS);
  });
  document.body.append(dialog);
  dialog.showModal();
  return find();

  /** @param {string} [page] left out, the first */
  function find(page = "") {
    const query = new URLSearchParams({ family, name: name.value.trim(), page });
    /** @param {import("./game_search.js").Found} told */
    const show = ({ games: found, next_page: next }) => {
      const cards = found.map(card);
      if (page) list.append(...cards);
      else replace(list, cards.length > 0 ? cards : el("li", { class: "soft" }, t("No game matches.")));
      nextPage = next;
      more.hidden = !next;
    };
    return games.ask(query, show, page ? moreFault : fault);
  }
}

/** @param {Game} game */
const card = (game) =>
  el(
    "li",
    {},
    el(
      "a",
      { class: "example", href: `/factory?copy=${game.id}` },
      pictureWhenSeen(game),
      el("strong", {}, game.name),
      el("span", { class: "soft" }, lengthOf(game)),
    ),
  );
