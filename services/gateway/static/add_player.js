// Choosing one more of those who have played a game.

import { Combobox, folded } from "./combobox.js";
import { byId, inputById } from "./dom.js";
import { onSubmit } from "./forms.js";
import { get, Refused } from "./request.js";
import { t } from "./texts.js";

/** @import { Known } from "./acquaintance.js" */

/**
 * Fills the form of `add_player.html`.
 *
 * @param {string} gameId
 * @param {string} universe "" for the viewer's own
 * @param {(player: Known) => Promise<void> | void} add
 */
export function addPlayerForm(gameId, universe, add) {
  const input = inputById("add-player");
  /** @type {Known | null} */
  let chosen = null;
  /** @param {string} name */
  const find = (name) => get(`/api/games/${gameId}/players?${new URLSearchParams({ name, universe })}`);
  /** @type {Combobox<Known>} */
  const combobox = new Combobox(input, byId("add-players"), {
    find: async (text) => [{ title: "", options: await find(text) }],
    onChoose: (player) => {
      chosen = player;
    },
    none: t("Nobody with this name has played this game."),
  });
  onSubmit("add-form", "add-player", async () => {
    // A whole name that was typed is a choice, too; one that was begun anew is no longer the choice before.
    await combobox.settled;
    if (!chosen || folded(chosen.name) !== folded(input.value)) {
      throw new Refused(422, { message: t("Choose somebody from the list.") });
    }
    await add(chosen);
    chosen = null;
    combobox.value = "";
  });
}
