// The ways in which a space may be used, in words.

import { t } from "../../texts.js";
import { KINDS } from "./names.js";

/** @import { Way } from "./plan.js" */

/** @type {Record<Way, string>} */
export const WAYS = {
  move: t("Move"),
  flash: t("Move early"),
  tow: t("Tow"),
  factory: t("Make, by factory"),
  base: t("Make, by base"),
};

/** @param {Way | null} way */
export const isMaking = (way) => way === "factory" || way === "base";

/**
 * What is said of a space to which a way leads.
 *
 * @param {Way | null} way
 * @param {string} kind of a new piece
 */
export function sayTarget(way, kind) {
  if (way === "tow") return t("may be chosen to tow from");
  return isMaking(way) ? t("may be chosen to make the {piece}", { piece: KINDS[kind] }) : t("may be chosen to go to");
}

/**
 * What is asked for where a way is chosen.
 *
 * @param {Way | null} way
 * @param {string} kind of a new piece
 */
export function askTarget(way, kind) {
  if (way === "tow") return t("Choose where to tow from.");
  return isMaking(way) ? t("Choose where to make the {piece}.", { piece: KINDS[kind] }) : t("Choose where to go to.");
}
