// The views of Four Bases, as view.schema.json says them; and what they are called here.

/** @import { View } from "../../family.js" */

/** @typedef {[x: number, y: number]} Space column and row, from 1 */
/** @typedef {"move" | "flash" | "produce" | "tow" | "flag up" | "flag down" | "done"} What */
/** @typedef {{ at: Space, seat: string, kind?: string, known_to?: string[] }} Piece */
/** @typedef {{ order: What, from?: Space, to?: Space, kind?: string, by?: string, move: string }} Order */
/** @typedef {{ seat: string, pieces: number, bases: number, made: number, lost: number, flag: boolean }} SeatTold */
/**
 * @typedef {object} Table
 * @property {number} size
 * @property {{ at: Space, seat: string, owner: string }[]} bases
 * @property {Piece[]} pieces
 * @property {SeatTold[]} seats
 */
/**
 * @typedef {object} Orders what may be ordered
 * @property {number} actions
 * @property {number} used
 * @property {{ at: Space, moves: Space[], early: boolean, tows: Space[] }[]} pieces
 * @property {{ at: Space, by: "base" | "factory", to: Space[] }[]} producers
 * @property {"up" | "down"} flag
 */
/** @typedef {{ seat: string, from?: Space, kind?: string, lives: boolean }} Side */
/**
 * @typedef {object} Happened something in a step
 * @property {"flag" | "order" | "arrives" | "conflict" | "head on" | "produces" | "tows"} what
 * @property {string} [seat]
 * @property {boolean} [up]
 * @property {What} [order]
 * @property {Space} [from]
 * @property {Space} [to]
 * @property {Space} [at]
 * @property {Space[]} [between]
 * @property {string} [kind]
 * @property {string} [by]
 * @property {string} [came]
 * @property {Side[]} [sides]
 */
/** @typedef {{ step: number, events: Happened[], changes: { at: Space, piece: Piece | null }[] }} Step */
/** @typedef {{ turn: number, before: Piece[], steps: Step[] }} Round */
/**
 * @typedef {Omit<View, "plan" | "last"> & { table: Table, turn: number, last_turn: number, orders?: Orders,
 *   round: Round | null, plan: Order[], last: (Partial<Order> & { seat: string, move: string })[] }} BasesView
 */

/** @param {Space} space */
export const keyOf = ([x, y]) => `${x},${y}`;

/**
 * @param {Space | undefined} one
 * @param {Space | undefined} other
 */
export const isSame = (one, other) => Boolean(one && other && one[0] === other[0] && one[1] === other[1]);
