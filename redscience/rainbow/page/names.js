// Pegs, cells and moves in words.

import { isOver, subject } from "../../seating.js";
import { t } from "../../texts.js";
import { keyOf, pegAt, turnedOver } from "./view.js";

/** @import { Cell, Drawn, Happening, Lying, Move, Scene, Table, View } from "./view.js" */

/** @type {Record<string, string>} */
const FACES = {
  R: t("red"),
  O: t("orange"),
  Y: t("yellow"),
  G: t("green"),
  B: t("blue"),
  V: t("violet"),
  W: t("white"),
  K: t("black"),
};

/**
 * What a seat is called, which tells its pegs apart.
 *
 * @type {Record<string, string>}
 */
export const SEATS = { circle: t("circle"), square: t("square") };

/** @param {string} face */
export const faceName = (face) => FACES[face] ?? face;

/**
 * "red, orange below".
 *
 * @param {Lying} peg
 */
export const lyingName = (peg) => t("{face}, {below} below", { face: faceName(peg[0]), below: faceName(peg[1]) });

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
export const placeName = ([x, y], drawn) =>
  drawn === "hexagon" ? t("cell {x},{y}", { x, y }) : t("column {x}, row {y}", { x, y });

/**
 * "Place red, orange below, on column 2, row 3".
 *
 * @param {Move} move
 * @param {Table} table as it is before
 */
export function moveName({ kind, peg = "", from, to }, table) {
  const place = placeName(to, table.board.drawn);
  if (kind === "place") return t("Place {lying}, on {place}", { lying: lyingName(peg), place });
  const lying = pegAt(table, keyOf(from ?? to))?.peg ?? "";
  if (kind === "flip") return t("Flip {place} to {lying}", { place, lying: lyingName(turnedOver(lying)) });
  return t("Move {face} from {from} to {to}", {
    face: faceName(lying[0]),
    from: placeName(from ?? to, table.board.drawn),
    to: place,
  });
}

/**
 * A sentence for each event.
 *
 * @param {Scene} scene
 */
export function eventSentences({ match, view }) {
  return view.last.map((event) => {
    const deed =
      isOver(match) && event.move === "leave" && match.reason === "time" ? t("ran out of time") : did(event, view);
    return t("{who} {deed}.", { who: subject(match, event.seat), deed });
  });
}

/**
 * @param {Happening} event
 * @param {View} view
 */
function did({ kind, peg = "", from, to }, { table }) {
  if (!kind || !to) return t("left the match");
  const place = placeName(to, table.board.drawn);
  if (kind === "place") return t("placed {lying}, on {place}", { lying: lyingName(peg), place });
  if (kind === "flip") return t("flipped {place} to {lying}", { place, lying: lyingName(peg) });
  return t("moved {face} from {from} to {to}", {
    face: faceName(peg[0]),
    from: placeName(from ?? to, table.board.drawn),
    to: place,
  });
}
