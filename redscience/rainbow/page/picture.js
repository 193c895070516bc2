// The table before the first move as a small picture: the empty board, and a peg of each seat where corners are.

import { svg } from "../../dom.js";
import { t } from "../../texts.js";
import { extentOf, labels, middleOf, onEmpty, outlineOf } from "./board.js";
import { patterns, peg } from "./pegs.js";

/** @import { Cell, Drawn, Lying, Table } from "./view.js" */

/** @type {Lying[]} */
const SHOWN = ["RO", "GB", "YG"];
/**
 * Where nothing else is drawn.
 *
 * @type {Record<Drawn, Cell[]>}
 */
const ASIDE = {
  square: [
    [1, 5],
    [5, 1],
    [1, 1],
  ],
  hexagon: [
    [1, 5],
    [5, 1],
    [6, 2],
  ],
};

/**
 * @param {Table} table
 * @param {{ isPlain?: boolean }} [how] whether the numbers of cells are left out
 */
export function picture({ board: { drawn, cells }, hands }, { isPlain = false } = {}) {
  const { width, height } = extentOf(drawn);
  const at = (/** @type {Cell} */ cell) => {
    const { x, y } = middleOf(cell, drawn);
    return `translate(${x} ${y})`;
  };
  const margin = drawn === "hexagon" ? 0.5 : 0;
  return svg(
    "svg",
    {
      class: `grid rainbow-picture ${isPlain ? "is-plain" : ""}`,
      viewBox: `${-margin} 0 ${width + 2 * margin} ${height}`,
      role: "img",
      "aria-label": t("The empty board"),
    },
    patterns(),
    isPlain ? null : labels(drawn),
    cells.map((cell) =>
      svg(
        "g",
        { class: "cell", transform: at(cell) },
        svg("path", { class: "cell-ground", d: outlineOf(drawn) }),
        isPlain ? null : onEmpty(cell, drawn),
      ),
    ),
    hands.map(({ seat }, index) => svg("g", { transform: at(ASIDE[drawn][index]) }, peg(seat, SHOWN[index]))),
  );
}
