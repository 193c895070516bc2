// Erasing oneself: whoever types their name is sent a code, which shows that it is they who are logged in.

import { byId, inputById, say } from "./dom.js";
import { showFault } from "./faults.js";
import { ERASED, forgetAll } from "./forgetting.js";
import { onSubmit } from "./forms.js";
import { goTo } from "./going.js";
import { post } from "./request.js";
import { t } from "./texts.js";

export class OwnErasure {
  #name = "";
  #challenge = "";

  constructor() {
    onSubmit("erase-form", "erase-name", (name) => this.#sendCode(name), "name");
    onSubmit("erase-code-form", "erase-code", (code) => this.#erase(code), "code", { name: "erase-name" });
  }

  /** @param {string} name */
  async #sendCode(name) {
    const answer = await post("/api/me/erase/code", { name }, { repeat: false });
    this.#name = name;
    this.#challenge = answer.challenge;
    const own = byId("own-address").querySelector("strong")?.textContent ?? "";
    say(byId("erase-address"), answer.is_to_former_address ? t("your former address") : own);
    inputById("erase-code").value = "";
    showFault("erase-code", "");
    byId("erase-code-form").hidden = false;
    inputById("erase-code").focus();
  }

  /** @param {string} code */
  async #erase(code) {
    await post("/api/me/erase", { name: this.#name, code, challenge: this.#challenge });
    await forgetAll();
    sessionStorage.setItem(ERASED, "");
    await goTo("/login");
  }
}
