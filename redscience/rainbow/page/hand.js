// The viewer's pegs that are off the board: a column each, with either face up.

import { el, replace, svg } from "../../dom.js";
import { drag } from "../../drag.js";
import { isOver } from "../../seating.js";
import { t } from "../../texts.js";
import { capital, listed } from "../../words.js";
import { lyingName, pegName } from "./names.js";
import { outline, peg, pegIcon } from "./pegs.js";
import { turnedOver } from "./view.js";

/** @import { SeatDetails } from "../../family.js" */
/** @import { Hand, Lying, Scene } from "./view.js" */

export const LOCKED = t("White-black is locked until your other six pegs are on the board.");
const LOCK = "M.16-.3H.44V-.08H.16ZM.22-.3V-.37A.08.08 0 0 1 .38-.37V-.3";
const PEGS = ["RO", "OY", "YG", "GB", "BV", "VR", "WK"];

/**
 * What the hand is told and tells.
 *
 * @typedef {object} Held
 * @property {Lying} held the peg that is chosen; "" for none
 * @property {(lying: Lying) => void} choose
 * @property {() => void} refuse a peg was chosen that cannot be placed yet
 * @property {(lying: Lying, x: number, y: number) => void} drop where in the window it was let go
 */

/**
 * @param {HTMLElement} box
 * @param {Scene} scene
 * @param {Held} told
 */
export function drawHand(box, scene, told) {
  const { match, view, active } = scene;
  const legal = active ? scene.legal : [];
  const own = view.table.hands.find(({ seat }) => seat === view.viewer);
  if (!own || isOver(match)) return replace(box);
  const placeable = new Set(legal.flatMap(({ kind, peg: lying }) => (kind === "place" && lying ? [lying] : [])));
  const columns = PEGS.map((each) =>
    el(
      "div",
      { class: "hand-peg" },
      own.off.includes(each)
        ? [each, turnedOver(each)].map((lying) =>
            own.waiting.includes(each)
              ? locked(own.seat, lying, told)
              : button(own.seat, lying, placeable.has(lying), told),
          )
        : gone(own.seat, each),
    ),
  );
  return replace(
    box,
    el("h2", {}, t("Your pegs off the board")),
    el("div", { class: "hand-pegs" }, columns),
    el("p", { class: "hand-note soft" }, note(own)),
  );
}

/**
 * What is to be known of the pegs that cannot be placed yet; it keeps its line, so that nothing jumps.
 *
 * @param {Hand} hand
 */
function note({ off, waiting }) {
  if (waiting.length > 0) return LOCKED;
  return off.length > 0
    ? t("{list} may be placed now.", { list: capital(listed(off.map(pegName))) })
    : t("All of your pegs are on the board.");
}

/**
 * @param {string} seat
 * @param {Lying} lying
 * @param {boolean} canChoose
 * @param {Held} told
 */
function button(seat, lying, canChoose, { held, choose, drop }) {
  return el(
    "button",
    {
      type: "button",
      class: "hand-face",
      id: `hand-${lying}`,
      disabled: !canChoose,
      "aria-label": capital(lyingName(lying)),
      "aria-pressed": String(canChoose && held === lying),
      title: capital(lyingName(lying)),
      onclick: () => choose(lying),
      onpointerdown: (/** @type {PointerEvent} */ event) => {
        if (!canChoose) return;
        const ghost = pegIcon(peg(seat, lying));
        ghost.classList.add("is-dragged");
        drag(event, ghost, (x, y) => drop(lying, x, y));
      },
    },
    pegIcon(peg(seat, lying)),
  );
}

/**
 * A peg that waits; whoever asks for it is told why.
 *
 * @param {string} seat
 * @param {Lying} lying
 * @param {Held} told
 */
const locked = (seat, lying, { refuse }) =>
  el(
    "button",
    {
      type: "button",
      class: "hand-face is-locked",
      id: `hand-${lying}`,
      "aria-disabled": "true",
      "aria-label": t("{lying}: locked", { lying: capital(lyingName(lying)) }),
      title: LOCKED,
      onclick: refuse,
    },
    pegIcon(peg(seat, lying), svg("path", { class: "lock", d: LOCK })),
  );

/**
 * Where a peg was that is on the board.
 *
 * @param {string} seat
 * @param {Lying} each
 */
const gone = (seat, each) =>
  el(
    "span",
    { class: "hand-gone", title: t("{peg} is on the board", { peg: capital(pegName(each)) }) },
    pegIcon(outline(seat)),
    el("span", { class: "visually-hidden" }, t("{peg} is on the board", { peg: pegName(each) })),
  );

/**
 * The outline of a seat's pegs, and those of them that are off the board.
 *
 * @param {Scene} scene
 * @param {string} seat
 * @returns {SeatDetails}
 */
export function seatDetails({ view }, seat) {
  const hand = view.table.hands.find((one) => one.seat === seat);
  if (!hand) return {};
  const words =
    hand.off.length > 0
      ? t("Off the board: {list}", { list: listed(hand.off.map(pegName)) })
      : t("All pegs are on the board");
  return {
    icon: pegIcon(outline(seat, "is-filled")),
    line: [
      el("span", { class: "visually-hidden" }, words),
      el(
        "span",
        { class: "seat-pegs", title: words },
        hand.off.map((each) => pegIcon(peg(seat, each))),
      ),
    ],
  };
}
