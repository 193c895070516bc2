// From what a player points at to a move: the entries of the view's `legal` that it can mean.

import { keyOf, stackOf } from "./spaces.js";

export const isSameKind = (one, other) => one?.shape === other?.shape && one?.color === other?.color;

const isOnBoard = (legal) => Boolean(legal.to);
const isPlacement = (legal) => isOnBoard(legal) && !legal.from;
const isFrom = (legal, at) => Boolean(legal.from && at) && keyOf(legal.from) === keyOf(at);

/** The kinds of piece that may be placed, in the order of the view. */
export function placeable(legal) {
  const kinds = new Map();
  for (const { shape, color } of legal.filter(isPlacement)) kinds.set(`${color} ${shape}`, { shape, color });
  return [...kinds.values()];
}

/** The kind of piece that a click places: the one chosen last while there is any, else the first. */
export function kindInHand(legal, chosen) {
  const kinds = placeable(legal);
  return kinds.find((kind) => isSameKind(kind, chosen)) ?? kinds[0] ?? null;
}

/** The keys of the pieces that may be picked up. */
export const sources = (legal) => new Set(legal.filter((one) => one.from).map((one) => keyOf(one.from)));

/** The piece that is picked up by itself, because no other can move and nothing be placed; null where there is a choice. */
export function onlySource(legal) {
  const onBoard = legal.filter(isOnBoard);
  const from = onBoard[0]?.from ?? null;
  return from && onBoard.every((one) => isFrom(one, from)) ? from : null;
}

/** The moves that a space can mean: those of the piece that was picked up, or placements of the kind in hand. */
export function candidates(legal, source, kind) {
  if (source) return legal.filter((one) => isFrom(one, source) && isOnBoard(one));
  return legal.filter((one) => isPlacement(one) && isSameKind(one, kind));
}

/** The pieces of one stack, from the bottom, that may be picked up. */
export function graspable(legal, at, { kind }) {
  if (kind !== "stacks") return [at];
  const among = new Map(legal.filter((one) => one.from && stackOf(keyOf(one.from)) === stackOf(keyOf(at))).map((one) => [one.from[3], one.from]));
  return [...among.values()].sort((one, other) => one[3] - other[3]);
}

/** Moves that are no place on the board: pass, a draw, an answer. */
export const answers = (legal) => legal.filter((one) => !isOnBoard(one));
