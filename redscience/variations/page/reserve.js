// What seats have in reserve, in their cards and beside the board.

import { el } from "../../dom.js";
import { countName } from "../../numbers.js";
import { goneWords, isOver } from "../../seating.js";
import { replaceChanged } from "../../changed.js";
import { t, tn } from "../../texts.js";
import { colorName, hasOwnName, pieceName, SHAPE_ORDER, shapeName, speakAs } from "./names.js";
import { pieceIcon } from "./pieces.js";

/** @import { SeatDetails } from "../../family.js" */
/** @import { Looks, Scene, Score, TableSeat, View } from "./view.js" */

/** @typedef {Looks & { shape: string, count: number }} Held */

/**
 * How the kind of piece is chosen that a click places.
 *
 * @typedef {object} Hand
 * @property {(kind: Looks) => boolean} canChoose
 * @property {(kind: Looks) => boolean} isChosen
 * @property {(kind: Looks) => void} choose
 * @property {(kind: Looks) => string} rules what is said of it; "" for nothing
 */

/** @type {Record<string, string>} */
const STANDINGS = {
  in: "",
  locked: t("locked"),
  folded: t("folded"),
  out: t("out"),
  disqualified: t("disqualified"),
};

/** As notation writes them. */
const COLORS = { B: "black", W: "white", K: "pink", Y: "yellow" };

/**
 * @param {View} view
 * @param {string} seat
 */
const tableSeat = (view, seat) => view.table.seats.find((one) => one.seat === seat);

/**
 * What a seat's card shows: its colour, how many pieces it has in reserve, and what it has come to by what decides.
 *
 * @param {Scene} scene
 * @param {string} seat
 * @returns {SeatDetails}
 */
export function seatDetails({ match, view }, seat) {
  const own = tableSeat(view, seat);
  if (!own) return {};
  const { status = "in" } = own;
  return {
    icon: view.table.colors === "choose" ? null : pieceIcon({ shape: "seat", color: own.color }),
    line: [
      colorWords(view, own),
      ...(own.reserve === null ? [hiddenWords()] : heldOf(own).map(heldWords)),
      countWords(view, own),
    ],
    standing: status === "left" ? goneWords(match, seat) : standingWords(match, status),
  };
}

/**
 * How a seat stands that has not left. Who is locked is so in a phase; in a match that is over that says nothing.
 *
 * @param {Scene["match"]} match
 * @param {string} status
 */
const standingWords = (match, status) => (status === "locked" && isOver(match) ? "" : (STANDINGS[status] ?? status));

/**
 * What is counted, for one of it and for any other number.
 *
 * @type {Record<Score["measure"], (score: Score, count: number) => string>}
 */
const MEASURES = {
  pieces: () => t("on the board"),
  shape: ({ shape }, count) => t("{shapes} on the board", { shapes: shapeName(shape, count) }),
  area: (_, count) => tn(["space of area", "spaces of area"], count),
  longest_row: () => t("in the longest row"),
  rows: ({ length }, count) => tn(["row of {length}", "rows of {length}"], count, { length }),
  kind_rows: ({ length }, count) => tn(["row of {length} alike", "rows of {length} alike"], count, { length }),
  boards: (_, count) => tn(["board won", "boards won"], count),
};

/**
 * What a seat has come to by what decides, where the view tells it.
 *
 * @param {View} view
 * @param {TableSeat} own
 */
function countWords({ score }, { seat }) {
  const count = score?.counts[seat];
  if (!score || count === undefined) return null;
  const words = MEASURES[score.measure](score, count);
  return el("span", { class: "seat-count" }, el("strong", {}, String(count)), ` ${words}`);
}

/**
 * The colour; where colours are shared or chosen, the seat, which rules and verdicts speak of.
 *
 * @param {View} view
 * @param {TableSeat} own
 */
function colorWords(view, { seat, color }) {
  if (view.table.colors === "assigned" || seat === "chaos") {
    return el("span", { class: "seat-color" }, colorName(color));
  }
  return el("span", { class: "seat-which" }, t("as {seat}", { seat: colorName(seat) }));
}

const hiddenWords = () =>
  el("span", { class: "seat-hidden" }, el("span", { class: "seat-color" }, `${t("reserve")} `), t("hidden"));

/** @param {Held} held */
function heldWords({ shape, color, count }) {
  const values = { piece: pieceName({ shape, color }, count), number: countName(count) };
  return el(
    "span",
    { class: "seat-pieces", title: tn(["one {piece} in reserve", "{number} {piece} in reserve"], count, values) },
    pieceIcon({ shape, color }),
    el("span", {}, String(count)),
    el("span", { class: "visually-hidden" }, ` ${t("{piece} in reserve", values)}`),
  );
}

/**
 * What there is in a seat's reserve, by shape. Where the seat may choose the colour, the key says it too: "WO".
 *
 * @param {TableSeat} own
 * @returns {Held[]}
 */
function heldOf(own) {
  const kinds = Object.entries(own.reserve ?? {}).map(([key, count]) => {
    const [shape, letter] = [key.slice(-1), key.slice(0, -1)];
    return { shape, color: letter ? COLORS[/** @type {keyof typeof COLORS} */ (letter)] : own.color, count };
  });
  return kinds.sort((one, other) => SHAPE_ORDER.indexOf(one.shape) - SHAPE_ORDER.indexOf(other.shape));
}

/**
 * The kinds of which the viewer has any in reserve.
 *
 * @param {View} view
 * @returns {Held[]}
 */
export function ownKinds(view) {
  const own = tableSeat(view, view.viewer);
  return own ? heldOf(own).filter(({ count }) => count > 0) : [];
}

/**
 * Draws the viewer's own reserve: pieces among which to choose, where there are several kinds.
 *
 * @param {HTMLElement} box
 * @param {Scene} scene
 * @param {Hand} hand
 */
export function drawReserve(box, { match, view }, hand) {
  const own = tableSeat(view, view.viewer);
  if (!own || isOver(match)) return replaceChanged(box);
  const held = heldOf(own);
  // Where one chooses among kinds they keep their places, whoever is to move.
  const isChoice = held.length > 1;
  box.classList.toggle("has-choice", isChoice);
  const isNamed = !isChoice || new Set(held.map(({ color }) => color)).size > 1;
  const pieces = held.map((kind) => {
    const content = reserveContent(kind, isNamed);
    return isChoice ? reserveButton(kind, content, hand) : el("p", noted(kind, hand), ...content);
  });
  const none = el("p", { class: "soft" }, t("There is nothing in it."));
  return replaceChanged(
    box,
    // Whoever looks with others' eyes has none of their own.
    el("h2", {}, match.viewer === view.viewer ? t("Your reserve") : t("In reserve")),
    pieces.length > 0 ? el("div", { class: "reserve-pieces" }, pieces) : none,
  );
}

/**
 * @param {Held} kind
 * @param {boolean} isNamed whether the colour is said too
 */
function reserveContent(kind, isNamed) {
  const { shape, count } = kind;
  return [
    pieceIcon(kind),
    el("span", { class: "reserve-count" }, String(count)),
    el("span", { class: "reserve-name" }, isNamed ? pieceName(kind, count) : shapeName(shape, count)),
    ...(hasOwnName(shape) ? [el("kbd", { class: "reserve-letter", "aria-hidden": "true" }, shape)] : []),
  ];
}

/**
 * A tooltip with the rules of a shape; a tap tells them by its name. What may be placed can be dragged.
 *
 * @param {Looks} kind
 * @param {Hand} hand
 */
const noted = (kind, { rules, canChoose }) => ({
  class: `reserve-piece ${canChoose(kind) ? "is-movable" : ""}`,
  title: rules(kind) || null,
  "data-shape": kind.shape,
  "data-color": kind.color,
});

/**
 * @param {Held} held
 * @param {Node[]} content
 * @param {Hand} hand
 */
function reserveButton({ shape, color, count }, content, hand) {
  const { canChoose, isChosen, choose } = hand;
  const kind = { shape, color };
  return el(
    "button",
    {
      type: "button",
      ...noted(kind, hand),
      id: `reserve-${color}-${shape}`,
      disabled: !canChoose(kind),
      "aria-label": `${count} ${pieceName(kind, count)}`,
      "aria-pressed": String(canChoose(kind) && isChosen(kind)),
      onclick: () => choose(kind),
    },
    ...content,
  );
}

/**
 * By which letters moves name the shapes that have names of the game's own: "O: sheep, P: wolf".
 *
 * @param {View} view
 */
export function sayLetters({ table }) {
  const before = speakAs(table);
  const letters = SHAPE_ORDER.filter(hasOwnName).map((shape) => `${shape}: ${shapeName(shape)}`);
  speakAs(before);
  return letters.join(", ");
}
