// The toolbar of the board: the markers that are nobody's, the brushes, and what is done to all spaces at once.

import { el, icon } from "../../dom.js";
import { t } from "../../texts.js";
import { capital } from "../../words.js";
import { isMarkedAsBefore, isPiece, markAsBefore, opposite } from "./marks.js";
import { number } from "./fields.js";
import { colorName } from "./names.js";
import { commonMarkers } from "./palettes.js";
import { segments } from "./segments.js";

/** @import { Draft } from "./draft.js" */
/** @import { ChangeDraft } from "./fields.js" */
/** @import { Marker } from "./marks.js" */
/** @import { Brush } from "./painting.js" */
/** @import { Edit } from "./palettes.js" */
/** @import { TableSeat } from "./view.js" */

/** @type {{ value: Brush, label: string, icon: string }[]} */
const BRUSHES = [
  { value: "space", label: t("Space"), icon: "fa-paint-brush" },
  { value: "row", label: t("Row"), icon: "fa-arrows-h" },
  { value: "column", label: t("Column"), icon: "fa-arrows-v" },
  { value: "rectangle", label: t("Rectangle"), icon: "fa-vector-square" },
];

/** Longer lists of numbers help nobody. */
export const MOST_AT_A_TIME = 40;

/**
 * What the toolbar shows and does.
 *
 * @typedef {Edit & {
 *   marker: Marker | null,
 *   seats: TableSeat[],
 *   brush: { now: Brush, choose: (brush: Brush) => void },
 *   fills: typeof import("./fills.js") | null,
 *   reach: { whole: boolean, choose: (whole: boolean) => void },
 *   many: { count: number, choose: (count: number) => void },
 * }} Tools `marker` is the one chosen, as it is in the phase that is shown; `fills` does something to all spaces, and
 *   is there with the first marker; `reach` says what one means on stacks, and `many` how many pieces it puts there
 */

/**
 * @param {Draft} draft
 * @param {Tools} tools
 */
export function toolsOf(draft, tools) {
  return [
    el(
      "div",
      { class: "markers", id: "markers", role: "group", "aria-label": t("Markers") },
      commonMarkers(draft, tools),
    ),
    el(
      "div",
      { class: "paint", role: "group", "aria-label": t("Painting") },
      brushes(tools.brush),
      draft.stands ? [reachChooser(tools.reach), countChooser(draft, tools)] : null,
      fillButtons(draft, tools),
    ),
  ];
}

/**
 * What can be done with the board, in a line.
 *
 * @param {Marker | null} marker
 */
export function markerWords(marker) {
  if (!marker) return t("Choose a marker, then the spaces that should have it.");
  const { name } = marker;
  // A finger has no Shift; it has a brush for rectangles.
  return matchMedia("(hover: none)").matches
    ? t("{name}: tap spaces or drag over them.", { name })
    : t("{name}: click spaces or drag over them, with Shift for a rectangle.", { name });
}

/**
 * On stacks a mark is of the whole stack, or of one height of it.
 *
 * @param {Tools["reach"]} reach
 */
function reachChooser({ whole, choose }) {
  const choices = [
    { id: "reach-whole", content: t("Whole stacks"), value: true },
    { id: "reach-single", content: t("Single heights"), value: false },
  ];
  return segments({ label: t("What a mark is put on") }, choices, whole, choose);
}

/**
 * On stacks several pieces are put at a time.
 *
 * @param {Draft} draft
 * @param {Tools} tools
 */
function countChooser(draft, { many, marker }) {
  const id = "pieces-at-a-time";
  const most = Math.min(MOST_AT_A_TIME, draft.rules.board.size[2]);
  const input = number(id, { minimum: 1, maximum: most }, many.count, (count) => many.choose(Number(count)));
  input.disabled = !marker || !isPiece(marker);
  return el("span", { class: "parameter" }, input, el("label", { for: id }, t("pieces at a time")));
}

/** @param {Tools["brush"]} brush */
function brushes({ now, choose }) {
  const choices = BRUSHES.map(({ value, label, icon: name }) => ({
    id: `brush-${value}`,
    content: [icon(name), el("span", {}, label)],
    value,
  }));
  return segments({ id: "brushes", label: t("Brush") }, choices, now, choose);
}

/**
 * What can be done to all spaces at once.
 *
 * @param {Draft} draft
 * @param {Tools} tools
 */
function fillButtons(draft, { marker, phase, seats, change, fills }) {
  const stacked = draft.stands && marker !== null && isPiece(marker);
  const buttons = [
    fillButton("all", "fa-th", t("All"), allWords(marker), !marker, () =>
      change((one) => marker && fills?.fillAll(one, marker, phase)),
    ),
    fillButton("invert", "fa-adjust", t("Invert"), invertWords(marker, stacked), !marker || stacked, () =>
      change((one) => marker && fills?.invert(one, marker, phase)),
    ),
    mirrorButton(draft, { marker, seats, change, fills }),
  ];
  return el("div", { class: "fills" }, buttons, phase > 0 ? asBefore(draft, phase, change) : null);
}

const FIRST = t("Choose a marker first");

/** @param {Marker | null} marker */
const allWords = (marker) => (marker ? t("{name}: on all spaces, or off all", { name: marker.name }) : FIRST);

/**
 * @param {Marker | null} marker
 * @param {boolean} stacked
 */
function invertWords(marker, stacked) {
  if (!marker) return FIRST;
  return stacked ? t("Pieces on stacks cannot be inverted") : t("{name}: where it is not", { name: marker.name });
}

/**
 * @param {Draft} draft
 * @param {Pick<Tools, "marker" | "seats" | "change" | "fills">} tools
 */
function mirrorButton(draft, { marker, seats, change, fills }) {
  const whose = marker?.seat ?? marker?.owner;
  const other = whose && opposite(draft, whose);
  const goal = seats.find(({ seat }) => seat === (whose ?? draft.seats[0]))?.goal;
  const words = other
    ? t("{other} gets on the opposite side what {whose} has", {
        other: capital(colorName(other)),
        whose: colorName(whose),
      })
    : t("The same on the opposite side");
  return fillButton("mirror", "fa-exchange", t("Mirror"), marker ? words : FIRST, !marker, () =>
    change((one) => marker && fills?.mirror(one, marker, goal)),
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
  return el("button", attributes, icon("fa-copy"), t("Same locks and cloaks as phase {number}", { number: phase }));
}
