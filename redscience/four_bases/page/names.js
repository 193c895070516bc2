// What seats, pieces and bases are called.

import { t } from "../../texts.js";

/** @type {Record<string, string>} */
const SEATS = { south: t("south"), west: t("west"), north: t("north"), east: t("east") };

/** @param {string} seat */
export const seatName = (seat) => SEATS[seat] ?? seat;

/** The kinds of pieces by their signs. @type {Record<string, string>} */
export const KINDS = {
  0: t("factory"),
  1: t("engineer"),
  2: t("expert"),
  3: t("flash"),
  4: t("train"),
  B: t("bomb"),
};

/** What is made. @type {Record<string, string>} */
const MADE = {
  0: t("a factory"),
  1: t("an engineer"),
  2: t("an expert"),
  3: t("a flash"),
  4: t("a train"),
  B: t("a bomb"),
};

/** The viewer's own, by sign. @type {Record<string, string>} */
const OWN = {
  0: t("your factory"),
  1: t("your engineer"),
  2: t("your expert"),
  3: t("your flash"),
  4: t("your train"),
  B: t("your bomb"),
};

/** The signs of those who make pieces or tow, where an event says no sign. */
export const FACTORY = "0";
export const TRAIN = "4";

/**
 * "engineer"; "piece" where it is not known.
 *
 * @param {string | undefined} kind
 */
export const kindName = (kind) => (kind === undefined ? t("piece") : KINDS[kind]);

/**
 * "an engineer", "a train", where it is made; "a piece" where it is not known.
 *
 * @param {string | undefined} kind
 */
export const aPiece = (kind) => (kind === undefined ? t("a piece") : MADE[kind]);

/**
 * "your engineer", "South's engineer".
 *
 * @param {string | undefined} kind
 * @param {string} owner "" for the viewer
 */
export function pieceOf(kind, owner) {
  if (!owner) return kind === undefined ? t("your piece") : OWN[kind];
  return t("{owner}'s {piece}", { owner, piece: kindName(kind) });
}

/**
 * "your base", "South's base".
 *
 * @param {string} owner "" for the viewer
 */
export const baseOf = (owner) => (owner ? t("{owner}'s base", { owner }) : t("your base"));
