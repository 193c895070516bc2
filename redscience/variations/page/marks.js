// What the Factory puts on spaces: pieces, and the properties that spaces have.

import { boardOf, grouped, put, textOf } from "./entries.js";
import { piecesOf, prunePieces, putPieces } from "./placing.js";
import { keysOf, textsOf } from "./spaces.js";
import { atOf } from "./view.js";

/** @import { Draft } from "./draft.js" */
/** @import { Field } from "./form.js" */
/** @import { Key, Marks } from "./view.js" */

/**
 * What a click on a space sets or clears: a field, with whom or what of it.
 *
 * @typedef {Field & {
 *   name: string,
 *   key: string,
 *   seat?: string,
 *   owner?: string,
 *   shape?: string,
 *   color?: string,
 *   whole?: boolean,
 *   many?: number,
 * }} Marker `key` tells those of one field apart; on stacks `whole` says that the whole stack is meant, and `many` how
 *   many pieces are put there at a time
 */

/** @param {Marker} marker */
export const isPiece = ({ values }) => values === "pieces" || values === "dealt";

/**
 * What spaces have in a phase, as a table says it.
 *
 * @param {Draft} draft
 * @param {number} phase
 * @returns {Marks}
 */
export function marksOf(draft, phase) {
  const spaces = (/** @type {string} */ path) => [...keysOf(draft.get(path), boardOf(draft))].map(atOf);
  return {
    walls: spaces("board.walls"),
    sticky: spaces("board.sticky"),
    exclusive: [...exclusiveOf(draft, "board.exclusive")].map(([key, seats]) => ({ at: atOf(key), seats: [...seats] })),
    locked: spaces(`phases[${phase}].locks`),
    cloaked: spaces(`phases[${phase}].cloaks`),
  };
}

/**
 * The seats by key.
 *
 * @param {Draft} draft
 * @param {string} path
 * @returns {Map<Key, Set<string>>}
 */
export function exclusiveOf(draft, path) {
  const entries = Object.entries(/** @type {Record<string, string | string[]>} */ (draft.get(path) ?? {}));
  return new Map(
    entries.flatMap(([texts, among]) =>
      [...keysOf(texts, boardOf(draft))].map((key) => /** @type {const} */ ([key, new Set([among].flat())])),
    ),
  );
}

/**
 * Spaces of the same seats share an entry.
 *
 * @param {Draft} draft
 * @param {string} path
 * @param {Map<Key, Set<string>>} seats
 */
export function putExclusive(draft, path, seats) {
  /** @type {Map<Key, string>} */
  const names = new Map();
  for (const [key, among] of seats) names.set(key, draft.seats.filter((seat) => among.has(seat)).join(" "));
  const written = [...grouped(names)].map(([name, keys]) => [textOf(keys, draft), name.split(" ")]);
  put(draft, path, Object.fromEntries(written));
}

const OF_A_PHASE = ["locks", "cloaks"];

/**
 * Whether a phase has the locks and cloaks of the one before it.
 *
 * @param {Draft} draft
 * @param {number} phase
 */
export function isMarkedAsBefore({ rules }, phase) {
  const [before, now] = [phase - 1, phase].map((index) => rules.phases[index]);
  return OF_A_PHASE.every((name) => String(before[name] ?? "") === String(now[name] ?? ""));
}

/**
 * Gives a phase the locks and cloaks of the one before it.
 *
 * @param {Draft} draft
 * @param {number} phase
 */
export function markAsBefore({ rules }, phase) {
  const [before, now] = [phase - 1, phase].map((index) => rules.phases[index]);
  for (const name of OF_A_PHASE) {
    if (before[name] === undefined) delete now[name];
    else now[name] = structuredClone(before[name]);
  }
}

/**
 * The seat on the other side; null where there is none.
 *
 * @param {Draft} draft
 * @param {string} seat
 */
export function opposite({ seats, owners }, seat) {
  const players = seats.filter((one) => one !== "chaos");
  const index = players.indexOf(seat);
  if (index < 0 || players.length % 2 > 0) return null;
  const other = players[(index + players.length / 2) % players.length];
  return owners.includes(seat) && !owners.includes(other) ? null : other;
}

/** A mark that is simply there. */
export const MARK = "";

/**
 * What is put on spaces, by path and key: seats, pieces from the bottom, or `MARK`.
 *
 * @typedef {Record<string, Map<Key, string[]>>} Contents
 */

/**
 * @param {Draft} draft
 * @returns {Contents}
 */
export function contentsOf(draft) {
  const paths = draft.markerFields.flatMap((field) =>
    draft.inEachPhase(field.path).map((path) => ({ ...field, path })),
  );
  return Object.fromEntries(
    paths.filter(({ values }) => values !== "dealt").map((field) => [field.path, contentOf(draft, field)]),
  );
}

/**
 * @param {Draft} draft
 * @param {Field} field its path written out
 * @returns {Map<Key, string[]>}
 */
function contentOf(draft, { path, values }) {
  if (values === "pieces") return piecesOf(draft, path);
  if (values === "seats") return new Map([...exclusiveOf(draft, path)].map(([key, seats]) => [key, [...seats]]));
  return new Map([...keysOf(draft.get(path), boardOf(draft))].map((key) => [key, [MARK]]));
}

/**
 * @param {Draft} draft
 * @param {string} path
 * @param {Map<Key, string[]>} content
 */
export function putContent(draft, path, content) {
  if (path === "setup") putPieces(draft, path, content);
  else if (path === "board.exclusive") {
    putExclusive(draft, path, new Map([...content].map(([key, seats]) => [key, new Set(seats)])));
  } else put(draft, path, textsOf(new Set(content.keys()), boardOf(draft)));
}

/**
 * Drops what lies outside a board that has become smaller, or belongs to seats and shapes that play no more.
 *
 * @param {Draft} draft
 */
export function pruneMarks(draft) {
  for (const { path, values } of draft.markerFields) {
    for (const real of draft.inEachPhase(path)) {
      if (draft.get(real) === undefined) continue;
      if (values === "seats") putExclusive(draft, real, exclusiveOf(draft, real));
      else if (values === "pieces") prunePieces(draft, real);
      else if (values === undefined) put(draft, real, textsOf(keysOf(draft.get(real), boardOf(draft)), boardOf(draft)));
    }
  }
}
