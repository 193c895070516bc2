// A page that stays open while the gateway gets another version: what it has not loaded by then is there no more.

import { trouble } from "./connection.js";
import { t } from "./texts.js";

const KEY = "loaded-anew-for";

const FIELDS = "textarea, input:not([type=range])";

/** Whether something was typed that would be lost. */
function isTyped() {
  /** @type {NodeListOf<HTMLInputElement>} */
  const fields = document.querySelectorAll(FIELDS);
  return [...fields].some(({ value, defaultValue }) => value !== defaultValue);
}

addEventListener("missing", async (event) => {
  const address = /** @type {CustomEvent<string>} */ (event).detail;
  const answer = await fetch(address, { method: "HEAD" }).catch(() => null);
  // The server may just be away.
  if (answer?.status !== 404) return;
  // Once: where two versions answer side by side, the page may come from the old one again.
  if (isTyped() || sessionStorage.getItem(KEY) === address) {
    trouble(Symbol(address), true, t("New version: load the page again"));
    return;
  }
  sessionStorage.setItem(KEY, address);
  location.reload();
});
