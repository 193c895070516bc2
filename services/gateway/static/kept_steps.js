// What was done to a draft, as the browser keeps it: to be undone when it is opened again, days later, too. What keeps
// it there comes later (step_keeper.js).

import { stepsKey } from "./drafts.js";

/** @import { Steps } from "./history.js" */

/** @typedef {[atBeginning: number, atEnd: number, between: string]} Part how much is as before, and what is not */

/**
 * What was done; null where nothing was.
 *
 * @param {string} draft the key under which it is kept
 * @returns {Steps | null}
 */
export function readSteps(draft) {
  try {
    const { at, parts } = JSON.parse(localStorage.getItem(stepsKey(draft)) ?? "null");
    const states = unpacked(parts);
    return { past: states.slice(0, at), now: states[at], future: states.slice(at + 1).reverse() };
  } catch {
    return null;
  }
}

/** @param {Part[]} parts */
function unpacked(parts) {
  let before = "";
  return parts.map(
    ([first, last, between]) => (before = before.slice(0, first) + between + before.slice(before.length - last)),
  );
}
