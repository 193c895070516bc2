// From space to space by the keys of a keyboard.

/** @import { Space } from "./panel.js" */

/** @typedef {(from: Space, spaces: Space[]) => Space | undefined} Step */

/**
 * @param {number} du
 * @param {number} dv
 * @param {number} dw
 * @returns {Step}
 */
const step = (du, dv, dw) => (from, spaces) =>
  spaces.find((to) => to.u === from.u + du && to.v === from.v + dv && to.w === from.w + dw) ??
  (du ? nextDrawing(from, spaces, du) : undefined);

/**
 * From one drawing to the next, where the row ends.
 *
 * @param {Space} from
 * @param {Space[]} spaces
 * @param {number} du
 */
function nextDrawing(from, spaces, du) {
  const row = spaces.filter((to) => to.w === from.w + 100 * du && to.v === from.v);
  const end = du > 0 ? 1 : Math.max(...row.map(({ u }) => u));
  return row.find(({ u }) => u === end);
}

/**
 * @param {number} sign
 * @returns {Step}
 */
const rowEnd = (sign) => (from, spaces) =>
  spaces
    .filter((to) => to.v === from.v && to.w === from.w)
    .reduce((best, to) => (sign * (to.u - best.u) > 0 ? to : best), from);

/** @type {Record<string, Step>} */
export const STEPS = {
  ArrowLeft: step(-1, 0, 0),
  ArrowRight: step(1, 0, 0),
  ArrowUp: step(0, 1, 0),
  ArrowDown: step(0, -1, 0),
  PageUp: step(0, 0, 1),
  PageDown: step(0, 0, -1),
  Home: rowEnd(-1),
  End: rowEnd(1),
};
