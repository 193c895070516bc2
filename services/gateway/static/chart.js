// Ratings over time as a drawing: for each player the rating, the mean above it, and what is between them.

import { svg } from "./dom.js";
import { dayText, ratingText } from "./numbers.js";
import { language, t } from "./texts.js";

/**
 * A rating after a match; `number` of all of theirs.
 *
 * @typedef {[endedAtMs: number, mu: number, sigma: number, number: number, rating: number]} Point
 */
/** @typedef {{ name: string, points: Point[], style: number }} Line `style` numbers its colour and dashes */
/**
 * Something that lasted, marked where it began.
 *
 * @typedef {{ name: string, isBenchmark: boolean, from_ms: number, to_ms: number }} Mark
 */
/**
 * @typedef {object} Scale
 * @property {number} width
 * @property {(point: Point) => number} x
 * @property {(rating: number) => number} y
 */

const HEIGHT = 360;
const MARGIN = { left: 36, right: 12, top: 12, bottom: 28 };
const LEAST_SPAN = 5;
/** More points than these are a line without dots. */
const DOTS = 60;
const DASHES = ["", "8 5", "2 6", "12 5 2 5"];

/** @param {Point} point */
const ratingOf = ([, , , , rating]) => rating;

/** @param {number} style */
export const stroke = (style) => ({
  stroke: `var(--line-${(style % 8) + 1})`,
  "stroke-dasharray": DASHES[style % DASHES.length],
});

/**
 * @param {Line[]} lines
 * @param {{ width: number, byTime: boolean, label: string, marks: Mark[] }} look
 */
export function chart(lines, { width, byTime, label, marks }) {
  const scale = scaleOf(lines, width, byTime);
  const about = { viewBox: `0 0 ${width} ${HEIGHT}`, role: "img", "aria-label": label };
  return svg(
    "svg",
    about,
    ticks(...rangeOf(lines)).map((value) => gridLine(value, scale)),
    ...alongText(lines, scale, byTime),
    ...(byTime ? marksWithin(marks, lines).map((mark) => markLine(mark, scale)) : []),
    ...lines.map((line) => drawn(line, scale)),
  );
}

/**
 * @param {Line[]} lines
 * @returns {[number, number]}
 */
function rangeOf(lines) {
  const values = lines.flatMap(({ points }) => points.flatMap((point) => [ratingOf(point), point[1]]));
  const least = Math.min(...values);
  const most = Math.max(...values, least + LEAST_SPAN);
  return [least, most];
}

/**
 * @param {Line[]} lines
 * @param {number} width
 * @param {boolean} byTime
 * @returns {Scale}
 */
function scaleOf(lines, width, byTime) {
  const [least, most] = rangeOf(lines);
  const [first, last] = alongRange(lines, byTime);
  const inner = { width: width - MARGIN.left - MARGIN.right, height: HEIGHT - MARGIN.top - MARGIN.bottom };
  const share = (/** @type {number} */ value) => (last > first ? (value - first) / (last - first) : 0.5);
  return {
    width,
    x: ([at, , , number]) => MARGIN.left + inner.width * share(byTime ? at : number),
    y: (rating) => MARGIN.top + (inner.height * (most - rating)) / (most - least),
  };
}

/**
 * @param {Line[]} lines
 * @param {boolean} byTime
 * @returns {[number, number]}
 */
function alongRange(lines, byTime) {
  const places = lines.flatMap(({ points }) => points.map(([at, , , number]) => (byTime ? at : number)));
  return [Math.min(...places), Math.max(...places)];
}

/**
 * Round numbers between two.
 *
 * @param {number} least
 * @param {number} most
 */
function ticks(least, most) {
  const step = [1, 2, 5, 10, 20, 50].find((each) => (most - least) / each <= 8) ?? 100;
  const first = Math.ceil(least / step) * step;
  return Array.from({ length: Math.floor((most - first) / step) + 1 }, (_, index) => first + index * step);
}

/**
 * @param {number} value
 * @param {Scale} scale
 */
function gridLine(value, { width, y }) {
  const at = y(value);
  const text = String(value).replace("-", "−");
  return svg(
    "g",
    {},
    svg("line", { class: "grid", x1: MARGIN.left, x2: width - MARGIN.right, y1: at, y2: at }),
    svg("text", { x: MARGIN.left - 8, y: at + 4, "text-anchor": "end" }, text),
  );
}

/**
 * What of the marks is within the lines' time: what began before it is marked where that begins.
 *
 * @param {Mark[]} marks
 * @param {Line[]} lines
 */
function marksWithin(marks, lines) {
  const [first, last] = alongRange(lines, true);
  const within = marks.filter(({ from_ms: from, to_ms: to }) => from <= last && to >= first);
  return within.map((mark) => ({ ...mark, from_ms: Math.max(mark.from_ms, first) }));
}

/**
 * @param {Mark} mark
 * @param {Scale} scale
 */
function markLine({ name, isBenchmark, from_ms: at }, { x }) {
  const place = x([at, 0, 0, 0, 0]);
  const ends = { x1: place, x2: place, y1: MARGIN.top, y2: HEIGHT - MARGIN.bottom };
  const kind = isBenchmark ? "mark benchmark" : "mark";
  return svg("g", {}, svg("line", { class: kind, ...ends }), svg("title", {}, name));
}

/**
 * What the first and the last place along are.
 *
 * @param {Line[]} lines
 * @param {Scale} scale
 * @param {boolean} byTime
 */
function alongText(lines, { width }, byTime) {
  const words = alongRange(lines, byTime).map((value) =>
    byTime ? dayText(value) : t("match {value}", { value: value.toLocaleString(language) }),
  );
  const y = HEIGHT - 6;
  return [
    svg("text", { x: MARGIN.left, y }, words[0]),
    words[1] === words[0] ? null : svg("text", { x: width - MARGIN.right, y, "text-anchor": "end" }, words[1]),
  ];
}

/**
 * @param {Line} line
 * @param {Scale} scale
 */
function drawn({ name, points, style }, { x, y }) {
  const path = (/** @type {(point: Point) => number} */ value) =>
    points.map((point) => `${x(point).toFixed(1)},${y(value(point)).toFixed(1)}`);
  const [ratings, means] = [path(ratingOf), path(([, mu]) => mu)];
  const dots = points.length > DOTS ? [] : points;
  return svg(
    "g",
    {},
    svg("polygon", {
      class: "known",
      fill: stroke(style).stroke,
      points: [...means, ...ratings.toReversed()].join(" "),
    }),
    svg("polyline", { class: "mean", stroke: stroke(style).stroke, points: means.join(" ") }),
    svg("polyline", { class: "rating", ...stroke(style), points: ratings.join(" ") }),
    dots.map((point) =>
      svg(
        "circle",
        { cx: x(point), cy: y(ratingOf(point)), r: 4, fill: stroke(style).stroke },
        svg(
          "title",
          {},
          t("{name}: {rating} after match {index}", { name, rating: ratingText(ratingOf(point)), index: point[3] }),
        ),
      ),
    ),
  );
}
