// The parts of a drawing of a board.

import { svg } from "../../dom.js";
import { t } from "../../texts.js";
import { capital } from "../../words.js";
import { colorName } from "./names.js";
import { markPath, marksInOrder } from "./legend.js";
import { keyOf, placeOfMark } from "./view.js";

/** @import { Label, Panel, Space } from "./panel.js" */
/** @import { Key, Table, TableSeat } from "./view.js" */

/**
 * @param {string} className
 * @param {string[]} shapes
 */
export const paths = (className, shapes) => shapes.map((d) => svg("path", { class: className, d }));

const CHESS = new Set(["king", "queen", "rook", "bishop", "knight", "pawn"]);

/**
 * Every other square darker, where chess pieces are drawn: the lower left one is dark.
 *
 * @param {Table} table
 * @param {Panel} panel
 */
export function chequers({ board, shapes = {} }, { spaces }) {
  const isChess = board.kind === "squares" && Object.values(shapes).some(({ symbol = "" }) => CHESS.has(symbol));
  if (!isChess) return [];
  const dark = spaces.filter(({ at: [, x, y, z] }) => (x + y + z) % 2 === 1);
  return paths("board-dark", [dark.map(({ outline }) => outline).join("")]);
}

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
 * The lines of a board where they run through haze, which they have to stand out from.
 *
 * @param {Table} table
 * @param {Panel} panel
 * @param {string} id of the drawing
 */
export function hazeLines({ marks: { cloaked } }, { spaces, lines, open }, id) {
  const keys = new Set(cloaked.map(keyOf));
  const outlines = spaces.filter(({ key }) => keys.has(key)).map(({ outline }) => outline);
  if (outlines.length === 0) return [];
  const className = open ? "haze-line board-line-open" : "haze-line";
  return [
    svg("clipPath", { id: `${id}-haze` }, paths("", [outlines.join("")])),
    svg("path", { class: className, d: lines.join(""), "clip-path": `url(#${id}-haze)` }),
  ];
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
