// What a browser keeps of whoever used it is gone when they log out.

import { forget, FORGOTTEN } from "./drafts.js";
import { forgetRules } from "./kept_rules.js";

/** What the page to log in says to whoever was erased is said once, in their window alone. */
export const ERASED = "redscience.erased";

/** Drops every draft, and the rules that were looked at. */
export async function forgetAll() {
  // Neither this window nor another keeps drafts when it is closed; others are told by what is stored.
  dispatchEvent(new StorageEvent("storage", { key: FORGOTTEN }));
  forget(() => true);
  localStorage.setItem(FORGOTTEN, "");
  localStorage.removeItem(FORGOTTEN);
  await forgetRules();
}
