// From what a player points at to a move: the entries of the view's `legal` that it can mean.

import { isIn, isOnBoard, keyOf, stackOf } from "./view.js";

/** @import { At, BoardMove, BoardRules, Key, Looks, Move } from "./view.js" */

/**
 * @param {Looks | null | undefined} one
 * @param {Looks | null | undefined} other
 */
export const isSameKind = (one, other) => one?.shape === other?.shape && one?.color === other?.color;

/**
 * Has what was found among moves be found once: it is asked for several times in each drawing, of hundreds of moves.
 *
 * @template T
 * @param {(legal: Move[]) => T} find
 * @returns {(legal: Move[]) => T}
 */
function once(find) {
  /** @type {WeakMap<Move[], { found: T }>} */
  const known = new WeakMap();
  return (legal) => {
    const kept = known.get(legal) ?? { found: find(legal) };
    known.set(legal, kept);
    return kept.found;
  };
}

/** @param {BoardMove} move */
const isPlacement = (move) => !move.from;

/**
 * @param {Move} move
 * @param {At} at
 */
const isFrom = (move, at) => move.from !== undefined && keyOf(move.from) === keyOf(at);

/** The kinds of piece that may be placed, in the order of the view. */
export const placeable = once((legal) => {
  const kinds = new Map();
  for (const { shape, color } of legal.filter(isOnBoard).filter(isPlacement)) {
    kinds.set(`${color} ${shape}`, { shape, color });
  }
  return /** @type {Looks[]} */ ([...kinds.values()]);
});

/**
 * The kind of piece that a click places: the one chosen last while there is any, else the first.
 *
 * @param {Move[]} legal
 * @param {Looks | null} chosen
 */
export function kindInHand(legal, chosen) {
  const kinds = placeable(legal);
  return kinds.find((kind) => isSameKind(kind, chosen)) ?? kinds[0] ?? null;
}

/** The keys of the pieces that may be picked up. */
export const sources = once((legal) => new Set(legal.flatMap(({ from }) => (from ? [keyOf(from)] : []))));

/** The piece that is picked up by itself, as no other can move and nothing be placed; null where there is a choice. */
export const onlySource = once((legal) => {
  const onBoard = legal.filter(isOnBoard);
  const from = onBoard[0]?.from;
  return from && onBoard.every((one) => isFrom(one, from)) ? from : null;
});

/**
 * The moves that a space can mean: those of the piece that was picked up, or placements of the kind in hand.
 *
 * @param {Move[]} legal
 * @param {At | null} source
 * @param {Looks | null} kind
 */
export function candidates(legal, source, kind) {
  const onBoard = legal.filter(isOnBoard);
  if (source) return onBoard.filter((one) => isFrom(one, source));
  return onBoard.filter((one) => isPlacement(one) && isSameKind(one, kind));
}

/**
 * Where what is in hand may go, and what a choice would put there.
 *
 * @param {Move[]} legal
 * @param {At | null} source
 * @param {Looks | null} kind
 * @returns {Map<Key, Looks>}
 */
export function targetsOf(legal, source, kind) {
  const known = targetsKnown(legal);
  const hand = JSON.stringify([source, kind]);
  const found =
    known.get(hand) ??
    new Map(candidates(legal, source, kind).map(({ to, shape, color }) => [keyOf(to), { shape, color }]));
  known.set(hand, found);
  return found;
}

/** By what is in hand. @type {(legal: Move[]) => Map<string, Map<Key, Looks>>} */
const targetsKnown = once(() => new Map());

/**
 * The pieces of one stack, from the bottom, that may be picked up.
 *
 * @param {Move[]} legal
 * @param {At} at
 * @param {BoardRules} board
 */
export function graspable(legal, at, { kind }) {
  if (kind !== "stacks") return [at];
  const froms = legal.flatMap(({ from }) => (from && isIn(from, stackOf(at)) ? [from] : []));
  const among = new Map(froms.map((from) => [from[3], from]));
  return [...among.values()].sort((one, other) => one[3] - other[3]);
}
