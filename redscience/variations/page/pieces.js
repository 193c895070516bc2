// The pieces: each shape has an outline of its own. Black and white are told apart by how dark they are; the other
// colours, which to some eyes are alike, carry a mark that is the same on every shape.

import { svg } from "../../dom.js";
import { symbolOf } from "./names.js";

/** @import { Looks } from "./view.js" */

/**
 * The corners of a regular polygon or star with radii `radii` in turn, the first corner on top.
 *
 * @param {number} count
 * @param {...number} radii
 */
function ring(count, ...radii) {
  const corners = Array.from({ length: count * radii.length }, (_, index) => {
    const angle = (2 * Math.PI * index) / (count * radii.length) - Math.PI / 2;
    const radius = radii[index % radii.length];
    return `${(radius * Math.cos(angle)).toFixed(3)},${(radius * Math.sin(angle)).toFixed(3)}`;
  });
  return `M${corners.join("L")}Z`;
}

const CIRCLE = "M0,-.92A.92,.92 0 1 1 0,.92A.92,.92 0 1 1 0,-.92Z";
const CROSS = "M-.3,-.95H.3V-.3H.95V.3H.3V.95H-.3V.3H-.95V-.3H-.3Z";
const CARD =
  "M-.5,-.85H.5A.15,.15 0 0 1 .65,-.7V.7A.15,.15 0 0 1 .5,.85H-.5A.15,.15 0 0 1 -.65,.7V-.7A.15,.15 0 0 1 -.5,-.85Z";

/** @typedef {{ path: string, turn?: number, lift?: number }} Outline in a unit circle around 0,0 */

/** @type {Record<string, Outline>} */
const OUTLINES = {
  O: { path: CIRCLE },
  P: { path: ring(5, 1) },
  X: { path: CROSS, turn: 45 },
  "+": { path: CROSS },
  T: { path: ring(3, 1.05), lift: 0.18 },
  S: { path: ring(5, 1.05, 0.48) },
  // Whoever plays a colour.
  seat: { path: CIRCLE },
  // Face down.
  dealt: { path: CARD },
};
/** @type {Outline} */
const UNKNOWN = { path: "M-.75,-.75H.75V.75H-.75Z" };

/**
 * What is within a piece of a colour, small enough for every outline: a spot, a bar, and what is nobody's is hollow.
 *
 * @type {Record<string, string>}
 */
const MARKS = {
  pink: "M0,-.27A.27,.27 0 1 1 0,.27A.27,.27 0 1 1 0,-.27Z",
  yellow: "M-.38,-.13H.38V.13H-.38Z",
  communal: "M0,-.25A.25,.25 0 1 1 0,.25A.25,.25 0 1 1 0,-.25Z",
};

/**
 * Symbols by name, once they are there; and what waits for them.
 *
 * @type {{ paths: Record<string, string> | null, waiting: [body: Element, symbol: string][] }}
 */
const symbols = { paths: null, waiting: [] };

/**
 * The outline of a piece. A symbol takes the place of its shape as soon as it is there.
 *
 * @param {Outline} outline
 * @param {string | undefined} symbol
 */
function bodyOf({ path, turn = 0, lift = 0 }, symbol) {
  const own = svg("path", { class: "piece-body", d: path, transform: `translate(0 ${lift}) rotate(${turn})` });
  if (!symbol) return own;
  if (symbols.paths) drawAs(own, symbol);
  else if (symbols.waiting.push([own, symbol]) === 1) import("./symbols.js").then(arrived, () => {});
  return own;
}

/** @param {{ SYMBOLS: Record<string, string> }} module */
function arrived({ SYMBOLS }) {
  symbols.paths = SYMBOLS;
  for (const [body, symbol] of symbols.waiting.splice(0)) drawAs(body, symbol);
}

/**
 * @param {Element} body
 * @param {string} symbol
 */
function drawAs(body, symbol) {
  const path = symbols.paths?.[symbol];
  if (!path) return;
  body.setAttribute("d", path);
  body.removeAttribute("transform");
}

/**
 * A piece of radius `radius` around (`x`, `y`); without a shape only its colour is known.
 *
 * @param {Looks} looks
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 */
export function piece({ shape = "", color = "communal", paralyzed }, x, y, radius, className = "") {
  const outline = OUTLINES[shape] ?? UNKNOWN;
  const isHidden = !shape || shape === "dealt";
  const mark = MARKS[color];
  // Below the question mark.
  const place = isHidden ? "translate(0 .52) scale(.7)" : `translate(0 ${outline.lift ?? 0})`;
  return svg(
    "g",
    { class: `piece piece-${color} ${className}`, transform: `translate(${x} ${y}) scale(${radius})` },
    bodyOf(outline, symbolOf(shape)),
    mark ? svg("path", { class: "piece-mark", d: mark, transform: place }) : null,
    isHidden ? svg("text", { class: "piece-unknown", "text-anchor": "middle", y: mark ? 0.16 : 0.34 }, "?") : null,
    paralyzed ? svg("path", { class: "piece-bar", d: "M-.95,.95L.95,-.95" }) : null,
  );
}

/**
 * A piece as a small drawing in a line of text: decoration, words stand beside it.
 *
 * @param {Looks} looks
 */
export function pieceIcon(looks) {
  const hidden = { "aria-hidden": "true", focusable: "false" };
  return svg("svg", { class: "piece-icon", viewBox: "-1.2 -1.2 2.4 2.4", ...hidden }, piece(looks, 0, 0, 1));
}
