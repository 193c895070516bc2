// Sets of spaces, as rule-set files write them: `x,y[,z]`, each a number, a range `3-5` or `*`; before them `b:` for
// one board; a missing z means all heights; `all` is every space; several are separated by blanks.

import { atOf, keyOf } from "./view.js";

/** @import { At, Key } from "./view.js" */

/** @typedef {{ size: number[], count: number }} Extent of all boards */
/** @typedef {[first: number, last: number]} Span */

const SPAN = String.raw`(\*|\d+)(?:-(\d+))?`;
const TEXT = new RegExp(`^(?:${SPAN}:)?${SPAN},${SPAN}(?:,${SPAN})?$`);

/**
 * The keys of the texts (a list, or one text).
 *
 * @param {string | string[] | undefined} texts
 * @param {Extent} extent
 * @returns {Set<Key>}
 */
export function keysOf(texts, extent) {
  const words = [texts ?? []].flat().join(" ").split(/\s+/).filter(Boolean);
  return new Set(words.flatMap((word) => spacesOf(word, extent).map(keyOf)));
}

/**
 * @param {string} text
 * @param {Extent} extent
 * @returns {At[]}
 */
function spacesOf(text, { size, count }) {
  const most = [count, ...size];
  if (text === "all") return within(most.map((last) => [1, last]));
  const found = TEXT.exec(text)?.slice(1);
  if (!found) return [];
  return within(most.map((last, axis) => span(found[2 * axis], found[2 * axis + 1], last)));
}

/**
 * What a number, a range, `*` or nothing means along an axis.
 *
 * @param {string | undefined} first
 * @param {string | undefined} last
 * @param {number} most
 * @returns {Span}
 */
function span(first, last, most) {
  if (first === undefined || first === "*") return [1, most];
  return [Number(first), Math.min(most, Number(last ?? first))];
}

/**
 * The spaces of a block: the first and the last of each of board, x, y and z.
 *
 * @param {Span[]} spans
 * @returns {At[]}
 */
function within(spans) {
  return spans.reduce(
    (spaces, [first, last]) => spaces.flatMap((space) => numbers(first, last).map((number) => [...space, number])),
    /** @type {At[]} */ ([[]]),
  );
}

/**
 * @param {number} first
 * @param {number} last
 */
const numbers = (first, last) => Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);

/**
 * The texts of a set: "all", or blocks as ranges, as the library writes them.
 *
 * @param {Set<Key>} keys
 * @param {Extent} extent
 * @returns {string | string[]}
 */
export function textsOf(keys, extent) {
  const [x, y, z] = extent.size;
  if (keys.size > 0 && keys.size === x * y * z * extent.count) return "all";
  const rest = new Set(keys);
  const texts = [];
  for (const key of [...keys].sort(byRow)) {
    if (!rest.has(key)) continue;
    const block = grown(atOf(key), rest, extent);
    for (const at of within(block)) rest.delete(keyOf(at));
    texts.push(blockText(block, extent));
  }
  return texts;
}

const [BOARD, X, Y, Z] = [0, 1, 2, 3];

/**
 * @param {Key} one
 * @param {Key} other
 */
function byRow(one, other) {
  const [from, to] = [atOf(one), atOf(other)];
  return [BOARD, Y, X, Z].map((axis) => from[axis] - to[axis]).find((difference) => difference !== 0) ?? 0;
}

/**
 * The largest block from a space on, height first, then x, y and the boards: the order in which people speak.
 *
 * @param {At} at
 * @param {Set<Key>} keys
 * @param {Extent} extent
 * @returns {Span[]}
 */
function grown(at, keys, { size, count }) {
  const most = [count, ...size];
  /** @type {Span[]} */
  const block = at.map((number) => [number, number]);
  for (const axis of [Z, X, Y, BOARD]) {
    // Either all boards or one: what lies on some of them is said of each.
    if (axis === BOARD && at[BOARD] !== 1) continue;
    let last = block[axis][1];
    while (last < most[axis] && slice(block, axis, last + 1).every((space) => keys.has(keyOf(space)))) last += 1;
    if (axis !== BOARD || last === most[axis]) block[axis][1] = last;
  }
  return block;
}

/**
 * The spaces of a block at one number along an axis.
 *
 * @param {Span[]} block
 * @param {number} axis
 * @param {number} number
 */
const slice = (block, axis, number) => within(block.map((one, index) => (index === axis ? [number, number] : one)));

/**
 * @param {Span[]} block
 * @param {Extent} extent
 */
function blockText(block, { size, count }) {
  const [board, x, y, z] = block.map(([first, last]) => (first === last ? String(first) : `${first}-${last}`));
  const isWhole = (/** @type {number} */ axis, /** @type {number} */ most) =>
    block[axis][0] === 1 && block[axis][1] === most;
  return `${isWhole(BOARD, count) ? "" : `${board}:`}${x},${y}${isWhole(Z, size[2]) ? "" : `,${z}`}`;
}
