// The table before the first move as a small picture: decoration, in which nothing can be chosen.

import { el, svg } from "../../dom.js";
import { chequers, hazeLines, marks, paths } from "./drawn.js";
import { panelsOf } from "./layout.js";
import { markPatterns } from "./legend.js";
import { speakAs } from "./names.js";
import { piece } from "./pieces.js";
import { keyOf } from "./view.js";

/** @import { Panel } from "./panel.js" */
/** @import { Table } from "./view.js" */

/** Several boards are alike enough that these say it. */
const MOST_PANELS = 4;
const ROOM = { width: 600, height: 400 };

let pictures = 0;

/** @param {Table} table */
export function picture(table) {
  pictures += 1;
  const panels = panelsOf(table, ROOM, { whole: false, turned: false }).slice(0, MOST_PANELS);
  // Beside it another game may be shown.
  const before = speakAs(table);
  const drawings = panels.map((panel, index) => drawing(table, panel, `picture${pictures}-${index}`));
  speakAs(before);
  return el("div", { class: "board-picture", "aria-hidden": "true" }, drawings);
}

/**
 * @param {Table} table
 * @param {Panel} panel
 * @param {string} id
 */
function drawing(table, panel, id) {
  const own = new Map(panel.spaces.map((space) => [space.key, space]));
  const standing = table.pieces.map((here) => {
    const space = own.get(keyOf(here.at));
    return space ? piece(here, space.x, space.y, space.radius) : null;
  });
  // Lines are one path, so that a board of hundreds of spaces is a few elements.
  const lines = panel.lines.join("");
  return svg(
    "svg",
    { viewBox: `0 0 ${panel.width} ${panel.height}`, class: "board-drawing" },
    markPatterns(table, id),
    paths("board-ground", [panel.frames.join("")]),
    paths("board-post", panel.posts),
    chequers(table, panel),
    svg("g", { class: "board-marks" }, marks(table, own, id)),
    paths(panel.open ? "board-line board-line-open" : "board-line", [lines]),
    hazeLines(table, panel, id),
    panel.joined.flatMap(({ edge, arrow }) => [...paths("board-joined", [edge]), ...paths("board-joint", [arrow])]),
    standing,
  );
}
