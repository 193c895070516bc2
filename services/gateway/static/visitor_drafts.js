// What a visitor made is theirs when they have logged in: the server keeps it from then on.

import { isOfSteps, PREFIX } from "./drafts.js";
import { post, Refused } from "./request.js";

/** @import { Kept } from "./drafts.js" */

/**
 * Gives a visitor's drafts to whoever they logged in as, and says where to go on.
 *
 * @param {string} visitor "" where nobody was one
 * @param {string} playerId
 * @param {string} onward the address to go on to
 * @returns {Promise<string>} the same, or the draft that was made there
 */
export async function handOver(visitor, playerId, onward) {
  const own = `${PREFIX}:${visitor}:`;
  const keys = visitor ? Object.keys(localStorage).filter((key) => key.startsWith(own)) : [];
  let next = onward;
  for (const key of keys.filter(isOfSteps)) localStorage.removeItem(key);
  for (const key of keys.filter((one) => !isOfSteps(one))) {
    /** @type {Kept | null} */
    const kept = JSON.parse(localStorage.getItem(key) ?? "null");
    if (!kept) continue; // another window has dropped it
    const id = await saved(kept);
    localStorage.removeItem(key);
    // What the server does not take now the Factory offers to it again, and says why it is not taken.
    if (!id) keep(key.replace(own, `${PREFIX}:${playerId}:`), JSON.stringify(kept));
    else if (kept.address === onward) next = `/factory?draft=${id}`;
  }
  return next;
}

/**
 * In this window; where it has no room, in the browser, which just had it.
 *
 * @param {string} key
 * @param {string} text
 */
function keep(key, text) {
  for (const storage of [sessionStorage, localStorage]) {
    try {
      storage.setItem(key, text);
      return;
    } catch {
      // No room: whoever has logged in goes on all the same.
    }
  }
}

/**
 * The id under which the server keeps it; "" where it does not.
 *
 * @param {Kept} kept
 * @returns {Promise<string>}
 */
async function saved({ content, standing }) {
  standing.wasSent = true;
  standing.copied = content?.game_id;
  try {
    return (await post("/api/drafts", { id: "", version: 0, request_id: standing.request, ...content })).id;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return "";
  }
}
