// Keeps in the browser what was done to a draft; kept_steps.js reads it.
//
// States resemble one another: of each only that is kept in which it differs from the one before, so that hundreds need
// little room. Where there is too much of them, those that were left longest ago give way.

import { isOfSteps, stepsKey } from "./drafts.js";

/** @import { Steps } from "./history.js" */
/** @import { Part } from "./kept_steps.js" */

/** Of one draft, in characters: a browser has room for some millions, for all that a site keeps. */
const MOST_OF_ONE = 100_000;
/** How many drafts have some. */
const MOST_DRAFTS = 15;

/**
 * Keeps the steps whenever the page is left; one that nobody sees may be told no more that it ends.
 *
 * @param {() => [draft: string, steps: Steps]} now the key under which they are kept, "" where nothing of the draft is
 *   to be kept; and the steps
 */
export function keepWhenLeft(now) {
  const keep = () => keepSteps(...now());
  addEventListener("pagehide", keep);
  document.addEventListener("visibilitychange", () => document.hidden && keep());
}

/**
 * @param {string} draft
 * @param {Steps} steps
 */
function keepSteps(draft, steps) {
  if (!draft) return;
  localStorage.removeItem(stepsKey(draft));
  const text = fitting(steps);
  if (!text) return;
  const others = Object.keys(localStorage).filter(isOfSteps);
  const leftAt = (/** @type {string} */ key) => JSON.parse(localStorage.getItem(key) ?? "{}").left_at_ms ?? 0;
  others.sort((one, other) => leftAt(other) - leftAt(one));
  for (const key of others.slice(MOST_DRAFTS - 1)) localStorage.removeItem(key);
  try {
    localStorage.setItem(stepsKey(draft), text);
  } catch {
    // More than the browser keeps: what was made is kept all the same.
  }
}

/**
 * As many steps as there is room for, the latest ones, as JSON; "" for none.
 *
 * @param {Steps} steps
 */
function fitting({ past, now, future }) {
  let [before, after] = [past, future];
  while (before.length + after.length > 0) {
    const parts = packed([...before, now, ...after.toReversed()]);
    const text = JSON.stringify({ left_at_ms: Date.now(), at: before.length, parts });
    if (text.length <= MOST_OF_ONE) return text;
    // What was undone and lies far ahead goes last: it was done later.
    if (before.length > 0) before = before.slice(Math.ceil(before.length / 4));
    else after = after.slice(Math.ceil(after.length / 4));
  }
  return "";
}

/**
 * @param {string[]} texts
 * @returns {Part[]}
 */
function packed(texts) {
  return texts.map((text, index) => {
    const before = texts[index - 1] ?? "";
    const most = Math.min(before.length, text.length);
    let [first, last] = [0, 0];
    while (first < most && before[first] === text[first]) first += 1;
    while (last < most - first && before.at(-1 - last) === text.at(-1 - last)) last += 1;
    return [first, last, text.slice(first, text.length - last)];
  });
}
