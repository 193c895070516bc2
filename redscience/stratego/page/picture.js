// The board before the first piece is placed, as a small picture: decoration, in which nothing can be chosen.

import { el, svg } from "../../dom.js";
import { ground, heightOf, middle, WIDTH } from "./ground.js";
import { drawn } from "./pieces.js";
import { COLUMNS, homeOf, ROWS, total } from "./view.js";

/** @import { Table } from "./view.js" */

const SIGHT = { flipped: false };

/** @param {Table} table */
export function openingPicture(table) {
  return el(
    "div",
    { class: "stratego-picture", "aria-hidden": "true" },
    svg(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${heightOf(SIGHT)}` },
      ...ground(table, SIGHT),
      ...Object.keys(table.homes).flatMap((seat) => backs(table, seat)),
    ),
  );
}

/**
 * As many backs as a side has pieces, from its last row on: nobody knows where they will stand.
 *
 * @param {Table} table
 * @param {string} seat
 */
function backs(table, seat) {
  const squares = homeOf(table, seat);
  const fromBehind = ROWS.startsWith(table.homes[seat]) ? squares : squares.reverse();
  const count = total(table.army);
  // A few stand in the middle of their row.
  const first = count < COLUMNS.length ? (COLUMNS.length - count) / 2 : 0;
  return fromBehind.slice(first, first + count).map((square) => {
    const { x, y } = middle(square, SIGHT);
    return svg("g", { transform: `translate(${x} ${y})` }, drawn({ at: square, seat }));
  });
}
