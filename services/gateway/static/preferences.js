// How somebody likes to play, kept in the browser.

import { inputById } from "./dom.js";

const KEY = "redscience.playground";

/** What is preferred where nobody has said anything. */
const USUAL = { firstClick: false, hints: true, premoves: false, sounds: false, notices: false };

/** @typedef {keyof typeof USUAL} Preference */

/** As it is now. */
export const preferences = { ...USUAL, ...kept() };

/** @returns {Partial<typeof USUAL>} */
function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

/**
 * @param {Preference} name
 * @param {boolean} is
 */
function prefer(name, is) {
  preferences[name] = is;
  try {
    localStorage.setItem(KEY, JSON.stringify(preferences));
  } catch {
    // Where a browser keeps nothing it holds for this page.
  }
}

/**
 * Has a check box show a preference, and set it. What `changed` gives is what comes of it: false where a browser
 * refuses.
 *
 * @param {string} id
 * @param {Preference} name
 * @param {(is: boolean) => boolean | Promise<boolean>} changed
 */
export function offer(id, name, changed) {
  const box = inputById(id);
  box.checked = preferences[name];
  box.addEventListener("change", async () => {
    box.checked = await changed(box.checked);
    prefer(name, box.checked);
  });
}

const TURNED = "redscience.turned";

/**
 * Whether a match is seen from the other side in this window.
 *
 * @param {string} id
 */
export function isTurned(id) {
  try {
    return sessionStorage.getItem(TURNED) === id;
  } catch {
    return false;
  }
}

/**
 * Has it be seen so when the page is loaded again; only the last match is remembered.
 *
 * @param {string} id
 * @param {boolean} is
 */
export function rememberTurned(id, is) {
  try {
    sessionStorage.setItem(TURNED, is ? id : "");
  } catch {
    // As above.
  }
}
