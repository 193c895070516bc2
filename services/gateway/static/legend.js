// What is marked on spaces: how it is drawn, and what it means in words.
//
// Walls are solid, locked spaces carry a grid, sticky ones dots, cloaked ones a haze; exclusive ones are hatched in the
// colours of those whose they are.

import { el, svg } from "./dom.js";
import { CELL } from "./layout.js";
import { keyOf, placeOfMark } from "./spaces.js";
import { capital, listed } from "./words.js";

const WORDS = {
  walls: "wall",
  sticky: "sticky",
  locked: "locked",
  cloaked: "cloaked",
};
const MEANINGS = {
  walls: "nobody enters or leaves",
  sticky: "nobody leaves",
  locked: "nobody enters or leaves now",
  cloaked: "pieces are not seen by all",
};
const ORDER = ["walls", "exclusive", "sticky", "locked", "cloaked"];
const PATTERN = 8;
const STRIPE = { width: 2.4, step: 7 };
const SWATCH = 18;

/** The marks of a table by name, those that are drawn below first. */
export const marksInOrder = ({ marks = {} }) => ORDER.filter((name) => marks[name]).map((name) => [name, marks[name]]);

const exclusiveWords = (seats) => `exclusive to ${listed(seats)}`;

/** What is marked on one space, each in a few words. */
export function markWords(table, key) {
  return marksInOrder(table).flatMap(([name, places]) =>
    places.filter((one) => keyOf(placeOfMark(one)) === key).map((one) => (name === "exclusive" ? exclusiveWords(one.seats) : WORDS[name])),
  );
}

/** The mark on a space with this outline; `id` is that of the drawing with the patterns. */
export function markPath(name, mark, outline, id) {
  const pattern = name === "exclusive" ? `exclusive-${mark.seats.join("-")}` : name;
  return svg("path", { class: `mark mark-${name}`, d: outline, fill: `url(#${id}-${pattern})` });
}

/** What there is to be explained, each with a swatch. */
export function legendOf(table, id) {
  const { marks = {} } = table;
  const swatch = (name, mark) => svg("svg", { class: "swatch", viewBox: `0 0 ${SWATCH} ${SWATCH}`, "aria-hidden": "true", focusable: "false" }, markPath(name, mark, `M0,0H${SWATCH}V${SWATCH}H0Z`, id));
  const item = (name, mark, words) => el("li", { class: "legend-item" }, swatch(name, mark), words);
  const exclusive = [...seatSets(table).values()].map((seats) => item("exclusive", { seats }, capital(exclusiveWords(seats))));
  const plain = Object.keys(WORDS).filter((name) => marks[name]?.length > 0);
  const joined = joinedWords(table.board);
  return [
    ...exclusive,
    ...plain.map((name) => item(name, null, `${capital(WORDS[name])}: ${MEANINGS[name]}`)),
    ...(joined ? [el("li", { class: "legend-item" }, joined)] : []),
  ];
}

function joinedWords({ kind, size }) {
  const joined = kind === "toroid" ? [size[0] > 1 ? "left to right" : "", size[1] > 1 ? "bottom to top" : ""].filter(Boolean) : [];
  return joined.length > 0 ? `The board wraps around, ${listed(joined)}` : "";
}

/** The sets of seats to which spaces are exclusive, by their names. */
function seatSets({ marks = {} }) {
  return new Map((marks.exclusive ?? []).map(({ seats }) => [seats.join("-"), seats]));
}

/** The patterns of a drawing. */
export function markPatterns(table, id) {
  const colors = new Map((table.seats ?? []).map(({ seat, color }) => [seat, color]));
  return svg(
    "defs",
    {},
    pattern(`${id}-walls`, PATTERN, svg("rect", { width: PATTERN, height: PATTERN, class: "wall-ground" }), stroke("M-2,10L10,-2", 1.5, "wall-line")),
    pattern(`${id}-locked`, PATTERN, stroke("M0,4H8M4,0V8", 1, "mark-line")),
    pattern(`${id}-sticky`, PATTERN, svg("circle", { cx: 4, cy: 4, r: 1.5, class: "mark-dot" })),
    pattern(`${id}-cloaked`, CELL, svg("rect", { width: CELL, height: CELL, class: "haze" })),
    ...[...seatSets(table)].map(([name, seats]) => hatch(`${id}-exclusive-${name}`, seats.map((seat) => colors.get(seat) ?? (seat === "chaos" ? "yellow" : seat)))),
  );
}

function pattern(id, size, ...children) {
  return svg("pattern", { id, width: size, height: size, patternUnits: "userSpaceOnUse" }, ...children);
}

const stroke = (d, width, className) => svg("path", { d, "stroke-width": width, fill: "none", class: className });

/** Slanting stripes, one of each colour after the other. */
function hatch(id, colors) {
  const { width, step } = STRIPE;
  const stripes = colors.map((color, index) => svg("rect", { x: index * step, width, height: step, class: `hatch-${color}` }));
  return svg("pattern", { id, width: colors.length * step, height: step, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" }, ...stripes);
}
