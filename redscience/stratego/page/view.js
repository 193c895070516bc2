// The views of Stratego (redscience/stratego/view.schema.json), and what is read off them.

/** @import { Scene as AnyScene, View as AnyView } from "../../family.js" */

/** @typedef {string} Square "A0" to "J9" */
/** @typedef {string} Kind "marshal" */
/** @typedef {Record<Kind, number>} Counts */
/** @typedef {{ at: Square, seat: string, kind?: Kind, moved?: boolean, revealed?: boolean }} Piece */
/** @typedef {{ attacker: Kind, defender: Kind, came: "won" | "lost" | "tied" }} Attack */
/** @typedef {{ number: number, seat: string, move: string, attack?: Attack }} Entry */
/** @typedef {{ seat: string, move?: string, attack?: Attack }} Happening an absent move is a completed set-up */

/**
 * @typedef {object} Table
 * @property {Counts} army how many pieces of each kind a side has, the strongest first
 * @property {Record<string, string>} homes the letters of each seat's rows
 * @property {Square[]} lakes
 * @property {number} most_quiet
 * @property {boolean} is_setting_up
 * @property {number} moves
 * @property {number} quiet
 * @property {Piece[]} pieces
 * @property {Counts | null} tray what the viewer has still to place
 * @property {Record<string, Counts>} captured what each has lost
 * @property {Entry[]} log all attacks and the last moves, oldest first
 */

/** @typedef {AnyView & { last: Happening[], table: Table }} View */
/** @typedef {AnyScene<View>} Scene */

export const ROWS = "ABCDEFGHIJ";
export const COLUMNS = "0123456789";
const WORDS = ["draw", "agree", "refuse"];

/** All squares, row by row from the top. @type {Square[]} */
export const SQUARES = [...ROWS].flatMap((row) => [...COLUMNS].map((column) => row + column));

/** @param {string} move */
export const isWord = (move) => WORDS.includes(move);

/** Whether it sets up a piece. @param {string} move */
export const isPlacement = (move) => move.includes(":");

/**
 * Where a move goes from and to; null where it is none on the board.
 *
 * @param {string | undefined} move
 */
export function way(move) {
  const [from, to] = (move ?? "").split(">");
  return to ? { from, to } : null;
}

/**
 * The same square seen from the opposite side of the board.
 *
 * @param {Square} square
 */
export const opposite = (square) => SQUARES[SQUARES.length - 1 - SQUARES.indexOf(square)];

/** @param {Counts} counts */
export const total = (counts) => Object.values(counts).reduce((sum, count) => sum + count, 0);

/**
 * The squares on which a seat sets up, row by row from the top.
 *
 * @param {Table} table
 * @param {string} seat
 */
export const homeOf = ({ homes }, seat) => SQUARES.filter((square) => homes[seat]?.includes(square[0]));
