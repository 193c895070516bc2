// Sets of spaces, as a draft's entries have them.

import { textsOf } from "./spaces.js";
import { keyOf, stackOf } from "./view.js";

/** @import { Draft } from "./draft.js" */
/** @import { At, Key } from "./view.js" */

/**
 * The board of a draft, as the texts of its spaces need it.
 *
 * @param {Draft} draft
 */
export const boardOf = (draft) => ({ size: draft.rules.board.size, count: draft.get("board.count") ?? 1 });

/**
 * @param {Draft} draft
 * @returns {At[]}
 */
export function everySpace(draft) {
  const { size, count } = boardOf(draft);
  const [x, y, z] = size;
  const upTo = (/** @type {number} */ most) => Array.from({ length: most }, (_, index) => index + 1);
  const rowsOf = (/** @type {number} */ b, /** @type {number} */ h) =>
    upTo(y).flatMap((v) => upTo(x).map((u) => [b, u, v, h]));
  return upTo(count).flatMap((b) => upTo(z).flatMap((h) => rowsOf(b, h)));
}

/**
 * The keys that a choice of `at` means.
 *
 * @param {Draft} draft
 * @param {At} at
 * @param {boolean} [whole]
 */
export function meant(draft, at, whole) {
  if (!draft.stands || !whole) return [keyOf(at)];
  return everyHeight(draft).map((z) => keyOf([...stackOf(at), z]));
}

/** @param {Draft} draft */
export const everyHeight = (draft) => Array.from({ length: draft.rules.board.size[2] }, (_, index) => index + 1);

/**
 * Keys by what they have; those that have nothing are left out.
 *
 * @param {Map<Key, string>} contents
 */
export function grouped(contents) {
  /** @type {Map<string, Set<Key>>} */
  const groups = new Map();
  for (const [key, content] of contents) {
    if (content) groups.set(content, (groups.get(content) ?? new Set()).add(key));
  }
  return groups;
}

/**
 * @param {Set<Key>} keys
 * @param {Draft} draft
 */
export const textOf = (keys, draft) => [textsOf(keys, boardOf(draft))].flat().join(" ");

/**
 * What is empty is left out, so that the file says no more than it must.
 *
 * @param {Draft} draft
 * @param {string} path
 * @param {object | string} value
 */
export function put(draft, path, value) {
  draft.put(path, Object.keys(value).length > 0 ? value : undefined);
}
