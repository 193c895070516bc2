// The address by which one logs in, changed: a code is sent to the new one, and shows that it is one's own.

import { byId, inputById, kindById, say } from "./dom.js";
import { showFault } from "./faults.js";
import { onSubmit } from "./forms.js";
import { post } from "./request.js";
import { t } from "./texts.js";

export class OwnAddress {
  #email = "";
  #challenge = "";

  constructor() {
    onSubmit("address-form", "new-email", (email) => this.#sendCode(email), "email");
    onSubmit("address-code-form", "address-code", (code) => this.#change(code), "code", { email: "new-email" });
    // What is typed after a code was sent is another address, for which that code is none.
    inputById("new-email").addEventListener("input", () => this.#forgetCode());
  }

  /** @param {string} email */
  async #sendCode(email) {
    say(byId("address-said"), "");
    const { challenge } = await post("/api/me/address/code", { email }, { repeat: false });
    this.#email = email;
    this.#challenge = challenge;
    say(byId("new-address"), email);
    inputById("address-code").value = "";
    showFault("address-code", "");
    byId("address-code-form").hidden = false;
    inputById("address-code").focus();
  }

  /** @param {string} code */
  async #change(code) {
    const asked = { email: this.#email, code, challenge: this.#challenge };
    const { email } = await post("/api/me/address", asked, { repeat: false });
    const shown = byId("own-address").querySelector("strong");
    if (shown) say(shown, email);
    inputById("new-email").value = "";
    this.#forgetCode();
    const rest = kindById("address-rest", HTMLDetailsElement);
    rest.open = false;
    rest.querySelector("summary")?.focus();
    say(byId("address-said"), t("You log in with {email} from now on.", { email }));
  }

  #forgetCode() {
    byId("address-code-form").hidden = true;
  }
}
