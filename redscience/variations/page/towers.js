// All layers of a deep board, each seen from above at an angle, the lowest at the bottom.

import { t } from "../../texts.js";
import { CELL, GUTTER, labelled, MARGIN, range, spaceAt } from "./panel.js";

/** @import { Room } from "./layout.js" */
/** @import { Panel } from "./panel.js" */
/** @import { BoardRules } from "./view.js" */

const SLANT = { height: 30, shift: 10 };
// Where there are many layers they are drawn small, and their labels larger for it: between two layers these stand
// clear of the goal lines of both, which are as broad as ever.
const LABEL = { size: 12, below: 1, level: 3, gap: 26, head: 0 };
const LARGE_LABEL = { size: 18, below: 7, level: 18, gap: 38, head: 0 };
/** Where there are few rows, the number of the last leaves no room beside it. `head`: above the highest layer. */
const LABEL_ABOVE = { ...LARGE_LABEL, level: -11, gap: 53, head: 17 };
const MANY = 24;
/** Of the size of letters, how broad one is, and what lies between two texts. */
const LETTER = 0.58;
const APART = 0.25;
/** Of the size in which boards are drawn. */
const LEGIBLE = 0.8;
const MUCH_LARGER = 1.5;

/**
 * The layers stand in several columns where that makes them larger.
 *
 * @param {BoardRules} rules
 * @param {number} board
 * @param {string} title
 * @param {Room} room
 * @returns {Panel}
 */
export function towerPanel({ kind, size }, board, title, room) {
  const [columns, rows, levels] = size;
  const { gap, head } = labelOf(rows, levels);
  const layer = {
    width: columns * CELL + rows * SLANT.shift + GUTTER + MARGIN,
    height: rows * SLANT.height + gap,
  };
  const side = bestColumns(levels, layer, room);
  const tall = Math.ceil(levels / side);
  /** @type {Panel} */
  const panel = {
    title,
    width: side * layer.width,
    height: head + tall * layer.height + MARGIN + 8,
    spaces: [],
    frames: [],
    lines: [],
    posts: [],
    labels: [],
    edges: {},
    low: SLANT.height,
    open: false,
    joined: [],
  };
  for (const z of range(levels)) {
    const column = Math.floor((z - 1) / tall);
    const floor = tall - 1 - ((z - 1) % tall);
    drawLayer(panel, board, size, z, column * layer.width + GUTTER, head + floor * layer.height + MARGIN);
  }
  if (kind === "toroid") panel.joined = panel.frames.map((edge) => ({ edge, arrow: "" }));
  else if (side === 1) panel.posts = postsOf(layer, size);
  return panel;
}

/**
 * @param {number} rows
 * @param {number} levels
 */
function labelOf(rows, levels) {
  if (rows * levels <= MANY) return LABEL;
  const letters = `${levelName(levels)}${rows}`.length * LETTER + APART;
  const room = GUTTER - 2 + (rows - 0.5) * SLANT.shift - 5;
  return letters * LARGE_LABEL.size <= room ? LARGE_LABEL : LABEL_ABOVE;
}

/** @param {number} z */
const levelName = (z) => t("level {z}", { z });

/**
 * @param {number} levels
 * @param {Room} layer
 * @param {Room} room
 */
function bestColumns(levels, layer, room) {
  const scale = (/** @type {number} */ side) =>
    Math.min(room.width / (side * layer.width), room.height / (Math.ceil(levels / side) * layer.height));
  // One tower shows best what lies above what, as long as it can be read.
  const isBetter = (/** @type {number} */ now, /** @type {number} */ before) =>
    now > (before < LEGIBLE ? 1 : MUCH_LARGER) * before;
  return range(levels).reduce((best, side) => (isBetter(scale(side), scale(best)) ? side : best), 1);
}

/**
 * @param {Panel} panel
 * @param {number} board
 * @param {number[]} size
 * @param {number} z
 * @param {number} left
 * @param {number} top
 */
function drawLayer(panel, board, [columns, rows, levels], z, left, top) {
  const bottom = top + rows * SLANT.height;
  const x = (/** @type {number} */ u, /** @type {number} */ v) => left + u * CELL + v * SLANT.shift;
  const y = (/** @type {number} */ v) => bottom - v * SLANT.height;
  const line = (/** @type {number[][]} */ ...points) => `M${points.map(([u, v]) => `${x(u, v)},${y(v)}`).join("L")}`;
  const outline = (u = 0, v = 0, width = columns, height = rows) =>
    `${line([u, v], [u + width, v], [u + width, v + height], [u, v + height])}Z`;
  for (const v of range(rows)) {
    for (const u of range(columns)) {
      const drawn = { x: x(u - 0.5, v - 0.5), y: y(v - 0.5), radius: 12, outline: outline(u - 1, v - 1, 1, 1) };
      panel.spaces.push(spaceAt([board, u, v, z], drawn, [u, v, z]));
    }
  }
  panel.frames.push(outline());
  panel.lines.push(outline());
  addEdges(panel.edges, {
    "x:1": line([0, 0], [0, rows]),
    [`x:${columns}`]: line([columns, 0], [columns, rows]),
    "y:1": line([0, 0], [columns, 0]),
    [`y:${rows}`]: line([0, rows], [columns, rows]),
    ...(z === 1 ? { "z:1": outline() } : {}),
    ...(z === levels ? { [`z:${levels}`]: outline() } : {}),
  });
  for (const u of range(columns - 1)) panel.lines.push(line([u, 0], [u, rows]));
  for (const v of range(rows - 1)) panel.lines.push(line([0, v], [columns, v]));
  const { size, below, level } = labelOf(rows, levels);
  const label = { size, anchor: "middle" };
  for (const u of labelled(columns)) {
    panel.labels.push({ ...label, text: String(u), x: x(u - 0.5, 0), y: bottom + size + below });
  }
  for (const v of labelled(rows)) {
    panel.labels.push({ ...label, text: String(v), x: x(0, v - 0.5) - 5, y: y(v - 0.5) + 4, anchor: "end" });
  }
  panel.labels.push({
    ...label,
    text: levelName(z),
    x: left - GUTTER + 2,
    // Below the labels of the layer above, and beside the slanting edge.
    y: top + level,
    anchor: "start",
    strong: true,
  });
}

/**
 * Each layer has a part of an end of the board; but the lowest and the highest are ends themselves.
 *
 * @param {Record<string, string>} edges
 * @param {Record<string, string>} more
 */
function addEdges(edges, more) {
  for (const [end, path] of Object.entries(more)) edges[end] = (edges[end] ?? "") + path;
}

/**
 * Lines from the corners of the lowest layer to those of the highest.
 *
 * @param {Room} layer
 * @param {number[]} size
 */
function postsOf(layer, [columns, rows, levels]) {
  const high = (levels - 1) * layer.height;
  const bottom = labelOf(rows, levels).head + MARGIN + (levels - 1) * layer.height + rows * SLANT.height;
  const corners = [
    [0, 0],
    [columns, 0],
    [columns, rows],
  ];
  return corners.map(([u, v]) => `M${GUTTER + u * CELL + v * SLANT.shift},${bottom - v * SLANT.height}v${-high}`);
}
