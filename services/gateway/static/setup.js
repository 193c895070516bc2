// What was chosen for a saved game, and the table before its first move, as its family shows them.

import { byId, pageData } from "./dom.js";
import { loadFamily } from "./family.js";

/** @import { Game } from "./family.js" */

/** Shows them in their places on the page. */
export async function showSetup() {
  /** @type {{ game: Game, form: any, table: any }} */
  const { game, form, table } = pageData();
  const family = await loadFamily(game.family);
  byId("setup-title").hidden = byId("opening").hidden = !family.setUp;
  await family.setUp?.({ rows: byId("setup"), opening: byId("opening") }, game, form, table);
}
