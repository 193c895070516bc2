// The moves of a match that goes on, and what the table looked like then. Where nothing is secret all of them are
// there, and view version n shows step n - 1; elsewhere only what this page was told: not even their number is known.

import { buttonById, byId, el, inputById, replace, say } from "./dom.js";
import { moveItem, placeStop, walkByKeys } from "./move_list.js";
import { isOpen, isSame, isShorter } from "./open_game.js";
import { get, Refused } from "./request.js";
import { asWritten, isListed, isOver, isPlayer, legalMoves, SPECTATOR } from "./seating.js";
import { since } from "./since.js";
import { t } from "./texts.js";

/** @import { Part } from "./film.js" */
/** @import { Match, View } from "./family.js" */

/**
 * What the page does for the list.
 *
 * @typedef {object} Page
 * @property {() => void} show what is shown has changed
 * @property {(match: Match, view: View) => string[]} sentences what happened last in a view
 * @property {import("./move_list.js").Manner} manner
 * @property {(match: Match) => boolean} mayPlay whether a move can be written now, were it for later
 * @property {(text: string) => Promise<string>} play makes a move by its text; gives what is wrong with it, or ""
 */

/** @typedef {{ view: View, isTakenBack: boolean }} Moment */

const AT_ONCE = 40;
/** The version of a view in which nobody has moved. */
const START = 1;

export class SoFar {
  /** @type {Match} */
  #match;
  /** By the version of the view. @type {Map<number, Moment>} */
  #moments = new Map();
  /** The version that is looked back at; 0 for the present. */
  #past = 0;
  #drawn = "";
  #isFilling = false;

  /**
   * @param {Match} match
   * @param {Page} page
   */
  constructor(match, page) {
    this.page = page;
    this.#match = match;
    byId("so-far-now").addEventListener("click", () => this.#open(0));
    walkByKeys(byId("so-far-moves"));
    byId("typed-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#play();
    });
    this.take(match);
  }

  /** The match as it stood at the moment that is looked back at; null for now. @returns {Match | null} */
  get match() {
    const moment = this.#moments.get(this.#past);
    return moment ? { ...this.#match, view: { ...moment.view, legal: [], acting: [] }, proposed: [] } : null;
  }

  /** Takes the match as it is now. @param {Match} match */
  take(match) {
    const { view, view_version: version } = match;
    // What another seat of the same player saw has views of its own, unless all see the same.
    if (match.viewer !== this.#match.viewer && !isOpen(view)) this.#moments.clear();
    const isNew = version !== this.#match.view_version || !this.#moments.has(version);
    const before = this.#match.view;
    this.#match = match;
    if (isNew || isOver(match)) this.#past = 0;
    if (!view || !isNew) return;
    // What was wrong was wrong with a move that is not to be made any more.
    sayFault("");
    this.#moments.set(version, { view, isTakenBack: isShorter(view, before) });
    if (this.#isOpen) this.#fill();
  }

  draw() {
    const match = this.#match;
    // A match that is over has its replay.
    const entries = isOver(match) ? [] : this.#entries;
    byId("so-far").hidden = !isListed(match);
    byId("typed-form").hidden = !isPlayer(match);
    // A field that is switched off would lose the keyboard, which is wanted there at the next turn.
    say(byId("typed-letters"), (match.view && this.page.manner.playing.sayLetters?.(match.view)) ?? "");
    const typed = inputById("typed");
    typed.readOnly = !this.page.mayPlay(match);
    typed.setAttribute("aria-disabled", String(typed.readOnly));
    buttonById("so-far-now").hidden = this.#past === 0;
    const numbers = this.#numbers(entries);
    const drawn = [entries, numbers, this.#past].join(";");
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    const list = byId("so-far-moves");
    const last = entries.at(-1);
    const items = entries.map((version, index) => this.#item(version, numbers[index], last));
    replace(list, items.length > 0 ? items : none());
    const current = this.#past || last;
    document.getElementById(`so-far-${current}`)?.setAttribute("aria-current", "step");
    placeStop(list);
    if (!this.#past) list.scrollTop = list.scrollHeight;
  }

  get #isOpen() {
    return isOpen(this.#match.view);
  }

  /**
   * The versions in which something has happened that stands: a move of a round that is sealed changes the own view
   * alone, and what was taken back is gone.
   */
  get #entries() {
    const versions = [...this.#moments.keys()].sort((one, other) => one - other);
    const happened = versions.filter((version, index) => {
      const before = this.#isOpen ? undefined : this.#moments.get(versions[index - 1])?.view.last;
      return this.#at(version).isTakenBack || since(this.#at(version).view.last ?? [], before ?? []).length > 0;
    });
    /** @type {number[]} */
    const standing = [];
    for (const version of happened) {
      const { view, isTakenBack } = this.#at(version);
      if (!isTakenBack) standing.push(version);
      else while (standing.length > 0 && !isSame(view, this.#at(standing[standing.length - 1]).view)) standing.pop();
    }
    return standing;
  }

  /** A moment that is known. @param {number} version */
  #at(version) {
    return /** @type {Moment} */ (this.#moments.get(version));
  }

  /**
   * @param {number} version
   * @param {number} number which move it is
   * @param {number | undefined} last version that is listed
   */
  #item(version, number, last) {
    const { view } = this.#at(version);
    const words = this.page.sentences({ ...this.#match, view }, view).join(" ");
    // Once moves were taken back, the last one that stands is the present.
    const isNow = version === this.#match.view_version || (this.#isOpen && version === last);
    const open = () => this.#open(isNow ? 0 : version);
    return moveItem({ number, id: `so-far-${version}`, view, words, isTakenBack: false, open }, this.page.manner);
  }

  /**
   * Which move led to each entry: in an open game those before it that were not told yet count, too, and are being
   * asked for.
   *
   * @param {number[]} entries
   */
  #numbers(entries) {
    const known = [...this.#moments.keys()].filter((version) => version > START).sort((one, other) => one - other);
    let before = 0;
    return entries.map((version, index) => {
      while (known[before] < version) before++;
      return index + 1 + (this.#isOpen ? Math.max(0, version - START - 1 - before) : 0);
    });
  }

  /** @param {number} version */
  #open(version) {
    this.#past = version;
    this.page.show();
  }

  /** Asks for moments that the page was not told: those before it was opened, and one of two that came at once. */
  async #fill() {
    if (this.#isFilling) return;
    this.#isFilling = true;
    try {
      while (this.#missing < this.#match.view_version && (await this.#fetch(this.#missing)) > 0);
    } catch (error) {
      // The list is shorter, until something else is told.
      if (!(error instanceof Refused)) throw error;
    } finally {
      this.#isFilling = false;
    }
  }

  /** The number of the first step that is not known. */
  get #missing() {
    let step = 0;
    while (this.#moments.has(step + 1)) step++;
    return step;
  }

  /** Asks for some steps from one that is not known; gives how many there were. @param {number} first */
  async #fetch(first) {
    const { id, viewer } = this.#match;
    const query = new URLSearchParams({ viewer: viewer || SPECTATOR, first: String(first), count: String(AT_ONCE) });
    /** @type {Part} */
    const { views } = await get(`/api/matches/${id}/replay?${query}`);
    views.forEach(({ view, taken_back_by: by }, index) => {
      const version = first + index + 1;
      if (!this.#moments.has(version)) this.#moments.set(version, { view, isTakenBack: Boolean(by) });
    });
    this.page.show();
    return views.length;
  }

  async #play() {
    const field = inputById("typed");
    if (field.readOnly) return;
    const text = asWritten(field.value.trim(), legalMoves(this.#match));
    const fault = text ? await this.page.play(text) : "";
    sayFault(fault);
    if (!fault) field.value = "";
  }
}

/** @param {string} fault what is wrong with what was typed; "" for nothing any more */
function sayFault(fault) {
  say(byId("typed-fault"), fault);
  inputById("typed").setAttribute("aria-invalid", String(fault !== ""));
}

const none = () => el("li", { class: "soft" }, t("Nobody has moved yet."));
