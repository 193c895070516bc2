// Where the spaces of a board are drawn: a row, a plane, a rhombus of hexagons, a tower of layers, or stacks seen from
// the front.

import { t } from "../../texts.js";
import { hexagonPanel } from "./hexagons.js";
import { range } from "./panel.js";
import { planePanel } from "./planes.js";
import { stackPanels } from "./stacks.js";
import { towerPanel } from "./towers.js";

/** @import { Panel } from "./panel.js" */
/** @import { BoardRules, Table } from "./view.js" */

/** @typedef {{ width: number, height: number }} Room in pixels */

/**
 * How boards are seen.
 *
 * @typedef {object} Aspect
 * @property {boolean} whole whether stacks are shown up to the top
 * @property {boolean} turned whether boards that lie flat are seen from the other side
 */

/**
 * The panels of all boards of a table.
 *
 * @param {Table} table
 * @param {Room} room
 * @param {Aspect} aspect
 * @returns {Panel[]}
 */
export function panelsOf(table, room, aspect) {
  const { count } = table.board;
  const boards = Array.from({ length: count }, (_, index) => index + 1);
  const panels = boards.flatMap((board) =>
    boardPanels(table, board, count > 1 ? t("Board {number}", { number: board }) : "", room, aspect),
  );
  panels.forEach((panel, index) => {
    for (const space of panel.spaces) space.w += index * 100;
  });
  return panels;
}

/**
 * @param {Table} table
 * @param {number} board
 * @param {string} title
 * @param {Room} room
 * @param {Aspect} aspect
 */
function boardPanels(table, board, title, room, { whole, turned }) {
  if (table.board.kind === "stacks") return stackPanels(table, board, title, whole);
  if (!isFlat(table.board)) return [towerPanel(table.board, board, title, room)];
  const panelOf = table.board.kind === "hexagons" ? hexagonPanel : planePanel;
  return [panelOf(table.board, board, title, turned)];
}

/**
 * Whether boards lie flat, and can be seen from the other side.
 *
 * @param {BoardRules} board
 */
export const isFlat = ({ kind, size }) => kind === "hexagons" || (kind !== "stacks" && size.some((side) => side === 1));

// Between drawings, titles included.
const GAP = { across: 20, down: 30 };

/**
 * How high each drawing may be that stands in so many rows, as a style.
 *
 * @param {number} rows
 */
export const heightIn = (rows) =>
  rows > 1 ? `calc((var(--board-height, 70dvh) - ${(rows - 1) * GAP.down}px) / ${rows})` : "";

/**
 * In how many columns drawings of one size are largest.
 *
 * @param {Panel[]} panels
 * @param {Room} room
 */
export function bestColumns(panels, room) {
  const [width, height] = [Math.max(...panels.map((one) => one.width)), Math.max(...panels.map((one) => one.height))];
  const scale = (/** @type {number} */ columns) => {
    const rows = Math.ceil(panels.length / columns);
    return Math.min(
      ((room.width + GAP.across) / columns - GAP.across) / width,
      ((room.height + GAP.down) / rows - GAP.down) / height,
    );
  };
  return range(panels.length).reduce((best, columns) => (scale(columns) > scale(best) ? columns : best), 1);
}
