// Where the spaces of a board are drawn: a row, a plane, a rhombus of hexagons, a tower of layers, or stacks seen from
// the front.

import { hexagonPanel } from "./hexagons.js";
import { planePanel } from "./planes.js";
import { stackPanels } from "./stacks.js";
import { towerPanel } from "./towers.js";

/** @import { Panel } from "./panel.js" */
/** @import { Table } from "./view.js" */

/** @typedef {{ width: number, height: number }} Room in pixels */

/**
 * The panels of all boards of a table.
 *
 * @param {Table} table
 * @param {Room} room
 * @param {boolean} whole whether stacks are shown up to the top
 * @returns {Panel[]}
 */
export function panelsOf(table, room, whole) {
  const { count } = table.board;
  const boards = Array.from({ length: count }, (_, index) => index + 1);
  const panels = boards.flatMap((board) => boardPanels(table, board, count > 1 ? `Board ${board}` : "", room, whole));
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
 * @param {boolean} whole
 */
function boardPanels(table, board, title, room, whole) {
  const { kind, size } = table.board;
  if (kind === "stacks") return stackPanels(table, board, title, whole);
  if (kind === "hexagons") return [hexagonPanel(table.board, board, title)];
  if (size.every((extent) => extent > 1)) return [towerPanel(table.board, board, title, room)];
  return [planePanel(table.board, board, title)];
}
