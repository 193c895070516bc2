// Tic-Tac-Rainbow, as the pages know it.

/** @import { Place, Playing, View } from "../../family.js" */

/**
 * @param {Place<View>} place
 * @returns {Playing<View>}
 */
export const play = (place) => ({
  draw: () => place.table.replaceChildren(),
  buttons: ({ legal }) => legal,
});
