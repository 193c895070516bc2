// From which side a seat sees the board.

import { isFlat } from "./layout.js";

/** @import { View } from "./view.js" */

/**
 * Whether a seat moves down the board as it is usually seen: its goal is at its lower edge.
 *
 * @param {string} side
 * @param {View} view
 */
export function isOwnSideAbove(side, { table: { seats, board, goals_matter: goalsMatter } }) {
  const goal = seats.find(({ seat }) => seat === side)?.goal;
  return goalsMatter && isFlat(board) && goal?.axis === "y" && goal.at === 1 && board.size[1] > 1;
}
