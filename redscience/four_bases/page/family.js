// Four Bases, as the pages know it.

import { el, replace } from "../../dom.js";

/** @import { Place, Playing, View } from "../../family.js" */

/**
 * @param {Place<View>} place
 * @returns {Playing<View>}
 */
export const play = (place) => ({
  draw({ match }) {
    replace(place.table, el("p", {}, match.game.name));
  },
  buttons: ({ legal }) => legal,
});
