// What the views of variations hold (docs/view.schema.json), and how their spaces are named here.

/** @import * as Shell from "../../family.js" */

/**
 * A space [board, x, y, z], each from 1: x to the right, y upward, z height; or a stack, without z.
 *
 * @typedef {number[]} At
 */
/** @typedef {string} Key a space as text: `at.join(",")` */
/** @typedef {"hash" | "squares" | "stacks" | "tetrakis" | "toroid" | "hexagons"} BoardKind */
/** @typedef {{ kind: BoardKind, size: number[], count: number }} BoardRules */

/**
 * How a piece looks. Without a shape only its colour is seen; `communal` is the colour of what is nobody's, and `dealt`
 * the shape of what is still to be dealt.
 *
 * @typedef {object} Looks
 * @property {string} [shape]
 * @property {string} [color]
 * @property {true} [paralyzed]
 */

/** @typedef {Looks & { at: At }} PieceAt */
/** @typedef {{ at: At, seats: string[] }} Exclusive */
/** @typedef {{ walls: At[], sticky: At[], exclusive: Exclusive[], locked: At[], cloaked: At[] }} Marks */
/** @typedef {{ axis: string, at: number }} Goal */

/**
 * @typedef {object} TableSeat
 * @property {string} seat
 * @property {string} color
 * @property {Goal | null} goal
 * @property {string} [status]
 * @property {Record<string, number> | null} [reserve]
 */

/**
 * What is on the table.
 *
 * @typedef {object} Table
 * @property {BoardRules} board
 * @property {TableSeat[]} seats
 * @property {PieceAt[]} pieces
 * @property {Marks} marks
 * @property {Record<string, { one?: string, several?: string, symbol?: string }>} [shapes] as the game has them
 */

/**
 * What a move is made of; a move that moves no piece has its text as kind, and nothing else.
 *
 * @typedef {object} Parts
 * @property {string} kind
 * @property {string} [shape]
 * @property {string} [color]
 * @property {At} [from]
 * @property {At} [to]
 * @property {string} [promotion]
 * @property {true} [captures]
 * @property {true} [converts] what it captures
 */

/** @typedef {Shell.LegalMove & Parts} Move */
/** @typedef {Move & { to: At }} BoardMove */
/** @typedef {{ at: At, now: Looks | null }} Change */
/**
 * What happened, as the viewer saw it: what it changed, what it took off the board, and what became of the piece.
 *
 * @typedef {Shell.Happening & Partial<Parts> & {
 *   changes: Change[],
 *   captured?: Looks[],
 *   compared?: { at: number[], hands: Record<string, { hand: string, shapes: string[] }> }[],
 *   converted?: true,
 *   converted_by?: Looks,
 *   turned?: true,
 *   lost?: true,
 *   failed?: true,
 * }} Happening
 */

/**
 * What each seat has come to so far by what they are compared by.
 *
 * @typedef {object} Score
 * @property {"pieces" | "shape" | "area" | "longest_row" | "rows" | "kind_rows" | "boards"} measure
 * @property {Record<string, number>} counts
 * @property {(string[] | null)[]} [boards] who has won each of several; null for what is not decided
 * @property {number} [length] of the rows that are counted
 * @property {string} [shape] of the pieces that are counted
 */

/**
 * @typedef {Omit<Shell.View, "legal" | "plan" | "last" | "outcome"> & {
 *   table: Table & { colors: string, goals_matter: boolean },
 *   phase: number,
 *   phases?: number,
 *   order?: "sequential" | "simultaneous" | "single",
 *   placement_only?: boolean,
 *   may_pass?: boolean,
 *   passed_over?: string[],
 *   legal: Move[],
 *   plan: Move[],
 *   last: Happening[],
 *   score?: Score,
 *   outcome: { seats: Record<string, string>, text?: string, runs: At[][], spaces?: At[] } | null,
 * }} View
 */

/** @typedef {Shell.Scene<View>} Scene */

/**
 * @param {At} at
 * @returns {Key}
 */
export const keyOf = (at) => at.join(",");

/**
 * @param {Key} key
 * @returns {At}
 */
export const atOf = (key) => key.split(",").map(Number);

/**
 * @template {{ at: At }} Placed
 * @param {Placed[]} placed
 */
export const byKey = (placed) => new Map(placed.map((one) => [keyOf(one.at), one]));

/**
 * Whether a space is the one that is named, or in the stack that is.
 *
 * @param {At} at
 * @param {At} named
 */
export const isIn = (at, named) => named.every((number, axis) => number === at[axis]);

/**
 * The stack that a space is in.
 *
 * @param {At} at
 * @returns {At}
 */
export const stackOf = (at) => at.slice(0, 3);

/**
 * The space of a table's mark: the mark itself, or the one that it names.
 *
 * @param {At | Exclusive} mark
 */
export const placeOfMark = (mark) => (Array.isArray(mark) ? mark : mark.at);

/**
 * @param {Move} move
 * @returns {move is BoardMove}
 */
export const isOnBoard = (move) => move.to !== undefined;
