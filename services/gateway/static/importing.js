// Opening a game from a file in the Factory.

import { byId, el, say } from "./dom.js";
import { readRules } from "./files.js";
import { t } from "./texts.js";

/** @import { Editor } from "./family.js" */

/**
 * Opens the file that was chosen; asks first where something would be lost.
 *
 * @param {HTMLInputElement} field
 * @param {string} standIn the name of a game that has none
 * @param {Editor} editor
 * @param {() => boolean} isChanged whether something would be lost
 * @param {(rules: any) => void} open
 */
export async function openChosen(field, standIn, editor, isChanged, open) {
  const [file] = field.files ?? [];
  // The same file may be chosen again, mended meanwhile.
  field.value = "";
  say(byId("file-fault"), "");
  try {
    const rules = await readRules(file, standIn, editor);
    if (!isChanged()) {
      open(rules);
      return;
    }
    ask(() => open(rules));
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
