// The board: where its cells are drawn, upright or turned by 45°.

import { svg } from "../../dom.js";
import { keyOf } from "./view.js";

/** @import { Cell, Drawn } from "./view.js" */

const SIZE = 5;
const MARGIN = 0.4;
/** From one row of hexagons to the next, and from the middle of one to its tip. */
const ROW = Math.sqrt(3) / 2;
const TIP = 1 / Math.sqrt(3);
/** Cells stand a little apart, so that the edge of one hides nothing of another's. */
const APART = 0.94;
const SIDE = APART / 2;
const SQUARE = `M-${SIDE}-${SIDE}H${SIDE}V${SIDE}H-${SIDE}Z`;
const SHOULDER = (APART * TIP) / 2;
const HEXAGON = ring([
  [0, -2 * SHOULDER],
  [SIDE, -SHOULDER],
  [SIDE, SHOULDER],
  [0, 2 * SHOULDER],
  [-SIDE, SHOULDER],
  [-SIDE, -SHOULDER],
]);
/** The sums of x and y of the highest row and the lowest one, turned. */
const [HIGHEST, LOWEST] = [9, 3];
/** Half of how many cells there are in the widest row, turned. */
const HALF = 2;

/** @typedef {{ x: number, y: number }} Point */

/** @param {[x: number, y: number][]} corners */
function ring(corners) {
  return `M${corners.map(([x, y]) => `${x} ${y}`).join("L")}Z`;
}

/**
 * The outline of a cell.
 *
 * @param {Drawn} drawn
 */
export const outlineOf = (drawn) => (drawn === "hexagon" ? HEXAGON : SQUARE);

/**
 * The middle of a cell.
 *
 * @param {Cell} cell
 * @param {Drawn} drawn
 * @returns {Point}
 */
export function middleOf([x, y], drawn) {
  if (drawn === "hexagon") return { x: HALF + (x - y) / 2, y: TIP + (HIGHEST - x - y) * ROW };
  return { x: MARGIN + x - 0.5, y: SIZE - y + 0.5 };
}

/** @param {Drawn} drawn */
export function extentOf(drawn) {
  if (drawn === "hexagon") return { width: 2 * HALF, height: 2 * TIP + (HIGHEST - LOWEST) * ROW };
  return { width: SIZE + 2 * MARGIN, height: SIZE + MARGIN };
}

/**
 * The numbers of columns and rows; the cells of the turned board have numbers of their own.
 *
 * @param {Drawn} drawn
 * @returns {Element[]}
 */
export function labels(drawn) {
  if (drawn === "hexagon") return [];
  return Array.from({ length: SIZE }, (_, index) => index + 1).flatMap((number) => {
    const { x, y } = middleOf([number, number], drawn);
    return [label(String(number), { x: MARGIN / 2, y }), label(String(number), { x, y: SIZE + MARGIN / 2 })];
  });
}

/**
 * What stands on an empty cell around (0, 0).
 *
 * @param {Cell} cell
 * @param {Drawn} drawn
 */
export const onEmpty = (cell, drawn) => (drawn === "hexagon" ? [label(keyOf(cell), { x: 0, y: 0.3 })] : []);

/**
 * What joins a cell to those beside it in lines, as far as its edge: it lies below what stands there.
 *
 * @param {Cell} cell
 * @param {Cell[][]} lines each from one end to the other
 * @param {Drawn} drawn
 */
export function links(cell, lines, drawn) {
  const from = middleOf(cell, drawn);
  const ends = lines.flatMap((line) => {
    const index = line.findIndex((at) => keyOf(at) === keyOf(cell));
    return index < 0 ? [] : [line[index - 1], line[index + 1]].filter(Boolean);
  });
  const d = ends.map((end) => {
    const to = middleOf(end, drawn);
    return `M0 0L${(to.x - from.x) / 2} ${(to.y - from.y) / 2}`;
  });
  return d.length > 0 ? ["link-edge", "link"].map((name) => svg("path", { class: name, d: d.join("") })) : [];
}

/**
 * @param {string} text
 * @param {Point} at
 */
const label = (text, { x, y }) => svg("text", { class: "board-label", x, y: y + 0.07, "text-anchor": "middle" }, text);
