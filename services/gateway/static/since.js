// What a view tells that the one before it did not: where much is hidden, or Chaos plays, views tell things again.

/** @import { Happening } from "./family.js" */

/**
 * The last events of a view without those that were told before; none where it tells the same once more.
 *
 * @param {Happening[]} last
 * @param {Happening[]} before the last events of the view before it
 */
export function since(last, before) {
  // What Chaos does stands behind what was told before, which may be told otherwise since.
  const isSame = last.length > before.length ? isSameMove : isAlike;
  const isContinued = last.length >= before.length && before.every((event, index) => isSame(event, last[index]));
  return isContinued ? last.slice(before.length) : last;
}

/** @type {(one: Happening, other: Happening) => boolean} */
const isSameMove = (one, other) => one.seat === other.seat && one.move === other.move;

/** @type {(one: Happening, other: Happening) => boolean} */
const isAlike = (one, other) => JSON.stringify(one) === JSON.stringify(other);
