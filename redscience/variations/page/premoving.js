// What a player points at while another seat thinks, and which of their moves it can mean once it is their turn. The
// rules are not known here: whatever may be pointed at is, and what comes of it the legal moves say.

import { svg } from "../../dom.js";
import { t } from "../../texts.js";
import { candidates, isSameKind, kindInHand } from "./choosing.js";
import { arrows } from "./arrows.js";
import { wayName } from "./move_names.js";
import { piece } from "./pieces.js";
import { isIn, keyOf, stackOf } from "./view.js";

/** @import { Board } from "./board.js" */
/** @import { Moved } from "./arrows.js" */
/** @import { Space } from "./panel.js" */
/** @import { At, BoardMove, Key, Looks, Move, Scene, View } from "./view.js" */

const STATIONARY = "stationary";

/**
 * A space, and the piece that is to go there: one that stands somewhere, or a kind out of the reserve.
 *
 * @typedef {{ to: At, from?: At, kind: Looks | null, board: View["table"]["board"] }} Aim
 */

/**
 * The moves that can be meant.
 *
 * @param {Aim} aim
 * @param {Move[]} legal
 * @returns {BoardMove[]}
 */
export function meant({ to, from, kind, board }, legal) {
  const isThere = (/** @type {BoardMove} */ move) =>
    board.kind === "stacks" ? isIn(move.to, stackOf(to)) : keyOf(move.to) === keyOf(to);
  return candidates(legal, from ?? null, kindInHand(legal, kind)).filter(isThere);
}

/**
 * What was pointed at, in words: "circle to column 4".
 *
 * @param {Aim} aim
 */
export function sayAim({ to, from, kind, board }) {
  const place = board.kind === "stacks" ? stackOf(to) : to;
  return wayName({ kind: "", from, ...kind }, place, board);
}

/**
 * What stands on a space; null for nothing.
 *
 * @param {View} view
 * @param {At} at
 */
export const pieceOn = ({ table }, at) => table.pieces.find((one) => keyOf(one.at) === keyOf(at)) ?? null;

/**
 * The kind that the viewer places by pointing at a space: the one in hand, or the only one that they have.
 *
 * @param {Looks[]} held
 * @param {Looks | null} inHand
 * @returns {Looks | null}
 */
export const kindToPlace = (held, inHand) =>
  held.find((kind) => isSameKind(kind, inHand)) ?? (held.length === 1 ? held[0] : null);

/**
 * What may be pointed at: pieces to be picked up, if those of their shape ever move, and any space, for the one that
 * was picked up or for a placement.
 *
 * @param {View} view
 * @param {any} rules of the game, as its file has them
 * @param {At | null} picked
 */
export function pointable({ table, placement_only: isPlacementOnly = false }, rules, picked) {
  const movable = isPlacementOnly ? [] : table.pieces.filter(({ shape }) => moves(rules?.shapes?.[shape ?? ""]));
  const sources = new Set(movable.map(({ at }) => keyOf(at)));
  const targets = keysOf(table.board).filter((key) => picked || !sources.has(key));
  return { sources, targets: new Map(targets.map((key) => [key, {}])) };
}

/**
 * Whether pieces of a shape ever move, if only in order to capture.
 *
 * @param {{ move?: string, condition?: string } | undefined} shape as the file has it
 */
const moves = ({ move = STATIONARY, condition = "" } = {}) => move !== STATIONARY || condition.includes("jump");

/**
 * The keys of all spaces.
 *
 * @param {View["table"]["board"]} board
 * @returns {Key[]}
 */
function keysOf({ size: [width, depth, height], count }) {
  const layer = width * depth;
  return Array.from({ length: count * layer * height }, (_, index) =>
    keyOf([
      Math.floor(index / (layer * height)) + 1,
      (index % width) + 1,
      (Math.floor(index / width) % depth) + 1,
      (Math.floor(index / layer) % height) + 1,
    ]),
  );
}

/** What a board shows of a premove: the piece that is to come, within a ring, and from where. */
export class PremoveDrawing {
  /** Undoes what was drawn. */
  #clear = () => {};

  /** @param {Board} board that has drawn the scene */
  constructor(board) {
    this.board = board;
  }

  /** @param {Scene} scene */
  draw({ view, premove }) {
    this.#clear();
    this.#clear = () => {};
    const aim = /** @type {Aim | null | undefined} */ (premove);
    if (!aim) return;
    const moved = { at: restingPlace(aim.to, view), from: aim.from, ...aim.kind };
    const own = new Map(this.board.spaces.map((space) => [space.key, space]));
    const [space, element] = [own.get(keyOf(moved.at)), elementOf(this.board, keyOf(moved.at))];
    if (space && element) this.#put(element, space, moved, own);
  }

  /**
   * @param {SVGGElement} element of the space
   * @param {Space} space
   * @param {Moved} moved
   * @param {Map<Key, Space>} own
   */
  #put(element, { x, y, radius }, moved, own) {
    const ring = svg("circle", { class: "premove-ring", cx: x, cy: y, r: radius + 2.6 });
    const drawn = svg("g", { class: "premove" }, moved.shape ? piece(moved, x, y, 0.8 * radius) : null, ring);
    const from = moved.from && elementOf(this.board, keyOf(moved.from));
    // An arrow leads from space to space of one drawing.
    const isNear = from?.ownerSVGElement === element.ownerSVGElement;
    const way = svg("g", { class: "premove" }, isNear ? arrows([moved], own) : []);
    const label = element.getAttribute("aria-label") ?? "";
    const said = `${label}, ${t("your premove goes here")}`;
    element.setAttribute("aria-label", said);
    element.append(drawn);
    element.ownerSVGElement?.append(way);
    this.#clear = () => {
      // A space that was drawn anew since says already what is there now.
      if (element.getAttribute("aria-label") === said) element.setAttribute("aria-label", label);
      drawn.remove();
      way.remove();
    };
  }
}

/**
 * Where a piece is drawn that is to go somewhere: on a stack on top of it, if there is room.
 *
 * @param {At} to
 * @param {View} view
 * @returns {At}
 */
function restingPlace(to, { table }) {
  const { kind, size } = table.board;
  if (kind !== "stacks") return to;
  const height = table.pieces.filter(({ at }) => isIn(at, stackOf(to))).length;
  return [...stackOf(to), Math.min(height + 1, size[2])];
}

/**
 * A space as it is drawn.
 *
 * @param {Board} board
 * @param {Key} key
 * @returns {SVGGElement | null}
 */
const elementOf = (board, key) => board.panels.querySelector(`[data-key="${key}"]`);
