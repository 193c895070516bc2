// The toolbar of the board: the markers that are nobody's, the brushes, and what is done to all spaces at once.

import { el, icon } from "../../dom.js";
import { capital } from "../../words.js";
import { fillAll, invert, mirror, opposite } from "./fills.js";
import { isMarkedAsBefore, isPiece, markAsBefore } from "./marks.js";
import { commonMarkers } from "./palettes.js";
import { segments } from "./segments.js";

/** @import { Draft } from "./draft.js" */
/** @import { ChangeDraft } from "./fields.js" */
/** @import { Marker } from "./marks.js" */
/** @import { Brush, Painter } from "./painting.js" */
/** @import { Edit } from "./palettes.js" */
/** @import { Table } from "./view.js" */

/** @type {{ value: Brush, label: string, icon: string }[]} */
const BRUSHES = [
  { value: "space", label: "Space", icon: "fa-paint-brush" },
  { value: "row", label: "Row", icon: "fa-arrows-h" },
  { value: "column", label: "Column", icon: "fa-arrows-v" },
  { value: "rectangle", label: "Rectangle", icon: "fa-vector-square" },
];

/**
 * What the toolbar shows and does.
 *
 * @typedef {Edit & {
 *   marker: Marker | null,
 *   told: Table | null,
 *   painter: Painter,
 *   reach: { whole: boolean, choose: (whole: boolean) => void },
 * }} Tools `marker` is the one chosen, as it is in the phase that is shown; `reach` says what it means on stacks
 */

/**
 * @param {Draft} draft
 * @param {Tools} tools
 * @param {() => void} redraw
 */
export function toolsOf(draft, tools, redraw) {
  return [
    el("div", { class: "markers", id: "markers", role: "group", "aria-label": "Markers" }, commonMarkers(draft, tools)),
    el(
      "div",
      { class: "paint", role: "group", "aria-label": "Painting" },
      brushes(tools.painter, redraw),
      draft.stands ? reachChooser(tools.reach) : null,
      fillButtons(draft, tools),
    ),
  ];
}

/**
 * What can be done with the board, in a line.
 *
 * @param {Marker | null} marker
 */
export const markerWords = (marker) =>
  marker
    ? `${marker.name}: click spaces or drag over them, with Shift for a rectangle.`
    : "Choose a marker, then the spaces that are to have it.";

/**
 * On stacks a mark is of the whole stack, or of one height of it.
 *
 * @param {Tools["reach"]} reach
 */
function reachChooser({ whole, choose }) {
  const choices = [
    { id: "reach-whole", content: "Whole stacks", value: true },
    { id: "reach-single", content: "Single heights", value: false },
  ];
  return segments({ label: "What a mark is put on" }, choices, whole, choose);
}

/**
 * @param {Painter} painter
 * @param {() => void} chosen called when another brush is
 */
function brushes(painter, chosen) {
  const choices = BRUSHES.map(({ value, label, icon: name }) => ({
    id: `brush-${value}`,
    content: [icon(name), el("span", {}, label)],
    value,
  }));
  return segments({ id: "brushes", label: "Brush" }, choices, painter.brush, (brush) => {
    painter.brush = brush;
    chosen();
  });
}

/**
 * What can be done to all spaces at once.
 *
 * @param {Draft} draft
 * @param {Tools} tools
 */
function fillButtons(draft, { marker, phase, told, change }) {
  const stacked = draft.stands && marker !== null && isPiece(marker);
  const fills = [
    fillButton("all", "fa-th", "All", marker ? `${marker.name}: on all spaces, or off all` : FIRST, !marker, () =>
      change((one) => marker && fillAll(one, marker, phase)),
    ),
    fillButton("invert", "fa-adjust", "Invert", invertWords(marker, stacked), !marker || stacked, () =>
      change((one) => marker && invert(one, marker, phase)),
    ),
    mirrorButton(draft, marker, told, change),
  ];
  return el("div", { class: "fills" }, fills, phase > 0 ? asBefore(draft, phase, change) : null);
}

const FIRST = "Choose a marker first";

/**
 * @param {Marker | null} marker
 * @param {boolean} stacked
 */
function invertWords(marker, stacked) {
  if (!marker) return FIRST;
  return stacked ? "Pieces on stacks cannot be inverted" : `${marker.name}: where it is not`;
}

/**
 * @param {Draft} draft
 * @param {Marker | null} marker
 * @param {Table | null} told
 * @param {ChangeDraft} change
 */
function mirrorButton(draft, marker, told, change) {
  const whose = marker?.seat ?? marker?.owner;
  const other = whose && opposite(draft, whose);
  const goal = told?.seats.find(({ seat }) => seat === (whose ?? draft.seats[0]))?.goal;
  const words = other
    ? `${capital(other)} gets on the opposite side what ${whose} has`
    : "The same on the opposite side";
  return fillButton("mirror", "fa-exchange", "Mirror", marker ? words : FIRST, !marker, () =>
    change((one) => marker && mirror(one, marker, goal)),
  );
}

/**
 * @param {string} id
 * @param {string} name
 * @param {string} label
 * @param {string} title
 * @param {boolean} disabled
 * @param {() => void} onclick
 */
function fillButton(id, name, label, title, disabled, onclick) {
  return el("button", { type: "button", class: "tool", id: `fill-${id}`, title, disabled, onclick }, icon(name), label);
}

/**
 * @param {Draft} draft
 * @param {number} phase
 * @param {ChangeDraft} change
 */
function asBefore(draft, phase, change) {
  const attributes = {
    type: "button",
    class: "tool",
    id: "as-before",
    disabled: isMarkedAsBefore(draft, phase),
    onclick: () => change((one) => markAsBefore(one, phase)),
  };
  return el("button", attributes, icon("fa-copy"), `Same locks and cloaks as phase ${phase}`);
}
