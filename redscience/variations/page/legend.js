// What is marked on spaces: how it is drawn, and what it means in words.
//
// Walls are solid, locked spaces carry a grid, sticky ones dots, cloaked ones a haze; exclusive ones are hatched in the
// colours of those whose they are.

import { el, svg } from "../../dom.js";
import { t } from "../../texts.js";
import { capital, listed } from "../../words.js";
import { colorName } from "./names.js";
import { CELL } from "./panel.js";
import { keyOf, placeOfMark } from "./view.js";

/** @import { At, BoardRules, Exclusive, Key, Marks, Table } from "./view.js" */

/** @typedef {keyof Marks} MarkName */

/**
 * Those that are drawn below first.
 *
 * @type {MarkName[]}
 */
const ORDER = ["walls", "exclusive", "sticky", "locked", "cloaked"];

/** @type {Record<Exclude<MarkName, "exclusive">, { word: string, meaning: string }>} */
const PLAIN = {
  walls: { word: t("wall"), meaning: t("wall: nobody enters or leaves") },
  sticky: { word: t("sticky"), meaning: t("sticky: nobody leaves") },
  locked: { word: t("locked"), meaning: t("locked: nobody enters or leaves now") },
  cloaked: { word: t("cloaked"), meaning: t("cloaked: pieces are not seen by all") },
};
const PATTERN = 8;
const STRIPE = { width: 2.4, step: 7 };
const SWATCH = 18;

/** @typedef {{ name: MarkName, mark: At | Exclusive }} Marked */

/**
 * The marks of a table, those that are drawn below first.
 *
 * @param {Table} table
 * @returns {Marked[]}
 */
export const marksInOrder = ({ marks }) => ORDER.flatMap((name) => marks[name].map((mark) => ({ name, mark })));

/** @param {string[]} seats */
const exclusiveWords = (seats) => t("exclusive to {seats}", { seats: listed(seats.map(colorName)) });

/** @param {Marked} marked */
function wordsOf({ name, mark }) {
  return name === "exclusive" ? exclusiveWords(seatsOf(mark)) : PLAIN[name].word;
}

/**
 * The seats to which a space is exclusive; none for another mark.
 *
 * @param {At | Exclusive} mark
 */
const seatsOf = (mark) => ("seats" in mark ? mark.seats : []);

/**
 * What is marked on spaces, by their keys, each in a few words.
 *
 * @param {Table} table
 */
export function markWords(table) {
  /** @type {Map<Key, string[]>} */
  const words = new Map();
  for (const marked of marksInOrder(table)) {
    const key = keyOf(placeOfMark(marked.mark));
    words.set(key, [...(words.get(key) ?? []), wordsOf(marked)]);
  }
  return words;
}

/**
 * A mark on a space with this outline.
 *
 * @param {MarkName} name
 * @param {string[]} seats to which it is exclusive
 * @param {string} outline
 * @param {string} id of the drawing with the patterns
 */
function shade(name, seats, outline, id) {
  const fill = name === "exclusive" ? `exclusive-${seats.join("-")}` : name;
  return svg("path", { class: `mark mark-${name}`, d: outline, fill: `url(#${id}-${fill})` });
}

/**
 * The mark on a space with this outline.
 *
 * @param {Marked} marked
 * @param {string} outline
 * @param {string} id of the drawing with the patterns
 */
export const markPath = ({ name, mark }, outline, id) => shade(name, seatsOf(mark), outline, id);

/**
 * What there is to be explained, each with a swatch.
 *
 * @param {Table} table
 * @param {string} id of the drawing with the patterns
 */
export function legendOf(table, id) {
  const joined = joinedWords(table.board);
  const item = (/** @type {MarkName} */ name, /** @type {string[]} */ seats, /** @type {string} */ words) =>
    el("li", { class: "legend-item" }, swatch(name, seats, id), capital(words));
  const exclusive = seatSets(table).map((seats) => item("exclusive", seats, exclusiveWords(seats)));
  const plain = Object.entries(PLAIN).flatMap(([key, { meaning }]) => {
    const name = /** @type {keyof typeof PLAIN} */ (key);
    return table.marks[name].length > 0 ? [item(name, [], meaning)] : [];
  });
  return [...exclusive, ...plain, ...(joined ? [el("li", { class: "legend-item" }, joined)] : [])];
}

/**
 * @param {MarkName} name
 * @param {string[]} seats
 * @param {string} id
 */
function swatch(name, seats, id) {
  const square = shade(name, seats, `M0,0H${SWATCH}V${SWATCH}H0Z`, id);
  const hidden = { "aria-hidden": "true", focusable: "false" };
  return svg("svg", { class: "swatch", viewBox: `0 0 ${SWATCH} ${SWATCH}`, ...hidden }, square);
}

/** @param {BoardRules} board */
function joinedWords({ kind, size }) {
  if (kind !== "toroid") return "";
  const joined = [size[0] > 1 ? t("left to right") : "", size[1] > 1 ? t("bottom to top") : ""].filter(Boolean);
  return joined.length > 0 ? t("The board wraps around, {ways}", { ways: listed(joined) }) : "";
}

/**
 * The sets of seats to which spaces are exclusive, each once.
 *
 * @param {Table} table
 */
const seatSets = ({ marks }) => [...new Map(marks.exclusive.map(({ seats }) => [seats.join("-"), seats])).values()];

/**
 * The patterns of a drawing.
 *
 * @param {Table} table
 * @param {string} id
 */
export function markPatterns(table, id) {
  const colors = new Map(table.seats.map(({ seat, color }) => [seat, color]));
  const colorOf = (/** @type {string} */ seat) => colors.get(seat) ?? (seat === "chaos" ? "yellow" : seat);
  const wall = svg("rect", { width: PATTERN, height: PATTERN, class: "wall-ground" });
  return svg(
    "defs",
    {},
    pattern(`${id}-walls`, PATTERN, wall, stroke("M-2,10L10,-2", 1.5, "wall-line")),
    pattern(`${id}-locked`, PATTERN, stroke("M0,4H8M4,0V8", 1, "mark-line")),
    pattern(`${id}-sticky`, PATTERN, svg("circle", { cx: 4, cy: 4, r: 1.5, class: "mark-dot" })),
    pattern(`${id}-cloaked`, CELL, svg("rect", { width: CELL, height: CELL, class: "haze" })),
    seatSets(table).map((seats) => hatch(`${id}-exclusive-${seats.join("-")}`, seats.map(colorOf))),
  );
}

/**
 * @param {string} id
 * @param {number} size
 * @param {...Node} children
 */
function pattern(id, size, ...children) {
  return svg("pattern", { id, width: size, height: size, patternUnits: "userSpaceOnUse" }, ...children);
}

/**
 * @param {string} d
 * @param {number} width
 * @param {string} className
 */
const stroke = (d, width, className) => svg("path", { d, "stroke-width": width, fill: "none", class: className });

/**
 * Slanting stripes, one of each colour after the other.
 *
 * @param {string} id
 * @param {string[]} colors
 */
function hatch(id, colors) {
  const { width, step } = STRIPE;
  const stripes = colors.map((color, index) =>
    svg("rect", { x: index * step, width, height: step, class: `hatch-${color}` }),
  );
  const tiling = { patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" };
  return svg("pattern", { id, width: colors.length * step, height: step, ...tiling }, stripes);
}
