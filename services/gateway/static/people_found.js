// People who can be asked for a tournament, by the beginnings of their names.

import { get } from "./request.js";
import { t } from "./texts.js";

/** @import { Known } from "./acquaintance.js" */

/**
 * Friends first, then whoever has a name that begins so.
 *
 * @param {string} text
 * @param {(person: Known) => boolean} isFree whether somebody may be chosen
 */
export async function peopleFound(text, isFree) {
  const { friends } = await get(`/api/opponents?${new URLSearchParams({ game: "", name: text })}`);
  /** @type {Known[]} */
  const found = text ? await get(`/api/players?${new URLSearchParams({ name: text })}`) : [];
  const known = new Set(friends.map((/** @type {Known} */ { id }) => id));
  const others = found.filter(({ id, kind }) => kind === "person" && !known.has(id));
  return [
    { title: t("Friends"), options: /** @type {Known[]} */ (friends.filter(isFree)) },
    { title: t("Others"), options: others.filter(isFree) },
  ];
}
