// A dialog that asks once more before something is done.

import { buttonById, dialogById } from "./dom.js";

/**
 * Wires the buttons of a dialog: either closes it, and one has it done.
 *
 * @param {string} name of the dialog, `…-dialog`, and of its buttons, `…-not` and `…-yes`
 * @param {() => void} act
 */
export function onConfirm(name, act) {
  const dialog = dialogById(`${name}-dialog`);
  buttonById(`${name}-not`).addEventListener("click", () => dialog.close());
  buttonById(`${name}-yes`).addEventListener("click", () => {
    dialog.close();
    act();
  });
}
