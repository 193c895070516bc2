// How pieces look: a tower for red's, a shield for blue's, so that they differ by more than their colour.

import { svg } from "../../dom.js";
import { t } from "../../texts.js";
import { kindName, seatName, shortName } from "./names.js";

/** @import { Kind, Piece } from "./view.js" */

/** What stands on a piece. @type {Record<Kind, string>} */
export const SIGNS = {
  marshal: "1",
  general: "2",
  colonel: "3",
  major: "4",
  captain: "5",
  lieutenant: "6",
  sergeant: "7",
  miner: "8",
  scout: "9",
  spy: "S",
  bomb: "B",
  flag: "F",
};

/** By outline around (0, 0). @type {Record<string, string>} */
const OUTLINES = {
  red: "M-.4-.41h.2v.1h.12v-.1h.16v.1h.12v-.1h.2v.76q0 .06-.06.06h-.68q-.06 0-.06-.06z",
  blue: "M-.4-.33q0-.08.08-.08h.64q.08 0 .08.08v.36q0 .3-.4.4q-.4-.1-.4-.4z",
};
/** What is on the back of a piece that is not known. @type {Record<string, string>} */
const BACKS = {
  red: "M-.2-.12h.4M-.2.06h.4M-.2.24h.4",
  blue: "M0-.22l.2.2-.2.2-.2-.2z",
};

/**
 * A piece around (0, 0), a cell wide.
 *
 * @param {Piece} piece
 * @param {{ marked?: boolean, classes?: string }} [look] `marked`: with what is known of it
 */
export function drawn({ seat, kind, moved, revealed }, { marked = false, classes = "" } = {}) {
  return svg(
    "g",
    { class: `piece is-${seat} ${classes}` },
    svg("path", { class: "piece-body", d: OUTLINES[seat] }),
    kind ? face(kind) : svg("path", { class: "piece-back", d: BACKS[seat] }),
    marked && moved && svg("path", { class: "piece-moved", d: "M.2-.33l.12.1-.12.1z" }),
    marked && revealed && svg("g", { class: "piece-known", transform: "translate(-.27 -.23)" }, ...eye()),
  );
}

/** @param {Kind} kind */
function face(kind) {
  return svg(
    "g",
    {},
    svg("text", { class: "piece-sign", y: ".17" }, SIGNS[kind]),
    svg("text", { class: "piece-name", y: ".32" }, shortName(kind)),
  );
}

const eye = () => [svg("path", { d: "M-.1 0q.1-.11.2 0q-.1.11-.2 0z" }), svg("circle", { r: ".032" })];

/**
 * A piece in a line of text.
 *
 * @param {{ seat: string, kind?: Kind }} piece
 */
export const pieceIcon = ({ seat, kind }) =>
  svg("svg", { class: "piece-icon", viewBox: "-.5 -.5 1 1", "aria-hidden": "true" }, drawn({ at: "", seat, kind }));

/**
 * All that may be said of what stands on a square.
 *
 * @param {Piece} piece
 * @param {string} viewer
 */
export function pieceWords({ seat, kind, moved, revealed }, viewer) {
  const known =
    kind === undefined
      ? t("not known")
      : revealed
        ? t("known to everybody")
        : seat === viewer
          ? t("not known to the other")
          : "";
  const name = kind === undefined ? t("piece") : kindName(kind);
  const whose = t("{seat} {piece}", { seat: seatName(seat), piece: name });
  return [whose, known, moved ? t("has moved") : t("has never moved")].filter(Boolean).join(", ");
}
