// Small pictures of moves, as the library says where they lead.

import { svg } from "../../dom.js";
import { paths } from "./drawn.js";

const CELL = 10;
const SIDE = 5;
const MIDDLE = (SIDE * CELL) / 2;

/** @param {string} picture a character for each of 5×5 spaces, row by row from the farthest forward */
export function movePicture(picture) {
  const at = (/** @type {number} */ index) => [centre(index % SIDE), centre(Math.floor(index / SIDE))];
  const marks = [...picture].map((mark, index) => DRAWN[mark]?.(...at(index)));
  return svg(
    "svg",
    { viewBox: `0 0 ${SIDE * CELL} ${SIDE * CELL}` },
    paths("move-ground", [`M0,0H${SIDE * CELL}V${SIDE * CELL}H0Z`]),
    paths("move-grid", [`${lines("M", ",0v")}${lines("M0,", "h")}`]),
    marks.map((mark) => mark ?? null),
    svg("circle", { class: "move-piece", cx: MIDDLE, cy: MIDDLE, r: 3.6 }),
  );
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
