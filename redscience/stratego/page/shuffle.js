// A set-up such as people make: the flag behind, guarded by bombs, the spy near the general, strong pieces in front.

/** @import { Counts, Kind, Square } from "./view.js" */

/**
 * How much a kind wants to be in each row, from the last to the foremost.
 *
 * @type {Record<Kind, number[]>}
 */
const LIKES = {
  flag: [1, 0, 0, 0],
  bomb: [4, 4, 2, 0.5],
  spy: [1, 4, 4, 0],
  miner: [5, 4, 2, 0.5],
  marshal: [0.5, 3, 4, 2],
  general: [0.5, 3, 4, 2],
  colonel: [0.5, 2, 4, 3],
  major: [0.5, 2, 3, 4],
  captain: [1, 2, 3, 4],
  lieutenant: [1, 2, 3, 4],
  sergeant: [2, 2, 2, 3],
  scout: [2, 2, 2, 5],
};
const ORDER = ["flag", "bomb", "general", "spy", "marshal", "miner", "colonel", "major", "captain", "lieutenant"];
/** So many bombs stand beside the flag, where there are as many. */
const GUARDS = 3;
/** How much more than elsewhere a piece wants to be beside the one that it belongs to. */
const BESIDE = 150;

/**
 * @param {Square[][]} rows the free squares, from the last row to the foremost, each from one side to the other
 * @param {Counts} army
 * @param {() => number} [chance] a number from 0 to 1
 * @returns {Record<Square, Kind>}
 */
export function shuffled(rows, army, chance = Math.random) {
  /** @type {Record<Square, Kind>} */
  const placed = {};
  const kinds = Object.keys(army).sort((one, other) => rankOf(one) - rankOf(other));
  for (const kind of kinds) {
    for (let number = 0; number < army[kind]; number++) {
      const free = rows.flatMap((row, depth) =>
        row.filter((square) => !placed[square]).map((square) => ({ square, depth })),
      );
      const weights = free.map(({ square, depth }) => likes(kind, depth) * nearness(kind, number, square, placed));
      placed[free[drawn(weights, chance)].square] = kind;
    }
  }
  return placed;
}

/** @param {Kind} kind */
const rankOf = (kind) => (ORDER.includes(kind) ? ORDER.indexOf(kind) : ORDER.length);

/**
 * What is all but impossible is done where nothing else is left.
 *
 * @param {Kind} kind
 * @param {number} depth
 */
const likes = (kind, depth) => Math.max(LIKES[kind]?.[depth] ?? 1, 1e-9);

/**
 * @param {Kind} kind
 * @param {number} number
 * @param {Square} square
 * @param {Record<Square, Kind>} placed
 */
function nearness(kind, number, square, placed) {
  const beside = kind === "bomb" && number < GUARDS ? "flag" : kind === "spy" ? "general" : "";
  if (!beside) return 1;
  return Object.entries(placed).some(([other, one]) => one === beside && isBeside(square, other)) ? BESIDE : 1;
}

/**
 * @param {Square} one
 * @param {Square} other
 */
const isBeside = (one, other) =>
  Math.abs(one.charCodeAt(0) - other.charCodeAt(0)) + Math.abs(one.charCodeAt(1) - other.charCodeAt(1)) === 1;

/**
 * @param {number[]} weights
 * @param {() => number} chance
 */
function drawn(weights, chance) {
  let rest = chance() * weights.reduce((sum, weight) => sum + weight, 0);
  const index = weights.findIndex((weight) => (rest -= weight) < 0);
  return index < 0 ? weights.length - 1 : index;
}
