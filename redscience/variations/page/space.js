// A space of a board as it is drawn: what stands there, what is to come, and what may be chosen.

import { svg } from "../../dom.js";
import { t } from "../../texts.js";
import { capital } from "../../words.js";
import { pieceName, placeName } from "./names.js";
import { piece } from "./pieces.js";

/** @import { Moved } from "./arrows.js" */
/** @import { Space } from "./panel.js" */
/** @import { BoardRules, Looks } from "./view.js" */

/**
 * What is seen on a space.
 *
 * @typedef {object} Face
 * @property {Looks | undefined} here
 * @property {Moved | undefined} proposed
 * @property {Moved | undefined} planned
 * @property {Looks | undefined} target what a choice would put there
 * @property {boolean} isPointedAt whether that is a piece in hand
 * @property {boolean} isMarked whether it is shown that it may be chosen
 * @property {boolean} isChoosable
 * @property {boolean} isMovable whether its piece may be picked up
 * @property {boolean} isSelected whether its piece is in hand
 * @property {boolean} isDecisive whether it decided the match
 * @property {boolean} isInRow whether it is in a row that did
 * @property {boolean | undefined} last where it changed last: whether something stands there now
 */

/**
 * @param {Face} one
 * @param {Face} other
 */
export function looksTheSame(one, other) {
  for (const name of /** @type {(keyof Face)[]} */ (Object.keys(other))) {
    // Most are the same things as before: what they say is compared of the others alone.
    if (one[name] !== other[name] && JSON.stringify(one[name]) !== JSON.stringify(other[name])) return false;
  }
  return true;
}

/**
 * @param {BoardRules} board
 * @param {Space} space
 * @param {Face} face
 * @param {string[]} words what else is to be said of it
 */
export function drawSpace(board, space, face, words) {
  const { key, at, x, y, radius, outline } = space;
  const ring = { class: face.last ? "space-last" : "space-last space-left", cx: x, cy: y, r: radius + 2.6 };
  return svg(
    "g",
    {
      class: classes("space", {
        "is-choosable": face.isChoosable,
        "is-movable": face.isMovable,
        "is-last": face.last !== undefined,
        "is-proposed": Boolean(face.proposed),
        "is-planned": Boolean(face.planned),
        "is-selected": face.isSelected,
        "is-decisive": face.isDecisive,
      }),
      "data-key": key,
      role: face.isChoosable ? "button" : "img",
      "aria-label": [capital(placeName(at, board)), face.here ? pieceName(face.here) : t("empty"), ...words].join(", "),
      "aria-pressed": face.isChoosable ? String(face.isSelected || Boolean(face.proposed)) : null,
    },
    svg("path", { class: "space-ground", d: outline }),
    face.last === undefined ? null : svg("circle", ring),
    face.here && !face.proposed ? piece(face.here, x, y, radius) : null,
    target(space, face),
    coming(space, face),
  );
}

/**
 * Has a space look like another drawing of it. It stays the element that it is, and keeps the keyboard and the pointer.
 *
 * @template {Element} T
 * @param {T} element
 * @param {Element} fresh
 */
export function become(element, fresh) {
  for (const name of element.getAttributeNames()) if (!fresh.hasAttribute(name)) element.removeAttribute(name);
  for (const { name, value } of fresh.attributes) {
    if (element.getAttribute(name) !== value) element.setAttribute(name, value);
  }
  element.replaceChildren(...fresh.childNodes);
  return element;
}

/**
 * The piece that is to come there.
 *
 * @param {Space} space
 * @param {Face} face
 */
function coming({ x, y, radius }, { proposed, planned }) {
  if (proposed) return piece(proposed, x, y, radius, "is-proposed");
  return planned ? piece(planned, x, y, radius, "is-planned") : null;
}

/**
 * What a choice would do there; of a piece that may be picked up, that it may be.
 *
 * @param {Space} space
 * @param {Face} face
 */
function target({ x, y, radius }, { target: looks, here, proposed, isMarked }) {
  if (proposed || !isMarked) return null;
  if (!looks) return svg("circle", { class: "space-source", cx: x, cy: y, r: radius + 1.5 });
  const dot = here ? { class: "space-target space-taken", r: radius + 1.5 } : { class: "space-target", r: 4 };
  return svg("circle", { ...dot, cx: x, cy: y });
}

/**
 * Shows what choosing a space would put there. Drawn for that space alone: on all of a board, seen or not, it would be
 * most of what a browser has to style and draw.
 *
 * @param {{ element: Element, space: Space, face: Face }} drawn
 */
export function pointTo({ element, space: { x, y, radius }, face: { target: looks, proposed, isPointedAt } }) {
  element.classList.add("is-pointed");
  if (proposed || isPointedAt || !looks?.color) return;
  element.append(svg("g", { class: "space-ghost" }, piece(looks, x, y, radius)));
}

/**
 * @param {string} always
 * @param {Record<string, boolean>} sometimes
 */
const classes = (always, sometimes) => [always, ...Object.keys(sometimes).filter((name) => sometimes[name])].join(" ");
