// What the viewer has to do with a player, and what may be done about it.

import { el, icon } from "./dom.js";
import { whenReleased } from "./press.js";
import { get, post } from "./request.js";
import { whileSeen } from "./seen.js";
import { t } from "./texts.js";

/** @import { Player } from "./family.js" */

/**
 * A player with what their page tells of them.
 *
 * @typedef {Player & { role: string, avatar: number, owner_id: string, universe: string, erased: boolean }} Known
 */

/**
 * "friends", "asked" by the viewer, "asking" them, "banned" by them; "stranger" for other people, "self", "own" for
 * whom the viewer has made, and "open" for whoever plays with everybody; "" where there is nothing to be done.
 *
 * @typedef {"friends" | "asked" | "asking" | "banned" | "stranger" | "self" | "own" | "open" | ""} Relation
 */

const PLAYS_WITH_ALL = ["random", "house", "bot"];

/**
 * @param {Known} player
 * @param {Known} me
 * @param {string} [stance] in which group of the viewer's acquaintances the player is, if in any
 * @returns {Relation}
 */
export function relationOf(player, me, stance = "") {
  if (player.id === me.id) return "self";
  if (player.owner_id === me.id) return "own";
  if (PLAYS_WITH_ALL.includes(player.kind)) return "open";
  if (player.kind !== "person" || me.kind !== "person" || player.erased) return "";
  return /** @type {Relation} */ (stance) || "stranger";
}

/**
 * Whether the viewer may invite a player to a match.
 *
 * @param {Known} player
 * @param {Relation} relation
 * @param {Known} me
 */
export const mayInvite = (player, relation, me) =>
  ["friends", "own", "open"].includes(relation) && ["", me.universe].includes(player.universe);

/** How much was done about players since the page was opened. */
let answers = 0;

/** @typedef {"ask" | "accept" | "refuse" | "end" | "ban" | "unban"} Action */

/** @type {Record<string, { action: Action, icon: string, words: string, kind?: string }[]>} */
const BUTTONS = {
  stranger: [
    { action: "ask", icon: "fa-user-plus", words: t("Add to friends"), kind: "primary" },
    { action: "ban", icon: "fa-ban", words: t("Ban") },
  ],
  friends: [
    { action: "end", icon: "fa-user-times", words: t("Unfriend") },
    { action: "ban", icon: "fa-ban", words: t("Ban") },
  ],
  asked: [
    { action: "end", icon: "fa-times", words: t("Take the request back") },
    { action: "ban", icon: "fa-ban", words: t("Ban") },
  ],
  asking: [
    { action: "accept", icon: "fa-check", words: t("Accept"), kind: "primary" },
    { action: "refuse", icon: "fa-times", words: t("Refuse") },
    { action: "ban", icon: "fa-ban", words: t("Ban") },
  ],
  banned: [{ action: "unban", icon: "fa-ban", words: t("Revoke the ban") }],
};

/**
 * A button for each thing that may be done about a player.
 *
 * @param {Known} player
 * @param {Relation} relation
 * @param {(action: Action) => void} onPress
 */
export const friendButtons = (player, relation, onPress) =>
  (BUTTONS[relation] ?? []).map(({ action, icon: name, words, kind = "" }) =>
    el(
      "button",
      {
        type: "button",
        class: `button ${kind}`,
        id: `${action}-${player.id}`,
        "aria-label": `${words}: ${player.name}`,
        onclick: () => onPress(action),
      },
      icon(name),
      words,
    ),
  );

/**
 * Does it, and tells the group in which the player is then.
 *
 * @param {string} playerId
 * @param {Action} action
 * @returns {Promise<string>}
 */
export async function act(playerId, action) {
  const { stance } = await post(`/api/players/${playerId}/${action}`);
  answers += 1;
  return stance;
}

// As often as the mark in the title bar of other pages asks.
const ASK_EVERY_MS = 20_000;

/**
 * Goes on telling whom the viewer has to do with, by group, as long as somebody sees the page.
 *
 * @param {string} id of the viewer
 * @param {(groups: Record<"friends" | "asked" | "asking" | "banned", Known[]>) => void} tell
 */
export function followFriends(id, tell) {
  whileSeen(async () => {
    const before = answers;
    const groups = await get(`/api/players/${id}/friends`);
    // What was asked before somebody was answered may not know of it.
    if (before === answers) whenReleased(() => tell(groups));
  }, ASK_EVERY_MS);
}
