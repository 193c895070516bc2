// What Admins did, in words.

import { t } from "./texts.js";

/** @import { Player } from "./family.js" */

/**
 * @typedef {object} Entry
 * @property {string} id
 * @property {Player | null} admin null for a new release
 * @property {Player} subject a game, where `is_game` says so
 * @property {boolean} is_game
 * @property {string} what
 * @property {string} detail why, where that was said
 * @property {string} before
 * @property {string} after "" where nothing has another value now
 * @property {number} at_ms
 */

/** @type {Record<string, string>} */
export const ROLES = { creator: t("creator"), trainer: t("trainer"), admin: t("admin") };

/** @type {Record<string, string>} */
const DONE = {
  role: t("role"),
  quota: t("games to save"),
  suspend: t("suspended"),
  unsuspend: t("may log in again"),
  erase: t("erased"),
  rename: t("name"),
  name: t("name"),
};

/** @type {Record<string, Record<string, string>>} */
const VALUES = { role: ROLES, quota: { unlimited: t("any number") } };

/** @param {Entry} entry */
export function changeText({ what, detail, before, after }) {
  if (what === "hidden") return after === "yes" ? t("hidden") : t("shown again");
  const done = DONE[what] ?? what;
  if (!after) return detail ? `${done}: ${detail}` : done;
  const [now, then] = [after, before].map((value) => VALUES[what]?.[value] ?? value);
  return t("{what}: {now} (was {then})", { what: done, now, then });
}
