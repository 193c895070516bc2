// The pieces: each shape has an outline of its own, each colour a letter, so that neither needs to be seen in colour.

import { svg } from "../../dom.js";

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
  // Face down.
  dealt: { path: CARD },
};
/** @type {Outline} */
const UNKNOWN = { path: "M-.75,-.75H.75V.75H-.75Z" };

/**
 * As in notation. What is nobody's has none.
 *
 * @type {Record<string, string>}
 */
const LETTERS = { black: "B", white: "W", pink: "K", yellow: "Y" };

/**
 * A piece of radius `radius` around (`x`, `y`); without a shape only its colour is known.
 *
 * @param {Looks} looks
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 */
export function piece({ shape = "", color = "communal", paralyzed }, x, y, radius, className = "") {
  const { path, turn = 0, lift = 0 } = OUTLINES[shape] ?? UNKNOWN;
  const isHidden = !shape || shape === "dealt";
  const letter = `${LETTERS[color] ?? ""}${isHidden ? "?" : ""}`;
  const size = isHidden ? 0.8 : 0.7;
  const lettering = { class: "piece-letter", "text-anchor": "middle", y: 0.36 * size + lift / 2, "font-size": size };
  return svg(
    "g",
    { class: `piece piece-${color} ${className}`, transform: `translate(${x} ${y}) scale(${radius})` },
    svg("path", { class: "piece-body", d: path, transform: `translate(0 ${lift}) rotate(${turn})` }),
    letter ? svg("text", lettering, letter) : null,
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
