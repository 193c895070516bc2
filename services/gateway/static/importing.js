// Opening a game from a file in the Factory.

import { byId, el, inputById, say } from "./dom.js";
import { readFile, readRules } from "./files.js";
import { goTo } from "./going.js";
import { t } from "./texts.js";

/** @import { Editor } from "./family.js" */

/** Where a window remembers a file on its way to the Factory for its kind of game. */
const CARRIED = "carried-file";

/**
 * The Factory that a file comes into.
 *
 * @typedef {object} Here
 * @property {string} family the kind of game that it makes
 * @property {Editor} editor
 * @property {() => boolean} isChanged whether something would be lost
 * @property {(rules: any) => void} open
 */

/**
 * Opens the file that was chosen; asks first where something would be lost.
 *
 * @param {Here} here
 */
export async function openChosen(here) {
  const field = inputById("import-file");
  const [file] = field.files ?? [];
  if (!file) return;
  // The same file may be chosen again, mended meanwhile.
  field.value = "";
  await openRead(() => readFile(file), here);
}

/**
 * Opens the file that was chosen in the Factory for another kind of game.
 *
 * @param {Here} here
 */
export function openCarried(here) {
  const carried = sessionStorage.getItem(CARRIED) ?? "null";
  sessionStorage.removeItem(CARRIED);
  return openRead(async () => JSON.parse(carried), here);
}

/**
 * @param {() => Promise<{ name: string, text: string }>} read
 * @param {Here} here
 */
async function openRead(read, here) {
  say(byId("file-fault"), "");
  try {
    const file = await read();
    const { family, rules } = await readRules(file, here);
    if (family !== here.family) {
      sessionStorage.setItem(CARRIED, JSON.stringify(file));
      await goTo(`/factory?family=${family}`);
    } else if (here.isChanged()) ask(() => here.open(rules));
    else here.open(rules);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    say(byId("file-fault"), error.message);
  }
}

/**
 * Asks whether what is here may give way to the file.
 *
 * @param {() => void} open
 */
function ask(open) {
  const onclick = () => {
    dialog.close();
    open();
  };
  const dialog = el(
    "dialog",
    { class: "dialog", id: "import-dialog", "aria-labelledby": "import-title", onclose: () => dialog.remove() },
    el(
      "form",
      { method: "dialog" },
      el("h2", { id: "import-title" }, t("Open the file?")),
      el("p", {}, t("It replaces what you have made here. Undo brings that back.")),
      el(
        "p",
        { class: "actions" },
        el("button", { class: "button", value: "stay", autofocus: true }, t("Keep editing")),
        el("button", { class: "button primary", type: "button", id: "import-now", onclick }, t("Open the file")),
      ),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
}
