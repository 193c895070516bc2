// Undercut, as the pages know it: the points of both, and a button for each number.

import { el, replace } from "../../dom.js";
import { subject } from "../../seating.js";
import { t } from "../../texts.js";

/** @import { Place, Playing, View } from "../../family.js" */

/** @typedef {Record<string, number>} Numbers by seat */
/** @typedef {View & { table: { points: Numbers, goal: number, rounds: Numbers[] } }} UndercutView */

/**
 * @param {Place<UndercutView>} place
 * @returns {Playing<UndercutView>}
 */
export const play = (place) => ({
  draw({ match, view }) {
    const { points, goal, rounds } = view.table;
    const score = (/** @type {string} */ seat) => `${subject(match, seat)}: ${points[seat]}`;
    replace(
      place.table,
      el("p", {}, t("{rounds} rounds are played, for {goal} points.", { rounds: rounds.length, goal })),
      el(
        "ul",
        { id: "points" },
        Object.keys(points).map((seat) => el("li", {}, score(seat))),
      ),
    );
  },
  buttons: ({ legal }) => legal,
  ask: () => t("Choose a number."),
});
