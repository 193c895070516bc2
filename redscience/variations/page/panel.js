// What a drawing of a board is made of, and what all kinds of boards share.

import { keyOf } from "./view.js";

/** @import { At, Key } from "./view.js" */

/**
 * A space in a drawing.
 *
 * @typedef {object} Space
 * @property {At} at
 * @property {Key} key
 * @property {number} x of its centre
 * @property {number} y
 * @property {number} radius the room for a piece
 * @property {string} outline as a path
 * @property {number} u its place for the arrow keys, rightward
 * @property {number} v upward
 * @property {number} w from layer to layer, and from drawing to drawing by hundreds
 */

/** @typedef {{ text: string, x: number, y: number, size: number, anchor: string, strong?: boolean }} Label */

/**
 * One drawing. All shapes are paths.
 *
 * @typedef {object} Panel
 * @property {string} title
 * @property {number} width
 * @property {number} height
 * @property {Space[]} spaces
 * @property {string[]} frames
 * @property {string[]} lines
 * @property {boolean} open whether there is no line around them
 * @property {string[]} posts what leads from layer to layer
 * @property {Label[]} labels
 * @property {number} [low] how high its spaces are, where they are lower than wide
 * @property {Record<string, string>} edges where goal lines go, by axis and end of it: "x:1"
 * @property {{ edge: string, arrow: string }[]} joined edges that are joined to those opposite
 */

/** @typedef {{ x: number, y: number, width: number, height: number }} Frame */

export const CELL = 40;
export const GUTTER = 26;
export const MARGIN = 10;
export const LABELS_AT_MOST = 12;

/** @param {number} count */
export const range = (count) => Array.from({ length: count }, (_, index) => index + 1);

/**
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 */
export const box = (x, y, width, height) => `M${x},${y}h${width}v${height}h${-width}Z`;

/**
 * @param {At} at
 * @param {{ x: number, y: number, radius: number, outline: string }} drawn
 * @param {[u: number, v: number, w?: number]} place
 * @returns {Space}
 */
export const spaceAt = (at, drawn, [u, v, w = 0]) => ({ at, key: keyOf(at), ...drawn, u, v, w });

/**
 * Which of the numbers from 1 to `count` are written: all, or fewer where there are many.
 *
 * @param {number} count
 */
export const labelled = (count) =>
  range(count).filter((number) => count <= LABELS_AT_MOST || number === 1 || number % 5 === 0);

/**
 * How large numbers are written: small boards are drawn large, and their labels with them.
 *
 * @param {number} count
 */
export const labelSize = (count) => (count > LABELS_AT_MOST ? 20 : Math.min(13, 4 + 1.3 * count));

/**
 * The place of a number among so many, counted from the other end where the board is seen from the other side.
 *
 * @param {number} number
 * @param {number} count
 * @param {boolean} turned
 */
export const placed = (number, count, turned) => (turned ? count + 1 - number : number);

/**
 * The numbers below the columns of a frame.
 *
 * @param {Frame} frame
 * @param {number} columns
 * @param {number} many the most columns or rows that there are
 * @returns {Label[]}
 */
export function columnLabels({ x, y, height }, columns, many, turned = false) {
  const size = labelSize(many);
  return labelled(columns).map((u) => ({
    text: String(u),
    x: x + (placed(u, columns, turned) - 0.5) * CELL,
    y: y + height + size + 8,
    size,
    anchor: "middle",
  }));
}

/**
 * Where the goal lines go.
 *
 * @param {Frame} frame
 * @param {string} rightward the axis
 * @param {number} columns
 * @param {string} upward likewise
 * @param {number} rows
 * @returns {Record<string, string>}
 */
export function edgesOf({ x, y, width, height }, rightward, columns, upward, rows, turned = false) {
  const out = 4;
  const edges = {
    [`${rightward}:${placed(1, columns, turned)}`]: `M${x - out},${y}v${height}`,
    [`${rightward}:${placed(columns, columns, turned)}`]: `M${x + width + out},${y}v${height}`,
  };
  const [below, above] = [`${upward}:${placed(1, rows, turned)}`, `${upward}:${placed(rows, rows, turned)}`];
  if (rows > 1 || upward === "y") edges[below] ??= `M${x},${y + height + out}h${width}`;
  if (rows > 1) edges[above] = `M${x},${y - out}h${width}`;
  return edges;
}
