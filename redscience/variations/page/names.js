// Pieces, spaces and moves in words.

import { capital } from "../../words.js";

/** @import { At, BoardRules, Looks, Parts } from "./view.js" */

/** @type {Record<string, [string, string]>} */
const SHAPES = {
  O: ["circle", "circles"],
  P: ["pentagon", "pentagons"],
  X: ["X", "Xs"],
  "+": ["cross", "crosses"],
  T: ["triangle", "triangles"],
  S: ["star", "stars"],
  dealt: ["dealt piece", "dealt pieces"],
};
const UNKNOWN = ["piece of unknown shape", "pieces of unknown shape"];

/** As the language orders them. */
export const SHAPE_ORDER = Object.keys(SHAPES).filter((shape) => shape !== "dealt");

/** @param {string | undefined} shape */
export const shapeName = (shape, count = 1) => (SHAPES[shape ?? ""] ?? UNKNOWN)[count === 1 ? 0 : 1];

/**
 * The same within a sentence; the shape X stays as it is.
 *
 * @param {string} text
 */
export const uncapital = (text) => (/^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text);

/**
 * "a circle", "an X".
 *
 * @param {string} noun
 */
export const article = (noun) => `${/^[aeioX]/.test(noun) ? "an" : "a"} ${noun}`;

/**
 * "white circle", "nobody’s circle"; what is unknown of it is left out.
 *
 * @param {Looks} looks
 */
export function pieceName({ shape, color, paralyzed }, count = 1) {
  const whose = color === "communal" ? "nobody’s" : color;
  return [paralyzed ? "paralyzed" : "", whose, shapeName(shape, count)].filter(Boolean).join(" ");
}

/**
 * Where a space is: "column 4, row 2", with the level and the board where there are several; of a stack "column 4".
 *
 * @param {At} at
 * @param {BoardRules} board
 */
export function placeName([board, x, y, z], { kind, size, count }) {
  const parts = [];
  if (count > 1) parts.push(`board ${board}`);
  const long = size.filter((extent) => extent > 1).length;
  if (kind === "stacks") {
    parts.push(size[1] > 1 ? `stack ${x}, ${y}` : `column ${x}`);
    if (z) parts.push(`height ${z}`);
  } else if (long <= 1) {
    parts.push(`space ${Math.max(x, y, z)}`);
  } else {
    if (size[0] > 1) parts.push(`column ${x}`);
    if (size[1] > 1) parts.push(`row ${y}`);
    if (size[2] > 1) parts.push(`level ${z}`);
  }
  return parts.join(", ");
}

/** @type {Record<string, string>} */
const ANSWERS = { pass: "Pass", draw: "Offer a draw", agree: "Agree to a draw", refuse: "Refuse the draw" };
/** @type {Record<string, string>} */
const DEEDS = {
  pass: "passed",
  draw: "offered a draw",
  agree: "agreed to a draw",
  refuse: "refused the draw",
  leave: "left the match",
};

/**
 * What somebody did who moved nothing: "offered a draw"; undefined for any other move.
 *
 * @param {string} kind
 * @returns {string | undefined}
 */
export const deedName = (kind) => DEEDS[kind];

/**
 * A move: "Circle to column 4, row 2".
 *
 * @param {Parts} move
 * @param {BoardRules} board
 */
export function moveName({ kind, shape, color, from, to, promotion, captures }, board) {
  if (!to) return ANSWERS[kind] ?? capital(kind);
  const end = `${promotion ? `, becoming ${article(shapeName(promotion))}` : ""}${captures ? ", capturing" : ""}`;
  if (!from) return `${capital(pieceName({ shape, color }))} to ${placeName(to, board)}${end}`;
  const what = shape ? shapeName(shape) : "piece";
  return `${capital(what)} from ${placeName(from, board)} to ${placeName(to, board)}${end}`;
}
