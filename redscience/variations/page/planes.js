// A row or a plane of squares, of points, or on a torus.

import {
  box,
  CELL,
  columnLabels,
  edgesOf,
  GUTTER,
  labelled,
  LABELS_AT_MOST,
  labelSize,
  MARGIN,
  placed,
  range,
  spaceAt,
} from "./panel.js";

/** @import { Frame, Label, Panel, Space } from "./panel.js" */
/** @import { At, BoardRules } from "./view.js" */

/** @typedef {[row: boolean, column: boolean]} Joins whether rows, and columns, are rings */

const WIDE_GUTTER = 38;
const AXES = "xyz";

/**
 * @param {BoardRules} rules
 * @param {number} board
 * @param {string} title
 * @param {boolean} turned whether it is seen from the other side
 * @returns {Panel}
 */
export function planePanel({ kind, size }, board, title, turned) {
  const [right, up] = axesOf(size);
  const [columns, rows] = [size[right], size[up]];
  const many = Math.max(columns, rows);
  const gutter = many > LABELS_AT_MOST ? WIDE_GUTTER : GUTTER;
  const left = rows > 1 ? gutter : MARGIN;
  const frame = { x: left, y: MARGIN, width: columns * CELL, height: rows * CELL };
  const place = (/** @type {number} */ u, /** @type {number} */ v) => [
    placed(u, columns, turned),
    placed(v, rows, turned),
  ];
  const spaces = range(rows).flatMap((v) =>
    range(columns).map((u) => square(frame, placeAt(board, [right, up], u, v), rows, place(u, v))),
  );
  /** @type {Joins} height is never joined */
  const joins = kind === "toroid" ? [isJoined(size, right), isJoined(size, up)] : [false, false];
  return {
    title,
    width: left + frame.width + MARGIN,
    height: MARGIN + frame.height + gutter,
    spaces,
    frames: [box(frame.x, frame.y, frame.width, frame.height)],
    open: kind === "hash",
    lines:
      kind === "tetrakis"
        ? tetrakis(spaces, turned ? columns + rows : 0)
        : grid(frame, columns, rows, kind === "hash", joins),
    joined: joinedEdges(frame, joins),
    posts: [],
    labels: [...columnLabels(frame, columns, many, turned), ...(rows > 1 ? rowLabels(frame, rows, many, turned) : [])],
    edges: edgesOf(frame, AXES[right], columns, AXES[up], rows, turned),
  };
}

/**
 * The two axes that a flat board lies in: [rightward, upward], as indices of x, y, z.
 *
 * @param {number[]} size
 */
function axesOf(size) {
  const long = [0, 1, 2].filter((axis) => size[axis] > 1);
  if (long.length === 2) return long;
  if (long.length === 1) return [long[0], long[0] === 0 ? 1 : 0];
  return [0, 1];
}

/**
 * @param {number[]} size
 * @param {number} axis
 */
const isJoined = (size, axis) => axis < 2 && size[axis] > 1;

/**
 * @param {number} board
 * @param {number[]} axes
 * @param {number} u
 * @param {number} v
 */
function placeAt(board, [right, up], u, v) {
  const at = [board, 1, 1, 1];
  at[right + 1] = u;
  at[up + 1] = v;
  return at;
}

/**
 * @param {Frame} frame
 * @param {At} at
 * @param {number} rows
 * @param {number[]} place where it is drawn, from the lower left
 */
function square(frame, at, rows, [u, v]) {
  const [x, y] = [frame.x + (u - 1) * CELL, frame.y + (rows - v) * CELL];
  const outline = box(x, y, CELL, CELL);
  return spaceAt(at, { x: x + CELL / 2, y: y + CELL / 2, radius: 15, outline }, [u, v]);
}

/**
 * @param {Frame} frame
 * @param {number} columns
 * @param {number} rows
 * @param {boolean} open
 * @param {Joins} joins
 */
function grid({ x, y, width, height }, columns, rows, open, [joinsRow, joinsColumn]) {
  const lines = [];
  for (const u of range(columns - 1)) lines.push(`M${x + u * CELL},${y}v${height}`);
  for (const v of range(rows - 1)) lines.push(`M${x},${y + v * CELL}h${width}`);
  if (!open && !joinsRow) lines.push(`M${x},${y}v${height}M${x + width},${y}v${height}`);
  if (!open && !joinsColumn) lines.push(`M${x},${y}h${width}M${x},${y + height}h${width}`);
  return lines;
}

/**
 * Points are joined to those beside them, and diagonally where x + y is even.
 *
 * @param {Space[]} points
 * @param {number} shift what the numbers that are written and those that are drawn differ by, added up
 */
function tetrakis(points, shift) {
  const straight = [
    [1, 0],
    [0, 1],
  ];
  const diagonal = [
    [1, 1],
    [1, -1],
  ];
  const at = new Map(points.map((point) => [`${point.u},${point.v}`, point]));
  return points.flatMap((from) => {
    const steps = (from.u + from.v + shift) % 2 === 0 ? [...straight, ...diagonal] : straight;
    return steps.flatMap(([du, dv]) => {
      const to = at.get(`${from.u + du},${from.v + dv}`);
      return to ? [`M${from.x},${from.y}L${to.x},${to.y}`] : [];
    });
  });
}

/**
 * The edges of a torus: each pair with the same arrows.
 *
 * @param {Frame} frame
 * @param {Joins} joins
 */
function joinedEdges({ x, y, width, height }, [joinsRow, joinsColumn]) {
  const tip = 5;
  const upright = (/** @type {number} */ at) => ({
    edge: `M${at},${y}v${height}`,
    arrow: `M${at - tip},${y + height / 2 + tip}l${tip},${-tip}l${tip},${tip}`,
  });
  const arrow = (/** @type {number} */ at, /** @type {number} */ by) =>
    `M${x + width / 2 + by - tip},${at - tip}l${tip},${tip}l${-tip},${tip}`;
  const level = (/** @type {number} */ at) => ({ edge: `M${x},${at}h${width}`, arrow: arrow(at, -4) + arrow(at, 4) });
  return [...(joinsRow ? [upright(x), upright(x + width)] : []), ...(joinsColumn ? [level(y), level(y + height)] : [])];
}

/**
 * @param {Frame} frame
 * @param {number} rows
 * @param {number} many
 * @param {boolean} turned
 * @returns {Label[]}
 */
function rowLabels({ x, y }, rows, many, turned) {
  const size = labelSize(many);
  return labelled(rows).map((v) => ({
    text: String(v),
    x: x - 9,
    y: y + (rows - placed(v, rows, turned) + 0.5) * CELL + size * 0.36,
    size,
    anchor: "end",
  }));
}
