// Stacks from the front: one drawing for each row of stacks, two rows above the tallest.

import { box, CELL, columnLabels, edgesOf, GUTTER, labelSize, MARGIN, range, spaceAt } from "./panel.js";
import { keyOf, placeOfMark, stackOf } from "./view.js";

/** @import { Panel } from "./panel.js" */
/** @import { At, Table } from "./view.js" */

const ROOM_ABOVE = 2;
// Up to this height the drawing has room for the whole stack from the start, so that it does not grow while one plays.
const STEADY_HEIGHT = 10;
// Higher stacks are never drawn whole, where nothing is so high.
const MOST_ROWS = 40;

/**
 * @param {Table} table
 * @param {number} board
 * @param {string} title
 * @param {boolean} whole whether stacks are shown up to the top
 */
export function stackPanels(table, board, title, whole) {
  const { size } = table.board;
  const [right, deep] = size[0] > 1 || size[1] === 1 ? [0, 1] : [1, 0];
  const tallest = whole ? MOST_ROWS : tallestIn(table);
  return range(size[deep]).map((slice) => {
    const words = size[deep] > 1 ? `${"xy"[deep]} = ${slice}` : "";
    const atOf = (/** @type {number} */ u, /** @type {number} */ z) => {
      const at = [board, 1, 1, z];
      at[right + 1] = u;
      at[deep + 1] = slice;
      return at;
    };
    return stackPanel([title, words].filter(Boolean).join(", "), "xy"[right], size[right], size[2], tallest, atOf);
  });
}

/**
 * The height of the highest piece, or of what is marked on a part of a stack. It is that of all boards: they are drawn
 * on one scale, with their floors side by side.
 *
 * @param {Table} table
 */
function tallestIn({ board: { size }, pieces, marks }) {
  const marked = Object.values(marks).flatMap((places) => partsOfStacks(places.map(placeOfMark), size[2]));
  return Math.max(0, ...[...pieces.map(({ at }) => at), ...marked].map((at) => at[3]));
}

/**
 * Those of the spaces that are not in a stack all of which is among them.
 *
 * @param {At[]} places
 * @param {number} height
 */
function partsOfStacks(places, height) {
  const keys = new Set(places.map(keyOf));
  return places.filter((at) => !range(height).every((z) => keys.has(keyOf([...stackOf(at), z]))));
}

/**
 * @param {string} title
 * @param {string} axis that goes rightward
 * @param {number} columns
 * @param {number} height
 * @param {number} tallest
 * @param {(u: number, z: number) => At} atOf
 * @returns {Panel}
 */
function stackPanel(title, axis, columns, height, tallest, atOf) {
  const shown = Math.min(height, tallest + ROOM_ABOVE);
  const room = height <= STEADY_HEIGHT ? height : shown;
  const top = MARGIN + (room - shown) * CELL;
  const frame = { x: GUTTER, y: top, width: columns * CELL, height: shown * CELL };
  const spaces = range(shown).flatMap((z) =>
    range(columns).map((u) => {
      const [x, y] = [frame.x + (u - 1) * CELL, top + (shown - z) * CELL];
      const outline = box(x, y, CELL, CELL);
      return spaceAt(atOf(u, z), { x: x + CELL / 2, y: y + CELL / 2, radius: 15.5, outline }, [u, z]);
    }),
  );
  const many = Math.max(columns, room);
  const size = labelSize(many);
  const sides = range(columns + 1).map((u) => frame.x + (u - 1) * CELL);
  const most = { text: String(height), x: GUTTER - 6, y: MARGIN + size, size, anchor: "end", strong: true };
  return {
    title,
    width: GUTTER + frame.width + MARGIN,
    height: MARGIN + room * CELL + size + 16,
    spaces,
    frames: [box(frame.x, frame.y, frame.width, frame.height)],
    open: false,
    joined: [],
    lines: [...sides.map((x) => `M${x},${top}v${frame.height}`), `M${frame.x},${top + frame.height}h${frame.width}`],
    posts: room > shown ? sides.map((x) => `M${x},${top}V${MARGIN}`) : [],
    labels: [...columnLabels(frame, columns, many), most],
    edges: edgesOf(frame, axis, columns, "", 1),
  };
}
