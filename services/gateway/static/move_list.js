// Moves in the notation of the match, two to a line; each leads to its moment.

import { el } from "./dom.js";
import { t } from "./texts.js";

/** @import { Child } from "./dom.js" */
/** @import { Happening, Playing, View } from "./family.js" */

/**
 * A line of the list: what it shows is what happened last in its view.
 *
 * @typedef {object} Entry
 * @property {number} number of the move, where its family does not count for itself; 0 for none
 * @property {string} id of the button
 * @property {View} view
 * @property {string} words what happened, in sentences
 * @property {boolean} isTakenBack whether moves were taken back here, and none was made
 * @property {() => void} open
 */

/**
 * How moves are shown.
 *
 * @typedef {object} Manner
 * @property {(seat: string) => Node | null} sign of a seat
 * @property {Pick<Playing<any>, "numberOf" | "sayBriefly" | "sayLetters">} playing
 */

/**
 * @param {Entry} entry
 * @param {Manner} manner
 * @param {...Child} more behind the moves
 */
export function moveItem({ view, isTakenBack, ...entry }, manner, ...more) {
  const moves = (view.last ?? []).map((event) => moveOf(event, manner));
  const shown = moves.length > 0 ? moves : [t("unseen")];
  const number = manner.playing.numberOf?.(view) ?? entry.number;
  return lineOf({ ...entry, number }, ...(isTakenBack ? [el("span", {}, "↶")] : shown), ...more);
}

/**
 * @param {Pick<Entry, "number" | "id" | "words" | "open">} entry
 * @param {...Child} what is shown beside the number
 */
function lineOf({ number, id, words, open }, ...what) {
  const button = {
    type: "button",
    class: "replay-move",
    id,
    title: words,
    onclick: open,
  };
  const numeral = number > 0 ? el("span", { class: "replay-number" }, `${number}.`) : null;
  // What is seen stays part of its name: whoever tells the computer to press it reads that out.
  return el(
    "li",
    {},
    el(
      "button",
      button,
      numeral,
      el("span", { class: "replay-what" }, ...what),
      el("span", { class: "visually-hidden" }, words),
    ),
  );
}

/**
 * Says of moves in a list that they were taken back.
 *
 * @param {Element} list of all moves, from the first one on
 * @param {Set<number>} takenBack the numbers of those
 */
export function sayTakenBack(list, takenBack) {
  for (const number of takenBack) {
    const what = list.children[number - 1]?.querySelector(".replay-what");
    if (!what || what.querySelector("s")) continue;
    what.prepend(el("s", {}, ...what.querySelectorAll(".replay-event")));
    what.append(el("span", { class: "soft" }, t("taken back")));
  }
}

/**
 * What a seat has made in one go.
 *
 * @param {Pick<Entry, "number" | "id" | "words" | "open">} entry
 * @param {{ seat: string, move: string }} made
 * @param {Manner} manner
 */
export const madeItem = (entry, made, manner) => lineOf(entry, moveOf(made, manner));

/**
 * A whole line of moves, in words.
 *
 * @param {string} words
 * @param {() => void} open
 */
export const lineItem = (words, open) =>
  el("li", {}, el("button", { type: "button", class: "replay-move", onclick: open }, words));

/**
 * @param {Happening} event
 * @param {Manner} manner
 */
function moveOf(event, { sign, playing }) {
  const { seat, move } = event;
  const notation = move ? el("span", { translate: "no" }, move) : t("unseen");
  return el("span", { class: "replay-event" }, sign(seat), " ", playing.sayBriefly?.(event) || notation, " ");
}
