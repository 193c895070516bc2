// Opening a game from a file in the Factory.

import { byId, dialogById, say } from "./dom.js";
import { readRules } from "./files.js";

/**
 * Opens the file that was chosen; asks first where something would be lost.
 *
 * @param {HTMLInputElement} field
 * @param {string} standIn the name of a game that has none
 * @param {() => boolean} isChanged whether something would be lost
 * @param {(rules: any) => void} open
 */
export async function openChosen(field, standIn, isChanged, open) {
  const [file] = field.files ?? [];
  // The same file may be chosen again, mended meanwhile.
  field.value = "";
  say(byId("file-fault"), "");
  try {
    const rules = await readRules(file, standIn);
    if (!isChanged()) {
      open(rules);
      return;
    }
    byId("import-now").onclick = () => {
      dialogById("import-dialog").close();
      open(rules);
    };
    dialogById("import-dialog").showModal();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    say(byId("file-fault"), error.message);
  }
}
