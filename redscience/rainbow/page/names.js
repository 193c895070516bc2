// Pegs, cells and moves in words.

import { isOver, nameOf } from "../../seating.js";
import { capital } from "../../words.js";
import { keyOf, pegAt, turnedOver } from "./view.js";

/** @import { Cell, Drawn, Happening, Lying, Move, Scene, Table, View } from "./view.js" */

/** @type {Record<string, string>} */
const FACES = {
  R: "red",
  O: "orange",
  Y: "yellow",
  G: "green",
  B: "blue",
  V: "violet",
  W: "white",
  K: "black",
};

/** @param {string} face */
export const faceName = (face) => FACES[face] ?? face;

/**
 * "red, orange below".
 *
 * @param {Lying} peg
 */
export const lyingName = (peg) => `${faceName(peg[0])}, ${faceName(peg[1])} below`;

/**
 * "red-orange", whichever side is up.
 *
 * @param {Lying} peg
 */
export const pegName = (peg) => [...peg].map(faceName).join("-");

/**
 * Where a cell is. On the turned board columns and rows lie askew, and cells have their numbers written on them.
 *
 * @param {Cell} cell
 * @param {Drawn} drawn
 */
export const placeName = ([x, y], drawn) => (drawn === "hexagon" ? `cell ${x},${y}` : `column ${x}, row ${y}`);

/**
 * "Place red, orange below, on column 2, row 3".
 *
 * @param {Move} move
 * @param {Table} table as it is before
 */
export function moveName({ kind, peg = "", from, to }, table) {
  const place = placeName(to, table.board.drawn);
  if (kind === "place") return `Place ${lyingName(peg)}, on ${place}`;
  const lying = pegAt(table, keyOf(from ?? to))?.peg ?? "";
  if (kind === "flip") return `Flip ${place} to ${lyingName(turnedOver(lying))}`;
  return `Move ${faceName(lying[0])} from ${placeName(from ?? to, table.board.drawn)} to ${place}`;
}

/**
 * A sentence for each event.
 *
 * @param {Scene} scene
 */
export function eventSentences({ match, view }) {
  return view.last.map((event) => {
    const deed =
      isOver(match) && event.move === "leave" && match.reason === "time" ? "ran out of time" : did(event, view);
    return `${capital(nameOf(match, event.seat))} ${deed}.`;
  });
}

/**
 * @param {Happening} event
 * @param {View} view
 */
function did({ kind, peg = "", from, to }, { table }) {
  if (!kind || !to) return "left the match";
  const place = placeName(to, table.board.drawn);
  if (kind === "place") return `placed ${lyingName(peg)}, on ${place}`;
  if (kind === "flip") return `flipped ${place} to ${lyingName(peg)}`;
  return `moved ${faceName(peg[0])} from ${placeName(from ?? to, table.board.drawn)} to ${place}`;
}
