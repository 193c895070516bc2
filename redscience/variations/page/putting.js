// Putting on spaces what a marker stands for. What paints needs it: a page comes without.

import { boardOf, meant, put } from "./entries.js";
import { exclusiveOf, isPiece, putExclusive } from "./marks.js";
import { heightsAt, NOBODY, piecesOf, placeOf, putPieces } from "./placing.js";
import { keysOf, textsOf } from "./spaces.js";
import { keyOf } from "./view.js";

/** @import { Draft } from "./draft.js" */
/** @import { Marker } from "./marks.js" */
/** @import { At } from "./view.js" */

/**
 * Tells of a space whether it has what a marker stands for.
 *
 * @param {Draft} draft
 * @param {Marker} marker
 * @returns {(at: At) => boolean}
 */
export function isMarked(draft, marker) {
  if (isPiece(marker)) {
    const on = pieceOn(draft, marker.path);
    return (at) => on(at) === pieceText(marker);
  }
  if (marker.values === "seats") {
    const exclusive = exclusiveOf(draft, marker.path);
    return (at) => exclusive.get(keyOf(at))?.has(marker.seat ?? "") ?? false;
  }
  const keys = keysOf(draft.get(marker.path), boardOf(draft));
  return (at) => keys.has(keyOf(at));
}

/**
 * Sets what a marker stands for on some spaces, or clears it there.
 *
 * @param {Draft} draft
 * @param {Marker} marker
 * @param {At[]} spaces
 * @param {boolean} on
 */
export function putMark(draft, marker, spaces, on) {
  if (isPiece(marker)) putPiece(draft, marker, spaces, on);
  else if (marker.values === "seats") putSeat(draft, marker, spaces, on);
  else putProperty(draft, marker, spaces, on);
}

/**
 * @param {Draft} draft
 * @param {Marker} marker
 * @param {At[]} spaces
 * @param {boolean} on
 */
function putProperty(draft, { path, whole }, spaces, on) {
  const keys = keysOf(draft.get(path), boardOf(draft));
  for (const key of spaces.flatMap((at) => meant(draft, at, whole))) {
    if (on) keys.add(key);
    else keys.delete(key);
  }
  put(draft, path, textsOf(keys, boardOf(draft)));
}

/**
 * @param {Draft} draft
 * @param {Marker} marker
 * @param {At[]} spaces
 * @param {boolean} on
 */
function putSeat(draft, { path, seat = "", whole }, spaces, on) {
  const seats = exclusiveOf(draft, path);
  for (const key of spaces.flatMap((at) => meant(draft, at, whole))) {
    const among = new Set(seats.get(key));
    if (on) among.add(seat);
    else among.delete(seat);
    seats.set(key, among);
  }
  putExclusive(draft, path, seats);
}

/**
 * Tells of a space which piece is on it: "white O"; undefined where there is none.
 *
 * @param {Draft} draft
 * @param {string} path
 * @returns {(at: At) => string | undefined}
 */
export function pieceOn(draft, path) {
  const pieces = piecesOf(draft, path);
  return (at) => pieces.get(placeOf(draft, keyOf(at)))?.[heightsAt(draft, at).indexOf(at[3])];
}

/**
 * On stacks pieces fall on those that are there, as many at a time as the marker says; those above what is taken away
 * fall.
 *
 * @param {Draft} draft
 * @param {Marker} marker
 * @param {At[]} spaces
 * @param {boolean} on
 */
export function putPiece(draft, marker, spaces, on) {
  const pieces = piecesOf(draft, marker.path);
  const text = pieceText(marker);
  const many = draft.stands ? (marker.many ?? 1) : 1;
  for (const at of spaces.toSorted((one, other) => (on ? one[3] - other[3] : other[3] - one[3]))) {
    const place = placeOf(draft, keyOf(at));
    const heights = heightsAt(draft, at);
    const row = pieces.get(place) ?? [];
    const index = heights.indexOf(at[3]);
    if (on) row.splice(index < 0 ? row.length : index, many, ...Array(many).fill(text));
    else if (index >= 0 && row[index] === text) row.splice(...runAround(row, index, many));
    pieces.set(place, row.slice(0, heights.length));
  }
  putPieces(draft, marker.path, pieces);
}

/**
 * At most so many equal pieces of a stack that lie together: those above the one at `index` first.
 *
 * @param {string[]} row
 * @param {number} index
 * @param {number} many
 * @returns {[first: number, count: number]}
 */
function runAround(row, index, many) {
  let [first, end] = [index, index + 1];
  while (end - first < many && row[end] === row[index]) end += 1;
  while (end - first < many && row[first - 1] === row[index]) first -= 1;
  return [first, end - first];
}

/**
 * A piece as a file writes it.
 *
 * @param {Marker} marker
 */
export const pieceText = ({ values, owner = NOBODY, shape }) =>
  values === "dealt" ? dealtText(owner) : `${owner} ${shape}`;

/** @param {string} owner */
const dealtText = (owner) => (owner === NOBODY ? "dealt" : `dealt ${owner}`);
