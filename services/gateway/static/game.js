// A saved game: its rules, its setup, and what an admin may do about its name.

import { copiesAddress } from "./copying.js";
import { buttonById, byId, pageData, say } from "./dom.js";
import { toldOnce } from "./faults.js";
import { saveFile } from "./files.js";
import { onSubmit } from "./forms.js";
import { post } from "./request.js";
import { showSetup } from "./setup.js";

/** @import { Game } from "./family.js" */

/** @type {{ game: Game }} */
const { game } = pageData();

copiesAddress(buttonById("share"));
byId("export").addEventListener("click", () => saveFile(game.name, game.rule_set));

if (document.getElementById("rename-form")) {
  const rename = async (/** @type {string} */ name) => {
    await post(`/api/admin/games/${game.id}/name`, { name });
    location.reload();
  };
  onSubmit("rename-form", "new-name", rename, "name");
}

if (document.getElementById("visibility")) {
  const button = buttonById("visibility");
  const turn = async () => {
    await post(`/api/admin/games/${game.id}/${button.dataset.deed}`);
    location.reload();
  };
  const tell = (/** @type {string} */ text) => say(byId("visibility-fault"), text);
  button.addEventListener("click", () => toldOnce(button, tell, turn));
}

await showSetup();
