// A page that stays open while the gateway gets another version: what it has not loaded by then is there no more.

import { trouble } from "./connection.js";
import { t } from "./texts.js";

const KEY = "loaded-anew-at";
const AGAIN_AFTER_MS = 60_000;

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
  // Where two versions answer side by side, what it loads may come from the other again.
  if (isTyped() || Date.now() < Number(sessionStorage.getItem(KEY)) + AGAIN_AFTER_MS) {
    trouble(Symbol(address), true, t("New version: load the page again"));
    return;
  }
  sessionStorage.setItem(KEY, String(Date.now()));
  location.reload();
});
