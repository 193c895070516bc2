// What of a drawing of a board stands still while one plays.

import { el, svg } from "../../dom.js";
import { t } from "../../texts.js";
import { chequers, goalLines, hazeLines, labelText, marks, paths } from "./drawn.js";
import { markPatterns } from "./legend.js";

/** @import { Panel, Space } from "./panel.js" */
/** @import { Key, Table } from "./view.js" */

/**
 * A drawing without its spaces.
 *
 * @typedef {object} Frame
 * @property {Panel} panel
 * @property {Map<Key, Space>} own its spaces
 * @property {SVGSVGElement} drawing
 * @property {SVGGElement} below for what is drawn below the spaces
 * @property {SVGGElement} above for what is drawn above the spaces
 */

/**
 * @param {Panel} panel
 * @param {Table} table
 * @param {{ id: string, goals: boolean }} how the id of the drawing, and whether it has goal lines
 * @returns {Frame}
 */
export function drawFrame(panel, table, { id, goals }) {
  const own = new Map(panel.spaces.map((space) => [space.key, space]));
  const below = svg("g", { class: "board-below" });
  const above = svg("g", { class: "board-above" });
  const drawing = svg(
    "svg",
    {
      viewBox: `0 0 ${panel.width} ${panel.height}`,
      class: "board-drawing",
      role: "group",
      "aria-label": panel.title || t("Board"),
    },
    markPatterns(table, id),
    paths("board-ground", panel.frames),
    paths("board-post", panel.posts),
    chequers(table, panel),
    svg("g", { class: "board-marks" }, marks(table, own, id)),
    paths(panel.open ? "board-line board-line-open" : "board-line", panel.lines),
    hazeLines(table, panel, id),
    svg("g", { "aria-hidden": "true" }, panel.labels.map(labelText)),
    panel.joined.flatMap(({ edge, arrow }) => [...paths("board-joined", [edge]), ...paths("board-joint", [arrow])]),
    goals ? goalLines(panel, table.seats) : [],
    below,
    above,
  );
  return { panel, own, drawing, below, above };
}

/** @param {Frame} frame */
export function figure({ panel: { title, spaces }, drawing }) {
  const caption = title ? el("figcaption", { class: "board-title", "data-board": spaces[0].at[0] }, title) : null;
  return el("figure", { class: "board-panel" }, caption, drawing);
}
