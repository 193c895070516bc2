// Orders and what came of them, in plain words.

import { nameOf } from "../../seating.js";
import { capital, listed } from "../../words.js";
import { aPiece, keyOf, KINDS } from "./view.js";

/** @import { Match } from "../../family.js" */
/** @import { Happened, Order, Piece, Side, Space } from "./view.js" */

/** @typedef {Match<any>} AnyMatch */

/** What the steps of a round are called. */
export const STEPS = ["", "Flags", "Orders are shown", "Early moves", "New pieces", "Moves", "Conflicts", "Tows"];

/** @param {Space | undefined} space */
const at = (space) => (space ? keyOf(space) : "");

/**
 * An order of the player's own.
 *
 * @param {Order} order
 * @param {string} [kind] of the piece that moves
 */
export function sayOrder({ order, from, to, kind: made, by }, kind) {
  const name = kind === undefined ? "piece" : KINDS[kind];
  if (order === "move") return `${capital(name)} from ${at(from)} to ${at(to)}`;
  if (order === "flash") return `Flash from ${at(from)} to ${at(to)}, early`;
  if (order === "tow") return `Train tows from ${at(from)} to ${at(to)}`;
  if (order === "produce") return `${capital(by ?? "base")} on ${at(from)} makes ${aPiece(made)} on ${at(to)}`;
  if (order === "done") return "No orders";
  return order === "flag up" ? "Your flag goes up: you surrender" : "Your flag comes down";
}

/**
 * @param {Piece | undefined} piece
 * @param {AnyMatch} match
 */
export function sayPiece(piece, match) {
  if (!piece) return "";
  const whose = piece.seat === match.viewer ? "your" : `${capital(piece.seat)}'s`;
  const name = piece.kind === undefined ? "piece" : KINDS[piece.kind];
  if (piece.kind === undefined || !piece.known_to || piece.seat !== match.viewer) return `${whose} ${name}`;
  const others = match.seats.map(({ seat }) => seat).filter((seat) => seat !== piece.seat);
  if (piece.known_to.length === 0) return `${whose} ${name}, known to nobody else`;
  const all = piece.known_to.length === others.length;
  return `${whose} ${name}, known to ${all ? "all" : listed(piece.known_to.map(capital))}`;
}

/**
 * Something that happened, in a sentence.
 *
 * @param {Happened} told
 * @param {AnyMatch} match
 */
export function sayHappened(told, match) {
  const who = capital(told.seat ? nameOf(match, told.seat) : "");
  const you = told.seat === match.viewer;
  /** @type {Record<Happened["what"], () => string>} */
  const said = {
    flag: () => flagged(who, you, Boolean(told.up)),
    order: () => `${who}: ${ordered(told)}.`,
    arrives: () => `${possessive(who, you)} ${named(told.kind)} goes from ${at(told.from)} to ${at(told.to)}.`,
    conflict: () => `On ${at(told.at)}: ${met(told.sides ?? [], match)}`,
    "head on": () => `Head on between ${listed((told.between ?? []).map(at))}: ${met(told.sides ?? [], match)}`,
    produces: () => produced(told, `${possessive(who, you)} ${told.by}`),
    tows: () => towed(told, `${possessive(who, you)} train`),
  };
  return said[told.what]();
}

/**
 * @param {string} who
 * @param {boolean} you
 * @param {boolean} up
 */
const flagged = (who, you, up) => `${who} ${up ? "put up" : "took down"} ${you ? "your" : up ? "a" : "the"} flag.`;

/** @param {string | undefined} kind */
const named = (kind) => (kind === undefined ? "piece" : KINDS[kind]);

/**
 * @param {string} who
 * @param {boolean} you
 */
const possessive = (who, you) => (you ? "Your" : `${who}'s`);

/** @param {Partial<Order>} told */
function ordered({ order, from, to, kind, by }) {
  if (order === "produce") return `the ${by ?? "base"} on ${at(from)} makes ${aPiece(kind)} on ${at(to)}`;
  if (order === "tow") return `a train tows from ${at(from)} to ${at(to)}`;
  if (order === "flash") return `a flash goes early from ${at(from)} to ${at(to)}`;
  return `a piece goes from ${at(from)} to ${at(to)}`;
}

/**
 * @param {Side[]} sides
 * @param {AnyMatch} match
 */
function met(sides, match) {
  const name = (/** @type {Side} */ { seat, kind }) =>
    `${seat === match.viewer ? "your" : `${capital(nameOf(match, seat))}'s`} ${named(kind)}`;
  const came = sides.map((side) => `${name(side)} ${side.from ? `from ${at(side.from)}` : "that stood there"}`);
  const left = sides.find(({ lives }) => lives);
  return `${capital(listed(came))} meet. ${left ? `${capital(name(left))} survives.` : "All are destroyed."}`;
}

/** @type {Record<string, string>} */
const FAILED = {
  occupied: "the space is taken",
  contested: "two chose the same space",
  "producer lost": "the factory was destroyed",
  "too many": "there are fifteen pieces already",
  "train lost": "the train was destroyed",
  "nothing there": "there is nothing to tow",
};

/**
 * @param {Happened} told
 * @param {string} who
 */
function produced({ came, kind, to }, who) {
  return came === "done"
    ? `${who} makes ${kind === undefined ? "a piece" : aPiece(kind)} on ${at(to)}.`
    : `${who} makes nothing on ${at(to)}: ${FAILED[came ?? ""]}.`;
}

/**
 * @param {Happened} told
 * @param {string} who
 */
function towed({ came, from, to }, who) {
  return came === "done"
    ? `${who} tows a piece from ${at(from)} to ${at(to)}.`
    : `${who} tows nothing to ${at(to)}: ${FAILED[came ?? ""]}.`;
}

/**
 * What a seat ordered, as events are told.
 *
 * @param {Partial<Order> & { seat: string, move: string }} told
 * @param {AnyMatch} match
 */
export function sayEvent(told, match) {
  const who = capital(nameOf(match, told.seat));
  const you = told.seat === match.viewer;
  if (told.move === "leave") return `${who} left; a bot plays on.`;
  if (told.order === "done") return `${who} gave no orders.`;
  if (told.order?.startsWith("flag")) return flagged(who, you, told.order === "flag up");
  return `${who}: ${ordered(told)}.`;
}
