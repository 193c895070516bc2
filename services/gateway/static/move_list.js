// Moves in the notation of the match, two to a line; each leads to its moment. However many there are, a list of them
// is one stop of the Tab key.

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
    tabindex: "-1",
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

/** Where arrow keys lead in a list. @type {Record<string, (at: number) => number>} */
const STEPS = {
  ArrowUp: (at) => at - 1,
  ArrowDown: (at) => at + 1,
  ArrowLeft: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  Home: () => 0,
  End: () => Infinity,
};

/** The moves of a list. @param {Element} list @returns {HTMLElement[]} */
const movesIn = (list) => [...list.querySelectorAll(".replay-move")].filter((each) => each instanceof HTMLElement);

/**
 * Has keys lead from move to move of a list.
 *
 * @param {HTMLElement} list
 * @param {string[]} [keys] fewer of them, where the others go from moment to moment
 */
export function walkByKeys(list, keys = Object.keys(STEPS)) {
  list.addEventListener("focusin", () => placeStop(list));
  list.addEventListener("keydown", (event) => {
    const moves = movesIn(list);
    const at = moves.findIndex((move) => move === document.activeElement);
    if (at < 0 || !keys.includes(event.key) || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    moves[Math.max(0, Math.min(STEPS[event.key](at), moves.length - 1))].focus();
  });
}

/**
 * Has Tab reach the move of a list that has the keyboard, else the current one, else the first.
 *
 * @param {Element} list
 */
export function placeStop(list) {
  const moves = movesIn(list);
  const held = moves.find((move) => move === document.activeElement);
  const stop = held ?? moves.find((move) => move.ariaCurrent) ?? moves[0];
  for (const move of moves) move.tabIndex = move === stop ? 0 : -1;
}

/**
 * Marks the move of a list whose moment is shown. The list is scrolled to it, and a keyboard that is in the list goes
 * along.
 *
 * @param {Element} list
 * @param {string} id of the move
 */
export function markCurrent(list, id) {
  const current = movesIn(list).find((move) => move.id === id);
  const isOther = !current?.ariaCurrent;
  list.querySelector("[aria-current]")?.removeAttribute("aria-current");
  current?.setAttribute("aria-current", "step");
  // Not scrollIntoView: that would move the page, too.
  list.scrollTop = current ? current.offsetTop - (list.clientHeight - current.offsetHeight) / 2 : 0;
  if (isOther && list.contains(document.activeElement)) current?.focus({ preventScroll: true });
  placeStop(list);
}

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
