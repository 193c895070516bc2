// What a match was worth to its players over its steps, as a drawing.

import { stroke } from "./chart.js";
import { svg } from "./dom.js";

/** @typedef {{ name: string, style: number, values: number[] }} Values by step, 0 to 1; NaN where nothing is known */
/** @typedef {{ step: number, kind: string, sign: string, word: string, name: string }} Marked */
/**
 * @typedef {object} Look
 * @property {number} width
 * @property {number} last the number of the last step
 * @property {number} number of the step that is shown
 * @property {Marked[]} marks
 * @property {string} label
 */

const HEIGHT = 150;
const MARGIN = { left: 44, right: 10, top: 16, bottom: 10 };

/**
 * @param {Values[]} lines
 * @param {Look} look
 * @param {(step: number) => void} onStep is told which step was clicked on
 */
export function valueChart(lines, { width, last, number, marks, label }, onStep) {
  const [inner, tall] = [width - MARGIN.left - MARGIN.right, HEIGHT - MARGIN.top - MARGIN.bottom];
  const x = (/** @type {number} */ step) => MARGIN.left + (inner * step) / Math.max(1, last);
  const y = (/** @type {number} */ value) => MARGIN.top + tall * (1 - value);
  const drawing = svg(
    "svg",
    { viewBox: `0 0 ${width} ${HEIGHT}`, role: "img", "aria-label": label },
    [0, 0.5, 1].map((value) => gridLine(value, width, y)),
    svg("line", { class: "now", x1: x(number), x2: x(number), y1: MARGIN.top, y2: HEIGHT - MARGIN.bottom }),
    lines.map((line) => svg("polyline", { class: "value", ...stroke(line.style), points: pointsOf(line, x, y) })),
    marks.map((mark) => marked(mark, x(mark.step))),
  );
  drawing.addEventListener("click", (event) => {
    const box = drawing.getBoundingClientRect();
    const at = ((event.clientX - box.left) / box.width) * width;
    onStep(Math.min(last, Math.max(0, Math.round(((at - MARGIN.left) / inner) * last))));
  });
  return drawing;
}

/**
 * @param {number} value
 * @param {number} width
 * @param {(value: number) => number} y
 */
function gridLine(value, width, y) {
  const at = y(value);
  return svg(
    "g",
    {},
    svg("line", { class: "grid", x1: MARGIN.left, x2: width - MARGIN.right, y1: at, y2: at }),
    svg("text", { x: MARGIN.left - 6, y: at + 4, "text-anchor": "end" }, `${100 * value}\u00a0%`),
  );
}

/**
 * @param {Values} line
 * @param {(step: number) => number} x
 * @param {(value: number) => number} y
 */
const pointsOf = ({ values }, x, y) =>
  values
    .flatMap((value, step) => (Number.isNaN(value) ? [] : [`${x(step).toFixed(1)},${y(value).toFixed(1)}`]))
    .join(" ");

/**
 * @param {Marked} mark
 * @param {number} at
 */
const marked = ({ step, kind, sign, word, name }, at) =>
  svg(
    "g",
    { class: `at is-${kind}` },
    svg("text", { x: at, y: MARGIN.top - 4, "text-anchor": "middle" }, sign),
    svg("title", {}, `${step}: ${name}, ${word}`),
  );
