// Leaving a match, and calling it off before anybody has moved.

import { byId, dialogById, say } from "./dom.js";
import { isOwn } from "./player_link.js";
import { post, requestId } from "./request.js";
import { hasLeft, isOver, isPlayer } from "./seating.js";

/** @import { Match } from "./family.js" */

/**
 * Wires the buttons and the dialog.
 *
 * @param {() => Match} now the match as it is
 * @param {(match: Match) => void} take what is told of the match afterwards
 */
export function offerToLeave(now, take) {
  byId("leave").addEventListener("click", () => {
    say(byId("leave-fault"), "");
    dialogById("leave-dialog").showModal();
  });
  for (const [button, deed] of [
    ["leave-now", "leave"],
    ["abort", "abort"],
  ]) {
    byId(button).addEventListener("click", () => once(button, deed, now(), take));
  }
}

/**
 * @param {string} id of the button
 * @param {string} deed
 * @param {Match} before
 * @param {(match: Match) => void} take
 */
async function once(id, deed, before, take) {
  const button = byId(id);
  // Switched off it would lose the keyboard.
  if (button.getAttribute("aria-busy") === "true") return;
  button.setAttribute("aria-busy", "true");
  try {
    const said = { seat: before.viewer, request_id: requestId() };
    const match = await post(`/api/matches/${before.id}/${deed}`, said);
    dialogById("leave-dialog").close();
    take(match);
  } catch (error) {
    const dialog = dialogById("leave-dialog");
    if (!dialog.open) dialog.showModal();
    say(byId("leave-fault"), error instanceof Error ? error.message : String(error));
  } finally {
    button.removeAttribute("aria-busy");
  }
}

/**
 * @param {Match} match
 * @param {{ id: string }} [tournament] of which it is a game: then it cannot be aborted
 */
export function showLeaving(match, tournament) {
  const mayLeave = isPlayer(match) && !isOver(match) && !hasLeft(match);
  byId("leave").hidden = !mayLeave;
  byId("abort").hidden = !mayLeave || Boolean(tournament) || !mayAbort(match);
}

/**
 * Whether nobody can have moved but the platform's own players, as far as the viewer sees.
 *
 * @param {Match} match
 */
function mayAbort({ view, view_version: version, seats }) {
  const own = seats.filter(({ player }) => isOwn(player)).map(({ seat }) => seat);
  return version <= 1 + own.length && (view?.last ?? []).every(({ seat }) => own.includes(seat));
}
