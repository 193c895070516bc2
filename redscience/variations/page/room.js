// How much room a page has for boards.

/** @import { Room } from "./layout.js" */

const USUAL_WIDTH = 600;
// Of the window, where the move stands beside the board, and where it stands below.
const HIGHEST = { beside: 0.68, above: 0.5 };
const WIDE = matchMedia("(min-width: 900px)");

/** @param {HTMLElement} panels where boards are drawn */
export const widthFor = (panels) => panels.parentElement?.clientWidth || USUAL_WIDTH;

/**
 * The room for all boards together, as the page's styles have it.
 *
 * @param {HTMLElement} panels where they are drawn
 * @returns {Room}
 */
export function roomFor(panels) {
  const drawing = panels.querySelector("svg");
  const { style } = drawing ?? panels;
  const { maxHeight } = style;
  style.maxHeight = "";
  const highest = drawing ? parseFloat(getComputedStyle(drawing).maxHeight) : NaN;
  style.maxHeight = maxHeight;
  // Before the first drawing, and where it is enlarged, nothing is said of height.
  const height = highest || innerHeight * (WIDE.matches ? HIGHEST.beside : HIGHEST.above);
  return { width: widthFor(panels), height };
}
