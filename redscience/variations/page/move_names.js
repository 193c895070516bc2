// Moves in words.

import { t } from "../../texts.js";
import { capital } from "../../words.js";
import { pieceName, placeName, shapeName } from "./names.js";

/** @import { At, BoardRules, Parts } from "./view.js" */

/**
 * "a circle", "an X".
 *
 * @param {string} noun
 */
export const article = (noun) => {
  // There is no one scissor, and what is nobody’s is said to be so instead.
  if (/\bscissors\b|^nobody’s\b/.test(noun)) return noun;
  return /^[aeioX]/.test(noun) ? t("an {noun}", { noun }) : t("a {noun}", { noun });
};

/** @type {Record<string, string>} */
const ANSWERS = {
  pass: t("Pass"),
  draw: t("Offer a draw"),
  agree: t("Agree to a draw"),
  refuse: t("Refuse the draw"),
};
/** @type {Record<string, string>} */
const INTENTIONS = {
  pass: t("to pass"),
  draw: t("to offer a draw"),
  agree: t("to agree to a draw"),
  refuse: t("to refuse the draw"),
};
/** @type {Record<string, string>} */
const DEEDS = {
  pass: t("passed"),
  draw: t("offered a draw"),
  agree: t("agreed to a draw"),
  refuse: t("refused the draw"),
  leave: t("left the match"),
};

/**
 * What somebody did who moved nothing: "offered a draw"; undefined for any other move.
 *
 * @param {string} kind
 * @returns {string | undefined}
 */
export const deedName = (kind) => DEEDS[kind];

/**
 * What somebody means to do who moves nothing: "to pass".
 *
 * @param {string} kind
 */
export const intentionName = (kind) => INTENTIONS[kind] ?? t("to {move}", { move: kind });

/**
 * A move: "Circle to column 4, row 2".
 *
 * @param {Parts} move
 * @param {BoardRules} board
 */
export function moveName(move, board) {
  return move.to ? capital(wayName(move, move.to, board)) : (ANSWERS[move.kind] ?? capital(move.kind));
}

/**
 * A move of a piece, within a sentence: "circle to column 4, row 2".
 *
 * @param {Parts} move
 * @param {At} to
 * @param {BoardRules} board
 */
export function wayName({ shape, color, from, promotion, captures, converts }, to, board) {
  const place = placeName(to, board);
  const piece = from ? (shape ? shapeName(shape) : t("piece")) : pieceName({ shape, color });
  let move = from
    ? t("{piece} from {from} to {place}", { piece, from: placeName(from, board), place })
    : t("{piece} to {place}", { piece, place });
  if (promotion) move = t("{move}, becoming {piece}", { move, piece: article(shapeName(promotion)) });
  if (converts) return t("{move}, turning pieces", { move });
  return captures ? t("{move}, capturing", { move }) : move;
}
