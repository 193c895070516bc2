// Pictures of games: the table before the first move, as their families draw it.

import { loadFamily } from "./family.js";
import { get } from "./request.js";

/** @import { Game } from "./family.js" */

/**
 * The picture of a game, for a place whose `data-family` has its family's styles mean it; null where that draws none.
 *
 * @param {Pick<Game, "id" | "family">} game
 * @returns {Promise<Node | null>}
 */
export async function pictureOf({ id, family }) {
  const { picture } = await loadFamily(family);
  return picture ? picture(await get(`/api/games/${id}/opening`)) : null;
}
