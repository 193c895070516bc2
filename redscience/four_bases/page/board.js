// The board: bases, pieces as shields, and orders as arrows.

import { svg } from "../../dom.js";
import { Grid } from "../../grid.js";
import { t } from "../../texts.js";
import { capital } from "../../words.js";
import { seatName } from "./names.js";
import { keyOf } from "./view.js";

/** @import { Cell, Told } from "../../grid.js" */
/** @import { Order, Piece, Space, Table } from "./view.js" */

/** Beside the spaces, for the numbers of columns and rows. */
const EDGE = 0.6;
const SHIELD = "M-.34-.36h.68v.4c0 .2-.16.32-.34.38c-.18-.06-.34-.18-.34-.38z";
const BASE = "M-.44-.44h.88v.88h-.88z";

/** @typedef {Partial<Cell>} Marks what is special about a space */
/** @typedef {Order & { seat?: string }} Arrow */
/**
 * @typedef {object} Shown
 * @property {number} [turns] by how many quarters the board is turned to the left
 * @property {Arrow[]} [arrows]
 * @property {Piece[]} [ghosts] on their way
 * @property {(space: Space, piece?: Piece) => Marks} [marksOf]
 */

export class Board {
  /**
   * @param {HTMLElement} parent
   * @param {Told} told
   */
  constructor(parent, told) {
    this.grid = new Grid(parent, t("Board"), told);
  }

  /**
   * @param {Table} table
   * @param {Piece[]} pieces
   * @param {Shown} shown
   */
  draw({ size, bases }, pieces, { turns = 0, arrows = [], ghosts = [], marksOf = () => ({}) }) {
    const point = (/** @type {Space} */ space) => {
      const [column, row] = placeOf(space, size, turns);
      return { x: EDGE + column + 0.5, y: row + 0.5 };
    };
    const on = new Map(pieces.map((piece) => [keyOf(piece.at), piece]));
    const based = new Map(bases.map((base) => [keyOf(base.at), base]));
    const cells = spacesOf(size, turns).map((space) => {
      const key = keyOf(space);
      const [piece, base] = [on.get(key), based.get(key)];
      const said = base
        ? [t("{seat}'s base, owned by {owner}", { seat: capital(seatName(base.seat)), owner: seatName(base.owner) })]
        : [];
      const { label = "", ...marks } = marksOf(space, piece);
      return {
        key,
        ...point(space),
        label: [key, ...said, piece ? "" : t("empty"), label].filter(Boolean).join(", "),
        content: [base ? baseOf(base.seat) : null, piece ? shieldOf(piece) : null].filter((one) => one !== null),
        ...marks,
      };
    });
    const above = [...arrows.map((arrow) => arrowOf(arrow, point)), ...ghosts.map((ghost) => ghostOf(ghost, point))];
    this.grid.draw(cells, {
      width: size + EDGE,
      height: size + EDGE,
      below: namesOf(size, turns),
      above: above.flat(),
    });
  }
}

/**
 * Where a space is drawn, from 0: its column from the left and its row from the top.
 *
 * @param {Space} space
 * @param {number} size
 * @param {number} turns
 * @returns {[column: number, row: number]}
 */
function placeOf([x, y], size, turns) {
  const places = /** @type {const} */ ([
    [x - 1, size - y],
    [size - y, size - x],
    [size - x, y - 1],
    [y - 1, x - 1],
  ]);
  return [...places[turns % 4]];
}

/**
 * In the order in which they are read: the uppermost row first.
 *
 * @param {number} size
 * @param {number} turns
 * @returns {Space[]}
 */
function spacesOf(size, turns) {
  const numbers = Array.from({ length: size }, (_, index) => index + 1);
  const spaces = numbers.flatMap((y) => numbers.map((x) => /** @type {Space} */ ([x, y])));
  const rank = (/** @type {Space} */ space) => {
    const [column, row] = placeOf(space, size, turns);
    return row * size + column;
  };
  return spaces.sort((one, other) => rank(one) - rank(other));
}

/**
 * The numbers of columns below the board and of rows beside it. On a board that lies on its side rows are below: there
 * a comma says which of a space's two numbers each is, as in "4,1".
 *
 * @param {number} size
 * @param {number} turns
 */
function namesOf(size, turns) {
  return Array.from({ length: size }, (_, index) => {
    /** @type {Space[]} */
    const ends = [
      [index + 1, 1],
      [1, index + 1],
    ];
    const isAside = turns % 2 === 1;
    const [below, beside] = isAside ? ends.reverse() : ends;
    const [column, row] = [placeOf(below, size, turns)[0], placeOf(beside, size, turns)[1]];
    const name = index + 1;
    return [
      svg("text", { class: "edge", x: EDGE + column + 0.5, y: size + 0.42 }, isAside ? `,${name}` : `${name}`),
      svg("text", { class: "edge", x: EDGE / 2, y: row + 0.6 }, isAside ? `${name},` : `${name}`),
    ];
  }).flat();
}

/** @param {string} seat */
const baseOf = (seat) => svg("path", { class: `base seat-${seat}`, d: BASE });

/**
 * A piece: the letter of its seat above its kind. What all know of the player's own is underlined.
 *
 * @param {Piece} piece
 */
export function shieldOf({ seat, kind, known_to: knownTo }) {
  return svg(
    "g",
    { class: `shield seat-${seat} ${kind === undefined ? "is-unknown" : ""}` },
    svg("path", { d: SHIELD }),
    svg("text", { class: "whose", x: -0.2, y: -0.14 }, capital(seatName(seat)).slice(0, 1)),
    svg("text", { class: "kind", x: 0.04, y: 0.2 }, kind ?? "?"),
    knownTo && knownTo.length > 0 ? svg("circle", { class: "eye", cx: 0.22, cy: -0.24, r: 0.06 }) : null,
  );
}

/**
 * @param {Piece} piece
 * @param {(space: Space) => { x: number, y: number }} point
 */
function ghostOf(piece, point) {
  const { x, y } = point(piece.at);
  return svg("g", { class: "ghost", transform: `translate(${x} ${y}) scale(.8)` }, shieldOf(piece));
}

/** @type {Record<string, string>} */
const SIGNS = { flash: "3!", tow: "4" };

/**
 * An order as an arrow with its sign.
 *
 * @param {Arrow} arrow
 * @param {(space: Space) => { x: number, y: number }} point
 * @returns {Element[]}
 */
function arrowOf({ order, from, to, kind, seat = "" }, point) {
  if (!from || !to) return [];
  const [one, other] = [point(from), point(to)];
  const [right, down] = [other.x - one.x, other.y - one.y];
  const far = Math.hypot(right, down);
  // A new piece is seen where it is to be.
  const made =
    order === "produce"
      ? [ghostOf({ at: to, seat, kind }, point), signAt(other.x + 0.3, other.y - 0.3, "+", seat)]
      : [];
  if (far === 0) return made;
  const [alongX, alongY] = [right / far, down / far];
  const at = (/** @type {number} */ along, aside = 0) =>
    `${one.x + alongX * along - alongY * aside} ${one.y + alongY * along + alongX * aside}`;
  const [start, end] = order === "produce" ? [0.2, far - 0.42] : [0.2, far - 0.14];
  const sign = SIGNS[order];
  return [
    ...made,
    svg("path", { class: `arrow is-${order} seat-${seat}`, d: `M${at(start)}L${at(end - 0.2)}` }),
    svg("path", {
      class: `arrow-head seat-${seat}`,
      d: `M${at(end)}L${at(end - 0.28, 0.17)}L${at(end - 0.28, -0.17)}z`,
    }),
    ...(sign ? [signAt(one.x + right / 2 - alongY * 0.26, one.y + down / 2 + alongX * 0.26, sign, seat)] : []),
  ];
}

/**
 * @param {number} x
 * @param {number} y
 * @param {string} text
 * @param {string} seat
 */
const signAt = (x, y, text, seat) =>
  svg(
    "g",
    { class: `sign seat-${seat}`, transform: `translate(${x} ${y})` },
    svg("circle", { r: 0.19 }),
    svg("text", { y: 0.08 }, text),
  );
