// Where the spaces of a board are drawn: a row, a plane, a rhombus of hexagons, a tower of layers, or stacks seen from
// the front.

import { t } from "../../texts.js";
import { hexagonPanel } from "./hexagons.js";
import { markWords } from "./legend.js";
import { range } from "./panel.js";
import { planePanel } from "./planes.js";
import { stackPanels } from "./stacks.js";
import { towerPanel } from "./towers.js";

/** @import { Panel, Space } from "./panel.js" */
/** @import { BoardRules, Key, Table } from "./view.js" */

/** @typedef {{ width: number, height: number }} Room in pixels */

/**
 * Where everything of a table is drawn, and what it was made for.
 *
 * @typedef {object} Layout
 * @property {Table} table
 * @property {boolean} turned
 * @property {boolean} whole
 * @property {number} width of the room
 * @property {Panel[]} panels
 * @property {Map<Key, Space>} spaces
 * @property {Map<Key, string[]>} words what is marked on spaces
 */

/**
 * How boards are seen.
 *
 * @typedef {object} Aspect
 * @property {boolean} whole whether stacks are shown up to the top
 * @property {boolean} turned whether boards that lie flat are seen from the other side
 */

/**
 * @param {Aspect & { table: Table }} picture
 * @param {Room} room
 * @returns {Layout}
 */
export function layOut({ table, turned, whole }, room) {
  const panels = panelsOf(table, room, { whole, turned });
  const spaces = new Map(panels.flatMap((panel) => panel.spaces.map((space) => [space.key, space])));
  return { table, turned, whole, width: room.width, panels, spaces, words: markWords(table) };
}

/**
 * Whether that is where everything is drawn still.
 *
 * @param {Layout | null} layout
 * @param {Aspect & { table: Table }} picture
 * @param {number} width of the room
 * @returns {layout is Layout}
 */
export const isFor = (layout, { table, turned, whole }, width) =>
  layout?.table === table && layout.turned === turned && layout.whole === whole && layout.width === width;

/**
 * Another table drawn where this one is.
 *
 * @param {Layout} layout
 * @param {Table} table
 * @returns {Layout}
 */
export const laidOutLike = (layout, table) => ({ ...layout, table, words: markWords(table) });

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
