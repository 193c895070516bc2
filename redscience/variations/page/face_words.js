// What of a space is shown while one plays, in words.

import { t } from "../../texts.js";
import { colorName, pieceName } from "./names.js";

/** @import { Picture } from "./board.js" */
/** @import { Moved } from "./arrows.js" */
/** @import { Face } from "./space.js" */
/** @import { At } from "./view.js" */

const AXES = ["", "x", "y", "z"];

/**
 * Whose goal a space is, what is done there and what has been done.
 *
 * @param {Face} face
 * @param {At} at
 * @param {Picture} picture
 */
export function saidOf({ proposed, planned, target, last, isPointedAt, isSelected, isDecisive, isInRow }, at, picture) {
  return [
    ...(picture.goals ? goalsAt(at, picture.table) : []),
    isSelected && t("in hand"),
    proposed ? proposedWords(proposed) : isPointedAt && target && t("may go here"),
    planned && t("your plan: {piece}", { piece: pieceName(planned) }),
    (isDecisive || isInRow) && t("decided the match"),
    last !== undefined && (last ? t("last move") : t("left last")),
  ].flatMap((words) => words || []);
}

/**
 * The lines outside the board that seats call their goals, said of the spaces along them.
 *
 * @param {At} at
 * @param {Picture["table"]} table
 */
const goalsAt = (at, { seats }) =>
  seats
    .filter(({ goal }) => goal && at[AXES.indexOf(goal.axis)] === goal.at)
    .map(({ seat }) => t("{seat}’s goal", { seat: colorName(seat) }));

/** @param {Moved} proposed */
function proposedWords(proposed) {
  const values = { piece: pieceName(proposed) };
  return proposed.isAdvice ? t("the best move: {piece}", values) : t("your proposal: {piece}", values);
}
