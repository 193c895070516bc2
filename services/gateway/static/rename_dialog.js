// The dialog that asks for another name of something.

import { byId, dialogById, inputById, say } from "./dom.js";
import { onSubmit } from "./forms.js";
import { t } from "./texts.js";

export class RenameDialog {
  #dialog = dialogById("rename-dialog");
  /** @type {(name: string) => Promise<void>} */
  #rename = async () => {};

  constructor() {
    onSubmit("rename-form", "new-name", (name) => this.#rename(name), "name");
    byId("rename-not").addEventListener("click", () => this.#dialog.close());
  }

  /**
   * Asks for another name; what is refused is said in the dialog.
   *
   * @param {string} name
   * @param {(name: string) => Promise<void>} send
   * @param {() => void} [after] what is done once it is closed
   */
  ask(name, send, after = () => {}) {
    this.#rename = async (to) => {
      await send(to);
      this.#dialog.close();
      after();
    };
    say(byId("rename-title"), t("Rename {name}", { name }));
    inputById("new-name").value = name;
    this.#dialog.showModal();
    inputById("new-name").select();
  }
}
