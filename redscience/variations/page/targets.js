// Where a move may lead, and which of these choosing a space means.

import { atOf, isIn, keyOf, stackOf } from "./view.js";

/** @import { Picture } from "./board.js" */
/** @import { At, Key, Looks, Table } from "./view.js" */

/**
 * Whether there is anything to be told by marking targets: not where every empty space, or stack, is one.
 *
 * @param {Required<Picture>} picture
 */
export function hasChoice({ table, targets }) {
  const { kind, size, count } = table.board;
  const [x, y, z] = size;
  if (kind === "stacks") return targets.size < x * y * count;
  return targets.size < x * y * z * count - table.pieces.length;
}

/**
 * The target that choosing a space means: on stacks the one of its column.
 *
 * @param {At} at
 * @param {Map<Key, Looks>} targets
 * @param {Table} table
 */
export function targetOf(at, targets, { board }) {
  const key = keyOf(at);
  if (targets.has(key)) return key;
  if (board.kind !== "stacks") return null;
  return [...targets.keys()].find((one) => isIn(atOf(one), stackOf(at))) ?? null;
}
