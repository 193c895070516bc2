// A draft that somebody shows: its rules, and how its family shows what was chosen and the table before the first move.

import { byId, pageData } from "./dom.js";
import { loadFamily } from "./family.js";

/** @import { Game } from "./family.js" */

/** @type {{ game: Game, form: any, table: any }} `table` is null while the draft is not in order */
const { game, form, table } = pageData();
const family = await loadFamily(game.family);
const isShown = Boolean(table && family.setUp);
byId("setup-title").hidden = byId("opening").hidden = !isShown;
if (isShown) await family.setUp?.({ rows: byId("setup"), opening: byId("opening") }, game, form, table);
