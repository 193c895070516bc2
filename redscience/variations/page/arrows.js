// Where pieces go, and the rows that decided: drawn over and below the pieces while one plays.

import { svg } from "../../dom.js";
import { paths } from "./drawn.js";
import { CELL } from "./panel.js";
import { keyOf } from "./view.js";

/** @import { Space } from "./panel.js" */
/** @import { At, Key, Looks } from "./view.js" */

/**
 * A piece where it goes, and where it comes from; `isAdvice` where nobody proposes it, but it would be best.
 *
 * @typedef {Looks & { at: At, from?: At, isAdvice?: boolean }} Moved
 */

// By how much a band is wider than the pieces on it, what leads to another level, and by how much edges are wider.
const BAND = 6;
const THREAD = 3;
const EDGE = 1.6;

/**
 * From where to where pieces go.
 *
 * @param {Moved[]} moved
 * @param {Map<Key, Space>} own
 */
export function arrows(moved, own) {
  return moved.map(({ from, at }) => {
    const [start, end] = [from && own.get(keyOf(from)), own.get(keyOf(at))];
    if (!start || !end) return null;
    const d = arrowPath(start, end);
    return svg("g", { class: "arrow" }, paths("arrow-edge", [d]), paths("arrow-line", [d]));
  });
}

/**
 * An arrow between the middles of two spaces.
 *
 * @param {Space} from
 * @param {Space} to
 */
function arrowPath(from, to) {
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  const point = (/** @type {number} */ length, /** @type {number} */ turn) =>
    `${to.x - length * Math.cos(angle + turn)},${to.y - length * Math.sin(angle + turn)}`;
  return `M${from.x},${from.y}L${to.x},${to.y}M${point(9, 0.6)}L${to.x},${to.y}L${point(9, -0.6)}`;
}

/**
 * The rows that decided, as bands that are wider than the pieces which will lie on them.
 *
 * @param {At[][]} rows
 * @param {Map<Key, Space>} own
 */
export function runs(rows, own) {
  return rows.map((row) => {
    const spaces = row.flatMap((at) => own.get(keyOf(at)) ?? []);
    if (spaces.length === 0) return null;
    const drawn = [
      { d: steps(spaces, isFar), width: THREAD },
      { d: steps(spaces, isNear), width: 2 * spaces[0].radius + BAND },
    ];
    const lines = (/** @type {string} */ className, /** @type {number} */ more) =>
      drawn.map(({ d, width }) => svg("path", { class: className, d, "stroke-width": width + more }));
    return svg("g", { class: "run" }, lines("run-edge", EDGE), lines("run-line", 0));
  });
}

/**
 * A dot on each space, and lines between those that follow each other in such a way.
 *
 * @param {Space[]} spaces
 * @param {(one: Space, other: Space) => boolean} joins
 */
function steps(spaces, joins) {
  const sign = (/** @type {number} */ index) => (index > 0 && joins(spaces[index - 1], spaces[index]) ? "L" : "M");
  return spaces.map(({ x, y }, index) => `${sign(index)}${x},${y}h0`).join("");
}

/**
 * Whether there is no jump between two spaces that follow each other, as where a board wraps around.
 *
 * @param {Space} one
 * @param {Space} other
 */
const isBeside = (one, other) => one.at.every((place, axis) => Math.abs(place - other.at[axis]) <= 1);

/**
 * Whether they are beside each other in the drawing as well, and not on two of its levels.
 *
 * @param {Space} one
 * @param {Space} other
 */
const isNear = (one, other) => isBeside(one, other) && Math.hypot(other.x - one.x, other.y - one.y) < 2 * CELL;

/**
 * @param {Space} one
 * @param {Space} other
 */
const isFar = (one, other) => isBeside(one, other) && !isNear(one, other);
