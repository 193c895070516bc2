// The views of a finished match, as one viewer saw them or as they really were. They are asked for in parts.

import { isSame } from "./open_game.js";
import { get } from "./request.js";
import { EVERYTHING, nameOf, playersIn, seatsOf, SPECTATOR } from "./seating.js";
import { since } from "./since.js";
import { t } from "./texts.js";

/** @import { Game, Happening, Match, View } from "./family.js" */

/** @typedef {{ view: View, at_ms: number, taken_back_by: string }} Step */
/** @typedef {{ steps: number, first: number, views: Step[] }} Part */

const AT_ONCE = 40;

/**
 * Who saw a match, and what that is called.
 *
 * @param {Match} match
 * @param {Game} game
 * @returns {[viewer: string, words: string][]}
 */
export function viewersOf(match, game) {
  const seats = seatsOf(match, game).filter((seat) => playersIn(match).includes(seat));
  return [
    ...seats.map(
      ({ seat }) => /** @type {[string, string]} */ ([seat, t("As {who} saw it", { who: nameOf(match, seat) })]),
    ),
    [SPECTATOR, t("As watchers saw it")],
    [EVERYTHING, t("As it really was")],
  ];
}

/** A match as one viewer saw it: the steps that have been told so far, each with what it tells anew. */
export class Film {
  /** @type {(Step | undefined)[]} */
  steps = [];
  /** The numbers of those that were taken back, as far as all up to that is told. @type {Set<number>} */
  takenBack = new Set();
  /** The last events of each, as they were told. @type {(Happening[] | undefined)[]} */
  #lasts = [];
  /** @type {Map<number, Promise<void>>} */
  #parts = new Map();

  /**
   * @param {string} path
   * @param {string} viewer
   * @param {boolean} isAll whether the viewer sees all that happens, so that what is told again has happened again
   */
  constructor(path, viewer, isAll) {
    this.path = path;
    this.viewer = viewer;
    this.isAll = isAll;
  }

  /**
   * A step, as soon as it is there; the last one in place of any after it.
   *
   * @param {number} number
   * @returns {Promise<Step>}
   */
  async step(number) {
    if (this.steps.length === 0) await this.#fetch(0);
    const wanted = Math.min(number, this.steps.length - 1);
    await this.#have(wanted);
    if (wanted > 0) await this.#have(wanted - 1);
    return /** @type {Step} */ (this.steps[wanted]);
  }

  /** @param {number} wanted */
  async #have(wanted) {
    if (!this.steps[wanted]) await this.#fetch(wanted - (wanted % AT_ONCE));
    // A part is shorter where views are large.
    while (!this.steps[wanted]) await this.#fetch(this.#missing(wanted - (wanted % AT_ONCE)));
  }

  /** Fetches all that is missing, and says after each part that there is more. @param {() => void} more */
  async all(more) {
    await this.step(0);
    for (let at = this.#missing(0); at < this.steps.length; at = this.#missing(at)) {
      await this.#fetch(at);
      more();
    }
  }

  /** @param {number} from */
  #missing(from) {
    let at = from;
    while (at < this.steps.length && this.steps[at]) at++;
    return at;
  }

  /** @param {number} first */
  #fetch(first) {
    const known = this.#parts.get(first);
    if (known) return known;
    const part = this.#ask(first);
    this.#parts.set(first, part);
    // What was refused can be asked for again.
    part.catch(() => this.#parts.delete(first));
    return part;
  }

  /** @param {number} first */
  async #ask(first) {
    const query = new URLSearchParams({ viewer: this.viewer, first: String(first), count: String(AT_ONCE) });
    /** @type {Part} */
    const told = await get(`${this.path}?${query}`);
    this.steps.length = told.steps;
    told.views.forEach((step, index) => {
      this.steps[told.first + index] = step;
      this.#lasts[told.first + index] = step.view.last;
    });
    // The one after them may have been told before.
    for (let number = told.first; number <= told.first + told.views.length; number++) this.#tellAnew(number);
    this.#findTakenBack();
  }

  /** What is said of a step behind what happened in it. @param {number} number */
  remark(number) {
    return this.takenBack.has(number) ? ` ${t("This was taken back.")}` : "";
  }

  #findTakenBack() {
    const told = this.#missing(0) - 1;
    const standing = new Set(this.standing(told));
    for (let number = 1; number <= told; number++) {
      if (!this.steps[number]?.taken_back_by && !standing.has(number)) this.takenBack.add(number);
    }
  }

  /**
   * The numbers of the steps that stand at one, when all up to it is told: where moves were taken back, those stand no
   * more that led on from what is shown again.
   *
   * @param {number} last
   */
  standing(last) {
    const standing = [0];
    for (let number = 1; number <= last; number++) {
      if (!this.steps[number]?.taken_back_by) standing.push(number);
      else while (standing.length > 1 && !this.#isSame(number, standing[standing.length - 1])) standing.pop();
    }
    return standing;
  }

  /** @type {(one: number, other: number) => boolean} */
  #isSame(one, other) {
    const [view, before] = [one, other].map((number) => ({ ...this.steps[number]?.view, last: this.#lasts[number] }));
    return isSame(view, before);
  }

  /** @param {number} number */
  #tellAnew(number) {
    const [step, last, before] = [this.steps[number], this.#lasts[number], this.#lasts[number - 1]];
    if (!step || !last || !before) return;
    const told = since(last, before);
    step.view.last = told.length > 0 || !this.isAll ? told : last;
  }
}
