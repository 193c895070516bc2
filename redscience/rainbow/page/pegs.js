// The pegs: the outline tells whose they are; colour, letter and pattern tell the face. None of it needs colour.

import { svg } from "../../dom.js";

/** @import { Lying } from "./view.js" */

/**
 * Outlines around (0, 0) in a cell, by seat, and how far down what is written on them stands.
 *
 * @type {Record<string, { path: string, drop: number }>}
 */
const OUTLINES = {
  circle: { path: "M0-.4A.4.4 0 1 1 0 .4A.4.4 0 1 1 0-.4Z", drop: 0 },
  square: { path: "M-.36-.36H.36V.36H-.36Z", drop: 0 },
  triangle: { path: "M0-.45L.46.35H-.46Z", drop: 0.1 },
};

/**
 * What a face is hatched with, as heralds do, in a tile of .12; nothing is white.
 *
 * @type {Record<string, string>}
 */
const HATCHES = {
  R: "M.06 0V.12",
  O: "M.06 0V.05M0 .06V.11M.12 .06V.11",
  Y: "M.06 .05V.07",
  G: "M-.03-.03L.15 .15M-.03 .09L.03 .15M.09-.03L.15 .03",
  B: "M0 .06H.12",
  V: "M-.03 .15L.15-.03M-.03 .03L.03-.03M.09 .15L.15 .09",
  K: "M.06 0V.12M0 .06H.12",
};
const TILE = 0.12;
/** Where the hidden face is shown. */
const CORNER = { x: 0.29, y: 0.29 };

/** The patterns of all faces; a page has them once for every drawing that they are used in. */
export const patterns = () =>
  svg(
    "defs",
    {},
    Object.entries(HATCHES).map(([face, d]) =>
      svg(
        "pattern",
        { id: `face-${face}`, width: TILE, height: TILE, patternUnits: "userSpaceOnUse" },
        svg("path", { class: `hatch hatch-${face}`, d }),
      ),
    ),
  );

/**
 * A peg in a cell around (0, 0).
 *
 * @param {string} seat
 * @param {Lying} peg
 */
export function peg(seat, [up, hidden], classes = "") {
  const { path, drop } = outlineOf(seat);
  return svg(
    "g",
    { class: `peg ${classes}` },
    svg("path", { class: `peg-body face-${up}`, d: path }),
    up in HATCHES ? svg("path", { class: "peg-hatch", d: path, fill: `url(#face-${up})` }) : null,
    svg("text", { class: `peg-letter letter-${up}`, x: 0, y: 0.13 + drop, "text-anchor": "middle" }, up),
    svg("circle", { class: `peg-hidden face-${hidden}`, cx: CORNER.x, cy: CORNER.y, r: 0.15 }),
    svg(
      "text",
      { class: `hidden-letter letter-${hidden}`, x: CORNER.x, y: CORNER.y + 0.078, "text-anchor": "middle" },
      hidden,
    ),
  );
}

/**
 * The outline of a seat's pegs, with nothing on it.
 *
 * @param {string} seat
 */
export const outline = (seat, classes = "") =>
  svg("path", { class: `peg-outline ${classes}`, d: outlineOf(seat).path });

/**
 * A drawing in a line of text: decoration, words stand beside it.
 *
 * @param {...Element} drawn around (0, 0)
 */
export const pegIcon = (...drawn) =>
  svg("svg", { class: "peg-icon", viewBox: "-.5 -.5 1 1", "aria-hidden": "true", focusable: "false" }, ...drawn);

/** @param {string} seat */
const outlineOf = (seat) => OUTLINES[seat] ?? OUTLINES.circle;
