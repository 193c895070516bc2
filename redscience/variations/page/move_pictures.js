// Small pictures of moves, as the library says where they lead.

import { svg } from "../../dom.js";
import { paths } from "./drawn.js";

const CELL = 10;
const SIDE = 5;
const MIDDLE = (SIDE * CELL) / 2;

/** @param {string} picture on squares, or, behind a "*", on hexagons */
export function movePicture(picture) {
  const marks = picture.replace("*", "");
  if (marks === picture) {
    const ground = `M0,0H${SIDE * CELL}V${SIDE * CELL}H0Z`;
    return drawn(marks, squareAt, ground, `${lines("M", ",0v")}${lines("M0,", "h")}`);
  }
  const hexagons = [...marks].map((_, index) => hexagon(...hexagonAt(index))).join("");
  return drawn(marks, hexagonAt, hexagons, hexagons);
}

/**
 * @param {string} picture a character for each of 5×5 spaces, row by row from the farthest forward
 * @param {(index: number) => [x: number, y: number]} at where a space is drawn
 * @param {string} ground
 * @param {string} grid
 */
function drawn(picture, at, ground, grid) {
  return svg(
    "svg",
    { viewBox: `0 0 ${SIDE * CELL} ${SIDE * CELL}` },
    paths("move-ground", [ground]),
    paths("move-grid", [grid]),
    [...picture].map((mark, index) => DRAWN[mark]?.(...at(index)) ?? null),
    svg("circle", { class: "move-piece", cx: MIDDLE, cy: MIDDLE, r: 3.6 }),
  );
}

/**
 * @param {number} index
 * @returns {[x: number, y: number]}
 */
const squareAt = (index) => [centre(index % SIDE), centre(Math.floor(index / SIDE))];

/**
 * Each row half a space to the right of the one below, as boards of hexagons are drawn.
 *
 * @param {number} index
 * @returns {[x: number, y: number]}
 */
function hexagonAt(index) {
  const [right, up] = [(index % SIDE) - 2, 2 - Math.floor(index / SIDE)];
  return [MIDDLE + (right + up / 2) * CELL, MIDDLE - (up * CELL * Math.sqrt(3)) / 2];
}

/**
 * The outline of a space within two steps of the middle; "" beyond.
 *
 * @param {number} x
 * @param {number} y
 */
function hexagon(x, y) {
  if (Math.hypot(x - MIDDLE, y - MIDDLE) > 2 * CELL + 1) return "";
  const radius = CELL / Math.sqrt(3);
  const corners = [0, 1, 2, 3, 4, 5].map((corner) => {
    const angle = ((2 * corner + 1) * Math.PI) / 6;
    return `${(x + radius * Math.cos(angle)).toFixed(1)},${(y + radius * Math.sin(angle)).toFixed(1)}`;
  });
  return `M${corners.join("L")}Z`;
}

/** @param {number} number */
const centre = (number) => (number + 0.5) * CELL;

/**
 * @param {string} before
 * @param {string} after
 */
const lines = (before, after) => [1, 2, 3, 4].map((at) => `${before}${at * CELL}${after}${SIDE * CELL}`).join("");

/**
 * @param {string} className
 * @param {number} x
 * @param {number} y
 */
const dot = (className, x, y) => svg("circle", { class: className, cx: x, cy: y, r: 2.4 });

/** @type {Record<string, (...at: number[]) => SVGElement>} */
const DRAWN = {
  o: (x, y) => dot("move-to", x, y),
  // From the middle to a little beyond the space: the slide goes on.
  "-": (x, y) => paths("move-slide", [`M${MIDDLE},${MIDDLE}L${x + (x - MIDDLE) / 5},${y + (y - MIDDLE) / 5}`])[0],
  1: (x, y) => dot("move-to move-rare", x, y),
  "^": (x, y) => paths("move-to", [`M${x},${y - 3}l3,5h-6Z`])[0],
};
