// Games as Admins see them: renamed, hidden, shown again.

import { byId, el, icon, inputById, replace } from "./dom.js";
import { oncePressed } from "./forms.js";
import { RenameDialog } from "./rename_dialog.js";
import { post } from "./request.js";
import { FilteredPages } from "./table.js";
import { t } from "./texts.js";

/** @typedef {{ id: string, name: string, hidden: boolean, is_catalogue: boolean }} GameLine */

/** @type {FilteredPages<GameLine>} */
let pages;
/** @type {RenameDialog} */
let renameDialog;

/** @param {{ rows: GameLine[], next: string }} list */
export function showGames(list) {
  pages = new FilteredPages(byId("more"), "/api/admin/games", t("Show more"), draw);
  pages.add(list);
  pages.lookBy([inputById("text")], () => ({ text: inputById("text").value.trim() }));
  renameDialog = new RenameDialog();
}

/** @param {GameLine[]} games */
function draw(games) {
  const none = el("p", { class: "empty" }, t("No game has this name."));
  replace(byId("rows"), games.length > 0 ? el("ul", { class: "people" }, games.map(item)) : none);
}

/** @param {GameLine} game */
function item(game) {
  const action = game.hidden ? "show" : "hide";
  const words = game.hidden ? t("Show") : t("Hide");
  return el(
    "li",
    { class: "person", "data-game": game.id },
    el(
      "span",
      {},
      el("a", { class: "player-link", href: `/games/${game.id}` }, game.name),
      game.hidden ? el("span", { class: "tag" }, t("hidden")) : null,
    ),
    el(
      "span",
      { class: "actions" },
      game.is_catalogue ? null : button(game, t("Rename"), "fa-pencil", () => askName(game)),
      button(
        game,
        words,
        game.hidden ? "fa-eye" : "fa-ban",
        oncePressed(() => setHidden(game, action)),
      ),
    ),
  );
}

/**
 * @param {GameLine} game
 * @param {string} words
 * @param {string} iconName
 * @param {(event: MouseEvent) => void} onclick
 */
const button = ({ name }, words, iconName, onclick) =>
  el("button", { type: "button", class: "button", "aria-label": `${words}: ${name}`, onclick }, icon(iconName), words);

/** @param {GameLine} game */
function askName(game) {
  renameDialog.ask(game.name, async (name) =>
    pages.change({ ...game, ...(await post(`/api/admin/games/${game.id}/name`, { name })) }),
  );
}

/**
 * @param {GameLine} game
 * @param {string} action
 */
async function setHidden(game, action) {
  const row = document.querySelector(`[data-game="${game.id}"]`);
  await pages.told(
    async () => pages.change({ ...game, ...(await post(`/api/admin/games/${game.id}/${action}`)) }),
    row,
  );
}
