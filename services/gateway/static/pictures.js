// Pictures of games: the table before the first move, as their families draw it.

import { loadFamily } from "./family.js";
import { get } from "./request.js";

/** @import { Game } from "./family.js" */

/**
 * The picture of a game, for a place whose `data-family` has its family's styles mean it; null where that draws none,
 * or there is no table.
 *
 * @param {string} family its name; "" where it has no part in the pages
 * @param {string} opening the address of its table
 * @returns {Promise<Node | null>}
 */
export async function pictureOf(family, opening) {
  if (!family) return null;
  const { picture } = await loadFamily(family);
  const table = picture ? await get(opening) : null;
  return table && picture ? picture(table) : null;
}

// A file of this version says which one it is: "<origin>/static/<version>/pictures.js".
const [version] = import.meta.url.split("/").slice(-2);

/** @param {Pick<Game, "id">} game */
export const openingOf = ({ id }) => `/api/games/${id}/opening?of=${version}`;

/** The family that draws a game; "" for none. @param {Pick<Game, "family" | "is_drawn">} game */
export const drawnBy = ({ family, is_drawn: isDrawn }) => (isDrawn ? family : "");
