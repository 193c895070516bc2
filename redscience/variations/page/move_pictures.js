// Small pictures of moves, as the library says where they lead.

import { svg } from "../../dom.js";
import { paths } from "./drawn.js";

const CELL = 10;
const SIDE = 5;
const MIDDLE = (SIDE * CELL) / 2;
const GROUND = `M0,0H${SIDE * CELL}V${SIDE * CELL}H0Z`;
/** Two pictures of one move. */
const BETWEEN = 6;

/**
 * @param {string} picture as the library has it for that kind of board
 * @param {string} kind
 */
export function movePicture(picture, kind) {
  if (kind === "tetrakis") {
    // They are flat.
    const marks = picture.replaceAll("^", ".");
    return whole(2 * SIDE * CELL + BETWEEN, onDiagonals(marks), offDiagonals(marks));
  }
  if (kind !== "hexagons") return whole(SIDE * CELL, drawn(picture, squareAt, GROUND, squares()));
  const hexagons = [...picture].map((_, index) => hexagon(...hexagonAt(index))).join("");
  return whole(SIDE * CELL, drawn(picture, hexagonAt, hexagons, hexagons));
}

/**
 * @param {number} width
 * @param {...SVGElement} parts
 */
const whole = (width, ...parts) => svg("svg", { viewBox: `0 0 ${width} ${SIDE * CELL}` }, parts);

const squares = () => `${lines("M", ",0v")}${lines("M0,", "h")}`;

/** From a point of tetrakis squares on diagonals, with eight neighbours. @param {string} picture */
const onDiagonals = (picture) => drawn(picture, squareAt, GROUND, tetrakis(true));

/** From one on none, with four: nothing leads to where only a diagonal does. @param {string} picture */
function offDiagonals(picture) {
  const marks = [...picture].map((mark, index) => (isOnDiagonal(index) ? "." : mark));
  const part = drawn(marks.join(""), squareAt, GROUND, tetrakis(false));
  part.setAttribute("transform", `translate(${SIDE * CELL + BETWEEN})`);
  return part;
}

/** @param {number} index */
function isOnDiagonal(index) {
  const [right, up] = [(index % SIDE) - 2, 2 - Math.floor(index / SIDE)];
  return Math.abs(right) === Math.abs(up);
}

/**
 * The lines that join points: beside each other all of them, diagonally every other one.
 *
 * @param {boolean} hasDiagonals whether the one in the middle is one of those
 */
function tetrakis(hasDiagonals) {
  const points = Array.from({ length: SIDE * SIDE }, (_, index) => squareAt(index));
  const far = centre(SIDE - 1);
  return points
    .flatMap(([x, y], index) => {
      const isOnDiagonals = (index % 2 === 0) === hasDiagonals;
      return [
        x < far && [CELL, 0],
        y < far && [0, CELL],
        isOnDiagonals && x < far && y < far && [CELL, CELL],
        isOnDiagonals && x > centre(0) && y < far && [-CELL, CELL],
      ].flatMap((step) => (step ? [`M${x},${y}l${step}`] : []));
    })
    .join("");
}

/**
 * @param {string} picture a character for each of 5×5 spaces, row by row from the farthest forward
 * @param {(index: number) => [x: number, y: number]} at where a space is drawn
 * @param {string} ground
 * @param {string} grid
 */
function drawn(picture, at, ground, grid) {
  return svg(
    "g",
    {},
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
