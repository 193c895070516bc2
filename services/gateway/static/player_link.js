// Names of players, which lead to their pages.

import { avatar } from "./avatar.js";
import { el } from "./dom.js";
import { t } from "./texts.js";

/** @import { Known } from "./acquaintance.js" */
/** @import { Player } from "./family.js" */

/**
 * A link to a player's page; the name alone of whoever has none.
 *
 * @param {Player} player
 * @param {string} [name] in place of their own
 * @param {string | null} [id] of the link, where it is drawn anew while one reads
 */
export const playerLink = (player, name = player.name, id = null) =>
  player.id ? el("a", { class: "player-link", id, href: `/players/${player.id}` }, name) : el("span", {}, name);

/**
 * The same with the player's avatar.
 *
 * @param {Known} player
 * @param {string | null} [id] of the link
 */
export const playerFace = (player, id = null) =>
  el("span", { class: "player-face" }, avatar(player.avatar), el("span", {}, playerLink(player, player.name, id)));

/**
 * Whether a player is the platform's own.
 *
 * @param {Player} player
 */
export const isOwn = ({ kind }) => ["random", "house", "chaos"].includes(kind);

/**
 * What a player is who is no person.
 *
 * @type {Record<string, string>}
 */
export const KINDS = {
  random: t("plays at random"),
  house: t("thinks"),
  bot: t("bot"),
  persona: t("persona"),
  anonymous: t("visitor"),
};
