// What the views of Tic-Tac-Rainbow hold (../view.schema.json), and how cells are named here.

/** @import * as Shell from "../../family.js" */

/** @typedef {number[]} Cell x to the right, y upward, from 1 */
/** @typedef {"square" | "hexagon"} Drawn */
/** @typedef {string} Lying a peg: the letter of the face that is up, then that of the hidden one */
/** @typedef {{ kind: "place" | "flip" | "move", peg?: Lying, from?: Cell, to: Cell }} Parts */
/** @typedef {Shell.LegalMove & Parts} Move */
/** @typedef {Shell.Happening & Partial<Parts>} Happening */
/** @typedef {{ at: Cell, seat: string, peg: Lying }} Standing */
/** @typedef {{ seat: string, off: Lying[], waiting: Lying[] }} Hand */
/** @typedef {{ cells: Cell[], color: string }} Line */

/**
 * @typedef {object} Table
 * @property {{ drawn: Drawn, cells: Cell[] }} board
 * @property {"wins" | "loses"} completing what becomes of whoever completes a line
 * @property {Standing[]} pegs
 * @property {Hand[]} hands
 */

/**
 * @typedef {Omit<Shell.View, "legal" | "last" | "outcome"> & {
 *   legal: Move[],
 *   last: Happening[],
 *   outcome: { seats: Record<string, string>, text: string, lines: Line[] } | null,
 *   table: Table,
 * }} View
 */

/** @typedef {Shell.Scene<View>} Scene */

/** @param {Cell} cell */
export const keyOf = (cell) => cell.join(",");

/** @param {Lying} peg */
export const turnedOver = (peg) => `${peg[1]}${peg[0]}`;

/**
 * The peg on a cell.
 *
 * @param {Table} table
 * @param {string} key
 */
export const pegAt = ({ pegs }, key) => pegs.find(({ at }) => keyOf(at) === key);
