// Copying what a field holds, also where pages have no clipboard: those that come without a certificate, as from a
// laptop to a phone beside it.

import { byId, inputById, say } from "./dom.js";
import { t } from "./texts.js";

/**
 * Copies what a field holds, which is selected then, and gives what is to be said of it.
 *
 * @param {HTMLInputElement} field
 */
export async function copyField(field) {
  field.select();
  return (await isCopied(field.value))
    ? t("Copied.")
    : t("This browser does not let pages copy. The text is selected: copy it by hand.");
}

/**
 * Has a button copy the address of this page, and show it in its field.
 *
 * @param {HTMLButtonElement} button
 */
export function copiesAddress(button) {
  const field = inputById("address");
  field.value = location.origin + location.pathname;
  field.addEventListener("focus", () => field.select());
  button.addEventListener("click", async () => {
    byId("address-field").hidden = false;
    say(byId("address-said"), await copyField(field));
  });
}

/** @param {string} text that is selected */
async function isCopied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return document.execCommand("copy");
  }
}
