// What sides and pieces are called.

import { t, tn } from "../../texts.js";

/** @import { Kind } from "./view.js" */

/** @type {Record<string, string>} */
const SEATS = { red: t("red"), blue: t("blue") };

/** @param {string} seat */
export const seatName = (seat) => SEATS[seat] ?? seat;

/** @type {Record<Kind, string>} */
const KINDS = {
  marshal: t("marshal"),
  general: t("general"),
  colonel: t("colonel"),
  major: t("major"),
  captain: t("captain"),
  lieutenant: t("lieutenant"),
  sergeant: t("sergeant"),
  miner: t("miner"),
  scout: t("scout"),
  spy: t("spy"),
  bomb: t("bomb"),
  flag: t("flag"),
};

/** @param {Kind} kind */
export const kindName = (kind) => KINDS[kind] ?? kind;

/** So many letters of a name have room on a piece. */
const LONGEST_NAME = 9;

/**
 * The same where there is no room for more: "lieuten."
 *
 * @param {Kind} kind
 */
export function shortName(kind) {
  const name = kindName(kind);
  return name.length > LONGEST_NAME ? `${name.slice(0, 7)}.` : name;
}

/** @type {Record<Kind, (count: number) => string>} */
const COUNTED = {
  marshal: (count) => tn(["{count} marshal", "{count} marshals"], count),
  general: (count) => tn(["{count} general", "{count} generals"], count),
  colonel: (count) => tn(["{count} colonel", "{count} colonels"], count),
  major: (count) => tn(["{count} major", "{count} majors"], count),
  captain: (count) => tn(["{count} captain", "{count} captains"], count),
  lieutenant: (count) => tn(["{count} lieutenant", "{count} lieutenants"], count),
  sergeant: (count) => tn(["{count} sergeant", "{count} sergeants"], count),
  miner: (count) => tn(["{count} miner", "{count} miners"], count),
  scout: (count) => tn(["{count} scout", "{count} scouts"], count),
  spy: (count) => tn(["{count} spy", "{count} spies"], count),
  bomb: (count) => tn(["{count} bomb", "{count} bombs"], count),
  flag: (count) => tn(["{count} flag", "{count} flags"], count),
};

/**
 * "3 scouts", "1 flag".
 *
 * @param {Kind} kind
 * @param {number} count
 */
export const counted = (kind, count) => COUNTED[kind]?.(count) ?? `${count} ${kind}`;
