// Undercut, as the pages know it: the points of both, and a button for each number.

/** @import { FamilyModule } from "../../../../services/gateway/static/family.js" */

/** @param {string} text */
const line = (text) => Object.assign(document.createElement("p"), { textContent: text });

/** @type {FamilyModule["play"]} */
export const play = (place) => ({
  draw({ view }) {
    const { points, goal } = view.table;
    const scores = Object.entries(points).map(([seat, score]) => line(`${seat}: ${score}`));
    place.table.replaceChildren(...scores, line(`They play for ${goal} points.`));
  },
  buttons: ({ legal }) => legal,
  ask: () => "Choose a number.",
});
