// Pieces and spaces in words.

import { t } from "../../texts.js";

/** @import { At, BoardRules, Looks, Table } from "./view.js" */

/** @type {Record<string, [string, string]>} */
const SHAPES = {
  O: [t("circle"), t("circles")],
  P: [t("pentagon"), t("pentagons")],
  X: [t("X"), t("Xs")],
  "+": [t("cross"), t("crosses")],
  T: [t("triangle"), t("triangles")],
  S: [t("star"), t("stars")],
  dealt: [t("dealt piece"), t("dealt pieces")],
};
/**
 * What games of the catalogue call their shapes, in the language of the page.
 *
 * @type {Record<string, string>}
 */
const CALLED = {
  pawn: t("pawn"),
  pawns: t("pawns"),
  king: t("king"),
  kings: t("kings"),
  queen: t("queen"),
  queens: t("queens"),
  rook: t("rook"),
  rooks: t("rooks"),
  bishop: t("bishop"),
  bishops: t("bishops"),
  knight: t("knight"),
  knights: t("knights"),
  rock: t("rock"),
  rocks: t("rocks"),
  paper: t("paper"),
  papers: t("papers"),
  man: t("man"),
  men: t("men"),
  flag: t("flag"),
  flags: t("flags"),
  bomb: t("bomb"),
  bombs: t("bombs"),
  scout: t("scout"),
  scouts: t("scouts"),
  scissors: t("scissors"),
};
/**
 * What the game that is shown calls shapes.
 *
 * @type {NonNullable<Table["shapes"]>}
 */
let called = {};

/**
 * Speaks of shapes, and draws them, as the game of a table does; gives how it was before.
 *
 * @param {Pick<Table, "shapes"> | null} table
 */
export function speakAs(table) {
  const before = { shapes: called };
  called = table?.shapes ?? {};
  return before;
}

/**
 * What the game draws a shape as, if it is not the shape's own outline.
 *
 * @param {string} shape
 */
export const symbolOf = (shape) => called[shape]?.symbol;

/** @param {string} shape */
export const hasOwnName = (shape) => Boolean(called[shape]?.one);

const UNKNOWN = [t("piece of unknown shape"), t("pieces of unknown shape")];

/** @type {Record<string, string>} */
const COLORS = {
  black: t("black"),
  white: t("white"),
  pink: t("pink"),
  yellow: t("yellow"),
  chaos: t("Chaos"),
  communal: t("communal"),
};

/**
 * A colour, or a seat, most of which are called by theirs.
 *
 * @param {string} color
 */
export const colorName = (color) => COLORS[color] ?? color;

/** As the language orders them. */
export const SHAPE_ORDER = Object.keys(SHAPES).filter((shape) => shape !== "dealt");

/** @param {string | undefined} shape */
export function shapeName(shape = "", count = 1) {
  const { one, several } = called[shape] ?? {};
  const words = one && several ? [CALLED[one] ?? one, CALLED[several] ?? several] : (SHAPES[shape] ?? UNKNOWN);
  return words[count === 1 ? 0 : 1];
}

/**
 * A shape at the head of what is said of it: "pawn (circle)" where the game has a name of its own for it.
 *
 * @param {string} shape
 */
export function shapeTitle(shape) {
  const [word] = SHAPES[shape] ?? UNKNOWN;
  const name = shapeName(shape);
  return name === word ? word : `${name} (${word})`;
}

/**
 * "white circle", "nobody’s circle"; what is unknown of it is left out.
 *
 * @param {Looks} looks
 */
export function pieceName({ shape, color, paralyzed }, count = 1) {
  const name = shapeName(shape, count);
  let piece = name;
  if (color === "communal") piece = t("nobody’s {shape}", { shape: name });
  else if (color) piece = t("{color} {shape}", { color: colorName(color), shape: name });
  return paralyzed ? t("paralyzed {piece}", { piece }) : piece;
}

/**
 * Where a space is: "column 4, row 2", with the level and the board where there are several; of a stack "column 4".
 *
 * @param {At} at
 * @param {BoardRules} board
 */
export function placeName([board, x, y, z], { kind, size, count }) {
  const parts = [];
  if (count > 1) parts.push(t("board {board}", { board }));
  const long = size.filter((extent) => extent > 1).length;
  if (kind === "stacks") {
    parts.push(size[1] > 1 ? t("stack {x}, {y}", { x, y }) : t("column {x}", { x }));
    if (z) parts.push(t("height {z}", { z }));
  } else if (long <= 1) {
    parts.push(t("space {number}", { number: Math.max(x, y, z) }));
  } else {
    if (size[0] > 1) parts.push(t("column {x}", { x }));
    if (size[1] > 1) parts.push(t("row {y}", { y }));
    if (size[2] > 1) parts.push(t("level {z}", { z }));
  }
  return parts.join(", ");
}
