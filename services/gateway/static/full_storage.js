// Where a browser has no room for one more change of a visitor's draft, what they made longest ago gives way.

import { byId, say } from "./dom.js";
import { isOfSteps, PREFIX } from "./drafts.js";
import { t } from "./texts.js";

/** @import { KeptDraft } from "./drafts.js" */

const AGAIN_MS = 3_000;

/** Where nothing could be done: it is tried again, for other windows may make room. */
let again = 0;

/**
 * Drops other drafts until there is room for this one, first what could be undone in them; says what comes of it.
 *
 * @param {KeptDraft} keeper
 * @param {() => void} store keeps it as it is now; throws where there is no room
 */
export function makeRoom({ key }, store) {
  clearInterval(again);
  for (const other of ["", ...others(key)]) {
    localStorage.removeItem(other);
    if (!isStored(store)) continue;
    if (other && !isOfSteps(other)) {
      const dropped = t("Your browser has no room for more: your oldest draft was dropped.");
      for (const place of ["draft-state", "told"]) say(byId(place), dropped);
    }
    return;
  }
  say(
    byId("draft-fault"),
    t("Your browser has no room for this draft: it is lost when you leave this page. Export it as a file."),
  );
  again = setInterval(() => isStored(store), AGAIN_MS);
}

/**
 * Whether there was room; nothing else is said then.
 *
 * @param {() => void} store
 */
function isStored(store) {
  try {
    store();
    clearInterval(again);
    say(byId("draft-fault"), "");
    return true;
  } catch {
    return false;
  }
}

/**
 * What is kept but for a draft, in the order in which it gives way.
 *
 * @param {string} key of the draft
 */
function others(key) {
  const kept = Object.keys(localStorage).filter((one) => one.startsWith(`${PREFIX}:`) && one !== key);
  const [steps, drafts] = [kept.filter(isOfSteps), kept.filter((one) => !isOfSteps(one))];
  return [...byAge(steps), ...byAge(drafts)];
}

/** @param {string[]} keys */
function byAge(keys) {
  const at = (/** @type {string} */ key) => {
    const { left_at_ms: left, at_ms: kept } = JSON.parse(localStorage.getItem(key) ?? "{}");
    return left ?? kept ?? 0;
  };
  return keys.sort((one, other) => at(one) - at(other));
}
