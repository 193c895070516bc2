// A saved game: its rules, and how its family shows what was chosen and the table before the first move.

import { byId, pageData } from "./dom.js";
import { loadFamily } from "./family.js";
import { saveFile } from "./files.js";
import { onSubmit } from "./forms.js";
import { post } from "./request.js";

/** @import { Game } from "./family.js" */

/** @type {{ game: Game, form: any, table: any }} */
const { game, form, table } = pageData();

byId("export").addEventListener("click", () => saveFile(game.name, game.rule_set));

if (document.getElementById("rename-form")) {
  const rename = async (/** @type {string} */ name) => {
    await post(`/api/admin/games/${game.id}/name`, { name });
    location.reload();
  };
  onSubmit("rename-form", "new-name", rename, "name");
}

const family = await loadFamily(game.family);
byId("setup-title").hidden = byId("opening").hidden = !family.setUp;
await family.setUp?.({ rows: byId("setup"), opening: byId("opening") }, game, form, table);
