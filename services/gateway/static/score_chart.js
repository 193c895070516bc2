// Scores of a tournament's players as it went, with the 95 % interval of each.

import { stroke } from "./chart.js";
import { svg } from "./dom.js";
import { t } from "./texts.js";
import { counted } from "./tournament_words.js";

/**
 * After so many games, by player who has played.
 *
 * @typedef {{ games: number, scores: Record<string, [score: number, margin: number]> }} CurvePoint
 */
/** @typedef {{ games: number, score: number, margin: number }} ScorePoint */

const HEIGHT = 300;
const MARGIN = { left: 44, right: 12, top: 12, bottom: 28 };

/**
 * A player's score at each point, where there is one.
 *
 * @param {CurvePoint[]} points
 * @param {number} player
 * @returns {ScorePoint[]}
 */
export function scoresOf(points, player) {
  return points.flatMap(({ games, scores }) => {
    const [score, margin] = scores[player] ?? [];
    return score === undefined || margin === undefined ? [] : [{ games, score, margin }];
  });
}

/**
 * @param {{ points: ScorePoint[], style: number }[]} lines
 * @param {{ width: number, label: string }} look
 */
export function scoreChart(lines, { width, label }) {
  const last = Math.max(1, ...lines.flatMap(({ points }) => points.map(({ games }) => games)));
  const inner = { width: width - MARGIN.left - MARGIN.right, height: HEIGHT - MARGIN.top - MARGIN.bottom };
  const x = (/** @type {number} */ games) => MARGIN.left + (inner.width * games) / last;
  const y = (/** @type {number} */ score) => MARGIN.top + inner.height * (1 - Math.min(1, Math.max(0, score)));
  const grid = [0, 0.25, 0.5, 0.75, 1].map((share) =>
    svg(
      "g",
      {},
      svg("line", { class: "grid", x1: MARGIN.left, x2: width - MARGIN.right, y1: y(share), y2: y(share) }),
      svg("text", { x: MARGIN.left - 8, y: y(share) + 4, "text-anchor": "end" }, `${100 * share} %`),
    ),
  );
  const drawn = lines.map(({ points, style }) => {
    const path = (/** @type {(point: ScorePoint) => number} */ value) =>
      points.map((point) => `${x(point.games).toFixed(1)},${y(value(point)).toFixed(1)}`);
    const [above, below] = [path(({ score, margin }) => score + margin), path(({ score, margin }) => score - margin)];
    return svg(
      "g",
      {},
      svg("polygon", {
        class: "known",
        fill: stroke(style).stroke,
        points: [...above, ...below.toReversed()].join(" "),
      }),
      svg("polyline", { class: "rating", ...stroke(style), points: path(({ score }) => score).join(" ") }),
    );
  });
  const end = svg(
    "text",
    { x: width - MARGIN.right, y: HEIGHT - 6, "text-anchor": "end" },
    t("{games} games", { games: counted(last) }),
  );
  return svg("svg", { viewBox: `0 0 ${width} ${HEIGHT}`, role: "img", "aria-label": label }, grid, drawn, end);
}
