// What a smaller board, or fewer players, shapes or phases hide of a draft: kept, to come back with the larger one.

import { contentsOf, MARK, putContent } from "./marks.js";
import { isPlayed, roomAt } from "./placing.js";
import { atOf } from "./view.js";

/** @import { Draft } from "./draft.js" */
/** @import { Phase, ShapeRules } from "./form.js" */
/** @import { Contents } from "./marks.js" */
/** @import { Key } from "./view.js" */

/**
 * @typedef {object} Hidden
 * @property {Record<string, Record<Key, string[]>>} marks what was put on spaces, by path and key
 * @property {Record<string, ShapeRules>} shapes
 * @property {Record<string, Record<string, number>>} reserves by shape and owner
 * @property {Record<string, string>} moves by shape
 * @property {Phase[]} phases in their order
 * @property {Record<string, string[]>} locked seats, by the number of the phase
 * @property {boolean} [isFull] while the board has a size that cannot be: whether reserves held a piece for each space
 */

/** @returns {Hidden} */
export const nothingHidden = () => ({ marks: {}, shapes: {}, reserves: {}, moves: {}, phases: [], locked: {} });

/**
 * Has as many phases as `count`. What was put on spaces in those that go is kept by itself: the board may be another
 * one when they come back.
 *
 * @param {Draft} draft
 * @param {number} count
 */
export function countPhases({ rules: { phases }, hidden }, count) {
  const gone = phases.splice(count);
  for (const phase of gone) {
    delete phase.locks;
    delete phase.cloaks;
  }
  hidden.phases.unshift(...gone);
  while (phases.length < count) phases.push(hidden.phases.shift() ?? {});
}

/**
 * Keeps what a change took from the spaces, and gives back what they have room for now.
 *
 * @param {Draft} draft after the change
 * @param {Contents} before
 */
export function keepMarks(draft, before) {
  const { marks } = draft.hidden;
  const now = contentsOf(draft);
  for (const [path, had] of Object.entries(before)) {
    const hidden = (marks[path] ??= {});
    for (const [key, things] of had) {
      const lost = without(things, now[path]?.get(key) ?? []);
      if (lost.length > 0) hidden[key] = [...lost, ...(hidden[key] ?? [])];
    }
  }
  for (const [path, here] of Object.entries(now)) {
    if (giveBack(draft, path, here, (marks[path] ??= {}))) putContent(draft, path, here);
  }
}

/**
 * Moves what has room from what is hidden to what is there; whether anything has.
 *
 * @param {Draft} draft
 * @param {string} path
 * @param {Map<Key, string[]>} now
 * @param {Record<Key, string[]>} hidden
 */
function giveBack(draft, path, now, hidden) {
  let some = false;
  for (const [key, kept] of Object.entries(hidden)) {
    const here = now.get(key) ?? [];
    const room = roomFor(draft, path, key) - here.length;
    const back = kept.filter((one) => !here.includes(MARK) && canHave(draft, path, one)).slice(0, Math.max(0, room));
    if (back.length === 0) continue;
    some = true;
    now.set(key, [...here, ...back]);
    const rest = without(kept, back);
    if (rest.length > 0) hidden[key] = rest;
    else delete hidden[key];
  }
  return some;
}

/**
 * How many things a space, or a stack of pieces, can have.
 *
 * @param {Draft} draft
 * @param {string} path
 * @param {Key} key
 */
function roomFor(draft, path, key) {
  const [board, ...place] = atOf(key);
  const { size } = draft.rules.board;
  const isThere = board <= (draft.get("board.count") ?? 1) && place.every((number, axis) => number <= size[axis]);
  if (!isThere) return 0;
  return path === "setup" ? roomAt(draft, key) : Infinity;
}

/**
 * Whether a thing means something now: its seat, or its owner and shape, plays.
 *
 * @param {Draft} draft
 * @param {string} path
 * @param {string} thing
 */
function canHave(draft, path, thing) {
  if (path === "setup") return isPlayed(draft, thing);
  if (path === "board.exclusive") return draft.seats.includes(thing);
  const field = draft.markerFields.find((one) => draft.inEachPhase(one.path).includes(path));
  return draft.holds(field?.shown_when ?? []);
}

/**
 * A list less what is in another, each as often as it is there.
 *
 * @param {string[]} list
 * @param {string[]} less
 */
function without(list, less) {
  const rest = [...less];
  return list.filter((one) => {
    const index = rest.indexOf(one);
    if (index >= 0) rest.splice(index, 1);
    return index < 0;
  });
}
