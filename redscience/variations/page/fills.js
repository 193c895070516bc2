// What is done to all spaces at once: a marker set on all, inverted, or mirrored for the opponent.

import { everySpace } from "./entries.js";
import { isPiece, opposite } from "./marks.js";
import { isMarked, pieceOn, putMark } from "./putting.js";
import { keysOf } from "./spaces.js";
import { keyOf } from "./view.js";

/** @import { Draft } from "./draft.js" */
/** @import { Marker } from "./marks.js" */
/** @import { At, Goal } from "./view.js" */

/**
 * Sets a marker on all spaces, or clears it where all have it. Pieces are put where there is none, on spaces that are
 * neither walls nor locked in the phase.
 *
 * @param {Draft} draft
 * @param {Marker} marker
 * @param {number} phase
 */
export function fillAll(draft, marker, phase) {
  const isSet = isMarked(draft, marker);
  const room = spacesFor(draft, marker, phase);
  const lacking = room.filter((at) => !isSet(at));
  if (lacking.length > 0) put(draft, marker, lacking, true);
  else put(draft, marker, everySpace(draft), false);
}

/**
 * Sets a marker where it is not, and clears it where it is.
 *
 * @param {Draft} draft
 * @param {Marker} marker
 * @param {number} phase
 */
export function invert(draft, marker, phase) {
  const isSet = isMarked(draft, marker);
  const lacking = spacesFor(draft, marker, phase).filter((at) => !isSet(at));
  put(draft, marker, everySpace(draft).filter(isSet), false);
  put(draft, marker, lacking, true);
}

/**
 * Where a marker can be set, or is.
 *
 * @param {Draft} draft
 * @param {Marker} marker
 * @param {number} phase
 */
function spacesFor(draft, marker, phase) {
  if (!isPiece(marker)) return everySpace(draft);
  const extent = { size: draft.rules.board.size, count: draft.get("board.count") ?? 1 };
  const closed = new Set(
    ["board.walls", `phases[${phase}].locks`].flatMap((path) => [...keysOf(draft.get(path), extent)]),
  );
  const [on, isSet] = [pieceOn(draft, marker.path), isMarked(draft, marker)];
  return everySpace(draft).filter((at) => isSet(at) || (!on(at) && !closed.has(keyOf(at))));
}

/**
 * Gives the seat opposite, on the opposite side, what the seat of a marker has; what is nobody's goes there as it is.
 * Of pieces all that are that seat's.
 *
 * @param {Draft} draft
 * @param {Marker} marker
 * @param {Goal | null | undefined} goal of the seat: it faces the other side from there
 */
export function mirror(draft, marker, goal) {
  const flip = flipped(draft, goal);
  const whose = marker.seat ?? marker.owner;
  const other = whose && (opposite(draft, whose) ?? whose);
  if (!isPiece(marker)) {
    put(draft, { ...marker, seat: other }, everySpace(draft).filter(isMarked(draft, marker)).map(flip), true);
    return;
  }
  for (const one of markersOfOwner(draft, marker)) {
    put(draft, { ...one, owner: other }, everySpace(draft).filter(isMarked(draft, one)).map(flip), true);
  }
}

/**
 * Markers of one owner's pieces, of every shape.
 *
 * @param {Draft} draft
 * @param {Marker} marker
 * @returns {Marker[]}
 */
function markersOfOwner(draft, marker) {
  return marker.values === "dealt" ? [marker] : draft.shapes.map((shape) => ({ ...marker, shape }));
}

/**
 * @param {Draft} draft
 * @param {Goal | null | undefined} goal
 * @returns {(at: At) => At}
 */
function flipped({ rules, kind }, goal) {
  const { size } = rules.board;
  const [x, y] = [0, 1];
  const across = goal ? "xyz".indexOf(goal.axis) : size[y] > 1 ? y : x;
  // A rhombus of hexagons has no mirror image, but turned by half it is the same.
  const axes = kind === "hexagons" ? [x, y] : [across];
  return ([board, ...place]) => [
    board,
    ...place.map((number, axis) => (axes.includes(axis) ? size[axis] + 1 - number : number)),
  ];
}

/**
 * @param {Draft} draft
 * @param {Marker} marker
 * @param {At[]} spaces
 * @param {boolean} on
 */
const put = (draft, marker, spaces, on) => putMark(draft, { ...marker, whole: false }, spaces, on);
