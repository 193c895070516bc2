// The parts of a drawing of a board.

import { svg } from "../../dom.js";
import { t } from "../../texts.js";
import { capital } from "../../words.js";
import { colorName } from "./names.js";
import { markPath, marksInOrder } from "./legend.js";
import { keyOf, placeOfMark } from "./view.js";

/** @import { Label, Panel, Space } from "./panel.js" */
/** @import { At, Key, Looks, Table, TableSeat } from "./view.js" */

/**
 * A piece where it goes, and where it comes from; `isAdvice` where nobody proposes it, but it would be best.
 *
 * @typedef {Looks & { at: At, from?: At, isAdvice?: boolean }} Moved
 */

/**
 * @param {string} className
 * @param {string[]} shapes
 */
export const paths = (className, shapes) => shapes.map((d) => svg("path", { class: className, d }));

/** @param {Label} label */
export function labelText({ text, x, y, size, anchor, strong }) {
  const className = strong ? "board-label board-label-strong" : "board-label";
  return svg("text", { class: className, x, y, "font-size": size, "text-anchor": anchor }, text);
}

/**
 * @param {Table} table
 * @param {Map<Key, Space>} own the spaces of the drawing
 * @param {string} id of the drawing
 */
export function marks(table, own, id) {
  return marksInOrder(table).map((marked) => {
    const space = own.get(keyOf(placeOfMark(marked.mark)));
    return space ? markPath(marked, space.outline, id) : null;
  });
}

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
 * The rows that decided.
 *
 * @param {At[][]} rows
 * @param {Map<Key, Space>} own
 */
export function runs(rows, own) {
  return rows.map((row) => {
    const spaces = row.flatMap((at) => own.get(keyOf(at)) ?? []);
    if (spaces.length === 0) return null;
    const points = spaces.map(({ x, y }) => `${x},${y}`).join(" ");
    const line = (/** @type {string} */ className) => svg("polyline", { class: className, points });
    return svg("g", { class: "run" }, line("run-edge"), line("run-line"));
  });
}

/**
 * The line that each seat calls its goal, outside the board, in the seat's colour.
 *
 * @param {Panel} panel
 * @param {TableSeat[]} seats
 */
export function goalLines({ edges }, seats) {
  return seats.map(({ seat, color, goal }, index) => {
    const d = goal && edges[`${goal.axis}:${goal.at}`];
    if (!d) return null;
    // Two seats may have one line: then the later one's is broken.
    const before = seats.slice(0, index);
    const isShared = before.some((one) => one.goal?.axis === goal.axis && one.goal.at === goal.at);
    return svg(
      "g",
      { class: `goal goal-${color} ${isShared ? "is-shared" : ""}` },
      svg("title", {}, t("{seat}’s goal", { seat: capital(colorName(seat)) })),
      paths("goal-edge", [d]),
      paths("goal-line", [d]),
    );
  });
}
