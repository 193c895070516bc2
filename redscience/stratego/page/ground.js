// The board below its pieces: its homes, lakes, lines, and the names of rows and columns.

import { svg } from "../../dom.js";
import { COLUMNS, ROWS } from "./view.js";

/** @import { Square, Table } from "./view.js" */

/** The room for names of rows on the left, and for those of columns below. */
const MARGIN = 0.34;
export const WIDTH = 10 + MARGIN;

/**
 * Which part of the board is drawn, and from which side.
 *
 * @typedef {object} Sight
 * @property {boolean} flipped whether row A is below
 * @property {number} [above] so many rows are left out above
 */

/**
 * How high what is drawn is.
 *
 * @param {Sight} sight
 */
export const heightOf = ({ above = 0 }) => 10 - above + MARGIN;

/**
 * The middle of a square, in squares.
 *
 * @param {Square} square
 * @param {Sight} sight
 */
export function middle([row, column], { flipped, above = 0 }) {
  const [x, y] = [COLUMNS.indexOf(column), ROWS.indexOf(row)];
  return { x: (flipped ? 9 - x : x) + MARGIN + 0.5, y: (flipped ? 9 - y : y) - above + 0.5 };
}

/**
 * @param {Table} table
 * @param {Sight} sight
 */
export function ground(table, sight) {
  const height = 10 - (sight.above ?? 0);
  return [
    svg("rect", { class: "field", x: MARGIN, width: "10", height }),
    ...Object.entries(table.homes).flatMap(([seat, rows]) => home(seat, rows, sight)),
    svg("path", { class: "field-lines", d: lines(height) }),
    ...table.lakes.filter((square) => isSeen(square, sight)).map((square) => lake(square, sight)),
    ...[...ROWS]
      .filter((row) => isSeen(`${row}0`, sight))
      .map((row) => name(row, 0.15, middle(`${row}0`, sight).y + 0.07)),
    ...[...COLUMNS].map((column) => name(column, middle(`A${column}`, sight).x, heightOf(sight) - 0.08)),
  ];
}

/**
 * @param {string} seat
 * @param {string} rows
 * @param {Sight} sight
 */
function home(seat, rows, sight) {
  const seen = [...rows].filter((row) => isSeen(`${row}0`, sight)).map((row) => middle(`${row}0`, sight).y - 0.5);
  return seen.map((y) => svg("rect", { class: `home is-${seat}`, x: MARGIN, y, width: "10", height: "1" }));
}

/**
 * Whether a square is not among those that are left out.
 *
 * @param {Square} square
 * @param {Sight} sight
 */
const isSeen = (square, sight) => middle(square, sight).y > 0;

/** @param {Square} square @param {Sight} sight */
function lake(square, sight) {
  const { x, y } = middle(square, sight);
  return svg(
    "g",
    { class: "lake", transform: `translate(${x} ${y})` },
    svg("rect", { x: "-.5", y: "-.5", width: "1", height: "1" }),
    svg("path", { d: "M-.35-.15q.12-.14.23 0t.23 0 .23 0M-.35.18q.12-.14.23 0t.23 0 .23 0" }),
  );
}

/** @param {number} height */
const lines = (height) =>
  [...COLUMNS]
    .slice(1)
    .map((at) => `M${Number(at) + MARGIN} 0v${height}${Number(at) < height ? `M${MARGIN} ${at}h10` : ""}`)
    .join("");

/**
 * @param {string} text
 * @param {number} x
 * @param {number} y
 */
const name = (text, x, y) => svg("text", { class: "field-name", x, y, "text-anchor": "middle" }, text);
