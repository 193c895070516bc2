// The cells of the board as they are shown now: what stands there, what may be done, and all of it in words.

import { svg } from "../../dom.js";
import { isOver, subject } from "../../seating.js";
import { t } from "../../texts.js";
import { capital } from "../../words.js";
import { links, middleOf, onEmpty, outlineOf } from "./board.js";
import { lyingName, placeName, SEATS } from "./names.js";
import { peg } from "./pegs.js";
import { keyOf, pegAt, turnedOver } from "./view.js";

/** @import { Cell as GridCell } from "../../grid.js" */
/** @import { Cell, Move, Scene, Standing } from "./view.js" */

/**
 * What the player has chosen so far.
 *
 * @typedef {object} InHand
 * @property {string} picked the cell whose peg was picked up; "" for none
 * @property {boolean} isHolding whether a peg off the board is chosen
 * @property {Map<string, Move>} targets where that or the other could go, by cell
 */

/** @typedef {ReturnType<typeof marksOf>} Marks */

/**
 * @param {Scene} scene
 * @param {InHand} inHand
 */
export const cellsOf = (scene, inHand) => scene.view.table.board.cells.map((cell) => cellOf(cell, scene, inHand));

/**
 * @param {Cell} cell
 * @param {Scene} scene
 * @param {InHand} inHand
 * @returns {GridCell}
 */
function cellOf(cell, scene, inHand) {
  const { drawn } = scene.view.table.board;
  const key = keyOf(cell);
  const is = marksOf(key, scene, inHand);
  const shown = standing(key, scene);
  const lines = scene.view.outcome?.lines.map(({ cells }) => cells) ?? [];
  const here = shown ? [peg(shown.seat, shown.peg, is.left ? "is-leaving" : "")] : onEmpty(cell, drawn);
  return {
    key,
    ...middleOf(cell, drawn),
    outline: outlineOf(drawn),
    label: label(cell, scene, is),
    content: [...links(cell, lines, drawn), ...here, ...(is.target && !shown ? [target()] : [])],
    classes: scene.premoving ? `${classesOf(is)} is-early` : classesOf(is),
    canChoose: scene.active && (is.own || is.target || is.proposed),
    canDrag: is.own,
    isPressed: is.selected || is.proposed,
  };
}

const target = () => svg("circle", { class: "target", r: 0.1 });

/**
 * What a cell is now, in all respects that are shown.
 *
 * @param {string} key
 * @param {Scene} scene
 * @param {InHand} inHand
 */
function marksOf(key, scene, { picked, isHolding, targets }) {
  const { view, legal, active, hints } = scene;
  const here = (/** @type {Cell | undefined} */ cell) => cell !== undefined && keyOf(cell) === key;
  const move = proposal(scene);
  const own = active && legal.some(({ kind, to }) => kind === "flip" && here(to));
  return {
    own,
    target: active && targets.has(key),
    source: own && Boolean(hints) && !isHolding && !picked,
    selected: picked === key,
    last: view.last.some(({ to, from }) => here(to) || here(from)),
    proposed: here(move?.to),
    left: here(move?.from),
    decisive: Boolean(view.outcome?.lines.some(({ cells }) => cells.some(here))),
  };
}

/**
 * The move that is proposed, while the match goes on.
 *
 * @param {Scene} scene
 */
const proposal = ({ match, chosen }) => (isOver(match) ? null : chosen);

/**
 * The peg on a cell, as it would be after what is proposed; where it would leave it is shown still.
 *
 * @param {string} key
 * @param {Scene} scene
 * @returns {Standing | undefined}
 */
function standing(key, scene) {
  const { table, viewer } = scene.view;
  const here = pegAt(table, key);
  const move = proposal(scene);
  if (!move || keyOf(move.to) !== key) return here;
  if (move.kind === "flip") return here && { ...here, peg: turnedOver(here.peg) };
  if (move.kind === "place") return { at: move.to, seat: move.seat ?? viewer, peg: move.peg ?? "" };
  return pegAt(table, keyOf(move.from ?? move.to));
}

/**
 * "your circle, red, orange below".
 *
 * @param {Standing} shown
 * @param {Scene} scene
 */
function whose({ seat, peg: lying }, { match, view }) {
  const of = { seat: SEATS[seat] ?? seat, lying: lyingName(lying) };
  return seat === view.viewer
    ? t("your {seat}, {lying}", of)
    : t("{who}’s {seat}, {lying}", { ...of, who: subject(match, seat) });
}

/**
 * All that is to be said of a cell.
 *
 * @param {Cell} cell
 * @param {Scene} scene
 * @param {Marks} is
 */
function label(cell, scene, is) {
  const { view } = scene;
  const shown = standing(keyOf(cell), scene);
  const what = shown ? whose(shown, scene) : t("empty");
  const marks = [
    is.proposed && (scene.premoving ? t("your premove goes here") : t("proposed")),
    is.target && t("can be chosen"),
    is.decisive && t("in the line that decided"),
    is.last && (pegAt(view.table, keyOf(cell)) ? t("last move") : t("left last")),
  ];
  return [`${capital(placeName(cell, view.table.board.drawn))}: ${what}`, ...marks.filter(Boolean)].join(", ");
}

const SHOWN = /** @type {const} */ (["target", "source", "selected", "last", "proposed", "decisive"]);

/** @param {Marks} is */
const classesOf = (is) =>
  SHOWN.filter((mark) => is[mark])
    .map((mark) => `is-${mark}`)
    .join(" ");
