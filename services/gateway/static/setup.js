// What was chosen for a game, and the table before its first move, as its family shows them.

import { byId, pageData } from "./dom.js";
import { loadFamily } from "./family.js";

/** @import { Game } from "./family.js" */

/** Shows them in their places on the page; nothing of a draft whose rules are not valid. */
export async function showSetup() {
  /** @type {{ game: Game, form: any, table: any }} `table` is null where the rules are not valid */
  const { game, form, table } = pageData();
  const family = game.is_drawn ? await loadFamily(game.family) : null;
  const isShown = Boolean(table && family?.setUp);
  byId("setup-title").hidden = byId("opening").hidden = !isShown;
  if (isShown) await family?.setUp?.({ rows: byId("setup"), opening: byId("opening") }, game, form, table);
}
