// What stands beside the table has its place from the start, though what fills it is loaded later: nothing moves then.

import { byId, kindById } from "./dom.js";
import { canTalk, isListed, isPlayer, talkersBeside } from "./seating.js";

/** @import { Match, Player } from "./family.js" */

/** Takes up its place, and is not seen yet. */
const COMING = "is-coming";

/**
 * @param {Match} match
 * @param {Player} me
 */
export function openPlaces(match, me) {
  byId("typed-form").hidden = !isPlayer(match);
  open("so-far", isListed(match));
  open("chat", canTalk(me) && talkersBeside(match, me) > 0);
  kindById("chat", HTMLDetailsElement).open = matchMedia("(min-width: 900px)").matches;
  open("pause-ask", match.can_pause);
}

/**
 * @param {string} id
 * @param {boolean} comes
 */
function open(id, comes) {
  byId(id).hidden = !comes;
  byId(id).classList.add(COMING);
}

/**
 * Shows places as soon as what fills them is there, or does not come.
 *
 * @template Loaded
 * @param {Promise<Loaded>} loading
 * @param {string[]} ids
 */
export async function arrived(loading, ...ids) {
  try {
    return await loading;
  } finally {
    for (const id of ids) byId(id).classList.remove(COMING);
  }
}
