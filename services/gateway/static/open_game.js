// Games in which nothing is hidden or drawn: their views hold the whole of the match.

/**
 * Whether a view says that nothing is hidden or drawn in its game.
 *
 * @param {any} view
 */
export const isOpen = (view) => typeof view?.state === "string";

/**
 * Whether a view's match has fewer events than another's: moves were taken back.
 *
 * @param {any} view
 * @param {any} other
 */
export const isShorter = (view, other) => (view?.state ?? "").length < (other?.state ?? "").length;

// What helps to choose a move: views of moments that are past have none of it.
const FOR_CHOOSING = ["legal", "state"];

/**
 * Whether two views of an open game are of the same moment.
 *
 * @param {any} one
 * @param {any} other
 */
export function isSame(one, other) {
  if (one.state && other.state) return one.state === other.state;
  const both = Object.keys(one).filter((name) => name in other && !FOR_CHOOSING.includes(name));
  return both.every((name) => JSON.stringify(one[name]) === JSON.stringify(other[name]));
}
