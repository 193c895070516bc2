// A rhombus of hexagons that stand on a corner: so wide as a cell, each row so far above the one below.

import { CELL, GUTTER, labelled, labelSize, MARGIN, placed, range, spaceAt } from "./panel.js";

/** @import { Panel } from "./panel.js" */
/** @import { BoardRules } from "./view.js" */

/** @typedef {[x: number, y: number]} Point */
/** @typedef {(u: number, v: number) => Point} CentreOf */

const SIDE = CELL / Math.sqrt(3);
const STEP = (CELL * Math.sqrt(3)) / 2;

/**
 * @param {BoardRules} rules
 * @param {number} board
 * @param {string} title
 * @param {boolean} turned whether it is seen from the other side
 * @returns {Panel}
 */
export function hexagonPanel({ size: [columns, rows] }, board, title, turned) {
  const left = rows > 1 ? GUTTER : MARGIN;
  /** @type {CentreOf} */
  const drawn = (u, v) => [left + (u - 0.5 + (v - 1) / 2) * CELL, MARGIN + SIDE + (rows - v) * STEP];
  /** @type {CentreOf} */
  const centre = (u, v) => drawn(placed(u, columns, turned), placed(v, rows, turned));
  const spaces = range(rows).flatMap((v) =>
    range(columns).map((u) => {
      const [x, y] = centre(u, v);
      return spaceAt([board, u, v, 1], { x, y, radius: 14.5, outline: hexagon(x, y) }, [
        placed(u, columns, turned),
        placed(v, rows, turned),
      ]);
    }),
  );
  const outlines = spaces.map(({ outline }) => outline);
  const size = labelSize(Math.max(columns, rows));
  const bottom = MARGIN + 2 * SIDE + (rows - 1) * STEP;
  return {
    title,
    width: left + (columns + (rows - 1) / 2) * CELL + MARGIN,
    height: bottom + size + 14,
    spaces,
    frames: outlines,
    open: false,
    lines: outlines,
    joined: [],
    posts: [],
    labels: labelsOf(drawn, turned, columns, rows, bottom, size),
    edges: edgesOf(drawn, turned, columns, rows),
  };
}

/**
 * @param {CentreOf} drawn
 * @param {boolean} turned
 * @param {number} columns
 * @param {number} rows
 * @param {number} bottom
 * @param {number} size
 */
function labelsOf(drawn, turned, columns, rows, bottom, size) {
  const below = labelled(columns).map((u) => {
    const [x] = drawn(placed(u, columns, turned), 1);
    return { text: String(u), x, y: bottom + size + 4, size, anchor: "middle" };
  });
  const beside = labelled(rows > 1 ? rows : 0).map((v) => {
    const [x, y] = drawn(1, placed(v, rows, turned));
    return { text: String(v), x: x - CELL / 2 - 5, y: y + size * 0.36, size, anchor: "end" };
  });
  return [...below, ...beside];
}

/**
 * @param {number} x
 * @param {number} y
 */
function hexagon(x, y) {
  const [half, quarter] = [CELL / 2, SIDE / 2];
  const right = `l${half},${quarter}v${SIDE}l${-half},${quarter}`;
  return `M${x},${y - SIDE}${right}l${-half},${-quarter}v${-SIDE}Z`;
}

/**
 * Straight lines outside the first and last rows and columns.
 *
 * @param {CentreOf} drawn
 * @param {boolean} turned
 * @param {number} columns
 * @param {number} rows
 * @returns {Record<string, string>}
 */
function edgesOf(drawn, turned, columns, rows) {
  const [across, along] = [CELL / 2 + 3, SIDE + 3];
  const line = (/** @type {Point} */ from, /** @type {Point} */ to, dx = 0, dy = 0) =>
    `M${from[0] + dx},${from[1] + dy}L${to[0] + dx},${to[1] + dy}`;
  const key = (/** @type {string} */ axis, /** @type {number} */ at, /** @type {number} */ count) =>
    `${axis}:${placed(at, count, turned)}`;
  const edges = {
    [key("x", 1, columns)]: line(drawn(1, 1), drawn(1, rows), -across),
    [key("x", columns, columns)]: line(drawn(columns, 1), drawn(columns, rows), across),
    [key("y", 1, rows)]: line(drawn(1, 1), drawn(columns, 1), 0, along),
  };
  if (rows === 1) return edges;
  return { ...edges, [key("y", rows, rows)]: line(drawn(1, rows), drawn(columns, rows), 0, -along) };
}
