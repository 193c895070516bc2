// Orders and what came of them, in plain words.

import { nameOf, subject } from "../../seating.js";
import { t } from "../../texts.js";
import { capital, listed } from "../../words.js";
import { aPiece, baseOf, FACTORY, kindName, pieceOf, seatName, TRAIN } from "./names.js";
import { keyOf } from "./view.js";

/** @import { Match } from "../../family.js" */
/** @import { BasesView, Happened, Order, Piece, Side, Space } from "./view.js" */

/** @typedef {Match<any>} AnyMatch */

/** What the steps of a round are called. */
export const STEPS = [
  "",
  t("flags"),
  t("orders are shown"),
  t("early moves"),
  t("new pieces"),
  t("moves"),
  t("conflicts"),
  t("tows"),
];

/** @param {Space | undefined} space */
const at = (space) => (space ? keyOf(space) : "");

/**
 * An order of the player's own.
 *
 * @param {Order} order
 * @param {string} [kind] of the piece that moves
 */
export function sayOrder({ order, from, to, kind: made, by }, kind) {
  const way = { from: at(from), to: at(to) };
  if (order === "move") return t("{piece} from {from} to {to}", { ...way, piece: capital(kindName(kind)) });
  if (order === "flash") return t("Flash from {from} to {to}, early", way);
  if (order === "tow") return t("Train tows from {from} to {to}", way);
  if (order !== "produce") {
    return order === "flag up" ? t("Your flag goes up: you surrender") : t("Your flag comes down");
  }
  const making = { ...way, piece: aPiece(made) };
  return by === "factory"
    ? t("Factory on {from} makes {piece} on {to}", making)
    : t("Base on {from} makes {piece} on {to}", making);
}

/**
 * @param {Piece | undefined} piece
 * @param {AnyMatch} match
 */
export function sayPiece(piece, match) {
  if (!piece) return "";
  const { seat, kind, known_to: knownTo } = piece;
  const isOwn = seat === match.viewer;
  const name = pieceOf(kind, isOwn ? "" : capital(seatName(seat)));
  if (kind === undefined || !knownTo || !isOwn) return name;
  if (knownTo.length === 0) return t("{piece}, known to nobody else", { piece: name });
  return knownTo.length === match.seats.length - 1
    ? t("{piece}, known to all", { piece: name })
    : t("{piece}, known to {list}", { piece: name, list: listed(knownTo.map((one) => capital(seatName(one)))) });
}

/**
 * Something that happened, in a sentence.
 *
 * @param {Happened} told
 * @param {AnyMatch} match
 */
export function sayHappened(told, match) {
  const you = told.seat === match.viewer;
  const who = told.seat ? subject(match, told.seat) : "";
  const owner = you ? "" : who;
  const way = { from: at(told.from), to: at(told.to) };
  /** @type {Record<Happened["what"], () => string>} */
  const said = {
    flag: () => flagged(who, you, Boolean(told.up)),
    order: () => ordered(who, told),
    arrives: () => t("{piece} goes from {from} to {to}.", { ...way, piece: begun(pieceOf(told.kind, owner), owner) }),
    conflict: () => metOn(told, match),
    "head on": () => metBetween(told, match),
    produces: () => produced(told, begun(told.by === "factory" ? pieceOf(FACTORY, owner) : baseOf(owner), owner)),
    tows: () => towed(told, begun(pieceOf(TRAIN, owner), owner)),
  };
  return said[told.what]();
}

/**
 * What a sentence begins with: "Your train", but "bob's train", as Bob writes himself.
 *
 * @param {string} words
 * @param {string} owner "" for the viewer
 */
const begun = (words, owner) => (owner ? words : capital(words));

/**
 * @param {string} who
 * @param {boolean} you
 * @param {boolean} up
 */
function flagged(who, you, up) {
  if (you) return up ? t("You put up your flag.") : t("You took down your flag.");
  return up ? t("{who} put up a flag.", { who }) : t("{who} took down the flag.", { who });
}

/**
 * @param {string} who
 * @param {Partial<Order>} told
 */
function ordered(who, { order, from, to, kind, by }) {
  const said = { who, from: at(from), to: at(to) };
  if (order === "tow") return t("{who}: a train tows from {from} to {to}.", said);
  if (order === "flash") return t("{who}: a flash goes early from {from} to {to}.", said);
  if (order !== "produce") return t("{who}: a piece goes from {from} to {to}.", said);
  const making = { ...said, piece: aPiece(kind) };
  return by === "factory"
    ? t("{who}: the factory on {from} makes {piece} on {to}.", making)
    : t("{who}: the base on {from} makes {piece} on {to}.", making);
}

/**
 * Pieces that met on a space.
 *
 * @param {Happened} told
 * @param {AnyMatch} match
 */
function metOn({ at: space, sides = [] }, match) {
  const said = { at: at(space), ...metBy(sides, match) };
  return said.survivor
    ? t("On {at}: {pieces} meet. {survivor} survives.", said)
    : t("On {at}: {pieces} meet. All are destroyed.", said);
}

/**
 * Pieces that met on their way to each other's space.
 *
 * @param {Happened} told
 * @param {AnyMatch} match
 */
function metBetween({ between = [], sides = [] }, match) {
  const said = { spaces: listed(between.map(at)), ...metBy(sides, match) };
  return said.survivor
    ? t("Head on between {spaces}: {pieces} meet. {survivor} survives.", said)
    : t("Head on between {spaces}: {pieces} meet. All are destroyed.", said);
}

/**
 * @param {Side[]} sides
 * @param {AnyMatch} match
 */
function metBy(sides, match) {
  const ownerOf = (/** @type {Side} */ { seat }) => (seat === match.viewer ? "" : nameOf(match, seat));
  const name = (/** @type {Side} */ side) => pieceOf(side.kind, ownerOf(side));
  const pieces = sides.map((side) =>
    side.from
      ? t("{piece} from {from}", { piece: name(side), from: at(side.from) })
      : t("{piece} that stood there", { piece: name(side) }),
  );
  const left = sides.find(({ lives }) => lives);
  const [first] = sides;
  return {
    pieces: first ? begun(listed(pieces), ownerOf(first)) : "",
    survivor: left ? begun(name(left), ownerOf(left)) : "",
  };
}

/** @type {Record<string, string>} */
const FAILED = {
  occupied: t("the space is taken"),
  contested: t("two chose the same space"),
  "producer lost": t("the factory was destroyed"),
  "too many": t("there are fifteen pieces already"),
  "train lost": t("the train was destroyed"),
  "nothing there": t("there is nothing to tow"),
};

/**
 * @param {Happened} told
 * @param {string} producer
 */
const produced = ({ came, kind, to }, producer) =>
  came === "done"
    ? t("{producer} makes {piece} on {to}.", { producer, piece: aPiece(kind), to: at(to) })
    : t("{producer} makes nothing on {to}: {why}.", { producer, to: at(to), why: FAILED[came ?? ""] });

/**
 * @param {Happened} told
 * @param {string} train
 */
const towed = ({ came, from, to }, train) =>
  came === "done"
    ? t("{train} tows a piece from {from} to {to}.", { train, from: at(from), to: at(to) })
    : t("{train} tows nothing to {to}: {why}.", { train, to: at(to), why: FAILED[came ?? ""] });

/**
 * What all ordered, as events are told.
 *
 * @param {BasesView} view
 * @param {AnyMatch} match
 */
export function sayEvents({ last, outcome, table }, match) {
  // Where flags end a match, nothing that was ordered beside them is carried out.
  const isByFlags = outcome && table.seats.filter(({ flag }) => !flag).length < 2;
  return last.filter(({ to }) => !isByFlags || !to).map((told) => sayEvent(told, match));
}

/**
 * What a seat ordered.
 *
 * @param {Partial<Order> & { seat: string, move: string }} told
 * @param {AnyMatch} match
 */
function sayEvent(told, match) {
  const who = subject(match, told.seat);
  const you = told.seat === match.viewer;
  if (told.move === "leave") return t("{who} left; a bot plays on.", { who });
  if (told.order === "done") return t("{who} gave no orders.", { who });
  if (told.order?.startsWith("flag")) return flagged(who, you, told.order === "flag up");
  return ordered(who, told);
}
