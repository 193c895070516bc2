// Hints: a move that a player that thinks would make, said to whoever plays against the platform's own players.

import { whyFirst } from "./best_moves.js";
import { buttonById, byId, say } from "./dom.js";
import { post } from "./request.js";
import { isActing, isOver, isPlayer } from "./seating.js";
import { t } from "./texts.js";
import { listed, percent, withinSentence } from "./words.js";

/** @import { LegalMove, Match, View } from "./family.js" */
/** @import { Known } from "./best_moves.js" */

/** @typedef {{ match: Match, move: string, values: Record<string, number>, best: Known[], states: number }} Told */

/**
 * @typedef {object} Page
 * @property {(match: Match) => void} take what is told of the match
 * @property {(move: LegalMove, view: View | null) => string} sayMove
 * @property {(move: LegalMove) => void} propose shows a move as the player's proposal, and makes nothing
 */

const WARNING = t("With a hint this match counts for nobody’s rating, however it ends.");
const TOO_LATE = [
  t("This match counts, and you have made a move in it, taken back or not: no hints any more."),
  t("In the next one ask for a hint before your first move; that match then counts for nobody."),
].join(" ");
const NOTHING = t("Nothing that you could know of what is hidden helps here. Decide for yourself.");

export class Hint {
  #match;
  #page;
  #offer;
  #isSending = false;
  #isAsking = false;
  #text = "";
  #fault = "";
  /** @type {LegalMove | null} */
  #move = null;

  /**
   * @param {Match} match
   * @param {Page} page
   */
  constructor(match, page) {
    this.#match = match;
    this.#page = page;
    this.#offer = buttonById("hint-ask").title;
    byId("hint-ask").addEventListener("click", () => this.#ask());
    byId("hint-take").addEventListener("click", () => this.#send());
    byId("hint-drop").addEventListener("click", () => this.#drop());
    byId("hint-propose").addEventListener("click", () => this.#propose());
  }

  /** @param {Match} match */
  show(match) {
    if (match.view_version !== this.#match.view_version || isOver(match)) this.#forget();
    this.#match = match;
    this.#render();
  }

  #forget() {
    this.#isAsking = false;
    this.#text = this.#fault = "";
    this.#move = null;
  }

  /** What would be refused is not asked for; and a match that counts is not to stop counting by a slip. */
  #ask() {
    if (this.#isSending) return;
    this.#forget();
    if (this.#isTooLate) {
      this.#text = TOO_LATE;
      return this.#render();
    }
    if (this.#match.hints !== "end_rating") return void this.#send();
    this.#isAsking = true;
    this.#render();
    byId("hint-take").focus();
  }

  #drop() {
    this.#forget();
    this.#render();
    byId("hint-ask").focus();
  }

  #propose() {
    const move = this.#move;
    // On a phone what was said would hide the table, and what is proposed is said beside it.
    this.#drop();
    if (move) this.#page.propose(move);
  }

  async #send() {
    if (this.#isSending) return;
    this.#forget();
    this.#isSending = true;
    this.#render();
    const { id, viewer: seat, view_version: version } = this.#match;
    try {
      /** @type {Told} */
      const told = await post(`/api/matches/${id}/hint`, { seat, view_version: version }, { repeat: false });
      this.#isSending = false;
      this.#page.take(told.match);
      if (this.#match.view_version === version) this.#tell(told);
    } catch (error) {
      this.#isSending = false;
      this.#fault = error instanceof Error ? error.message : String(error);
    }
    this.#render();
  }

  /** @param {Told} told */
  #tell({ move, best, match }) {
    const legal = match.view?.legal ?? [];
    const named = (/** @type {string} */ text) => legal.find((one) => one.move === text) ?? null;
    this.#move = named(move);
    const others = best.filter((known) => known.move !== move);
    const inWords = (/** @type {LegalMove} */ choice) => withinSentence(this.#page.sayMove(choice, match.view));
    const said = (/** @type {Known} */ known) => {
      const choice = named(known.move);
      return `${choice ? inWords(choice) : known.move} (${this.#worth(known)})`;
    };
    const its = best.find((known) => known.move === move);
    const hinted = this.#move && `${inWords(this.#move)}${its ? ` (${this.#worth(its)})` : ""}`;
    const first = hinted ? t("Hint: {move}.", { move: hinted }) : NOTHING;
    const next = t("Next best: {list}.", { list: listed(others.map(said)) });
    this.#text = others.length > 0 ? `${first} ${next}${whyFirst(best)}` : first;
  }

  /** @param {Known} known */
  #worth({ value, chance }) {
    return chance > 0 && chance < 1
      ? t("{share} of the time", { share: percent(chance) })
      : t("worth {share}", { share: percent(value) });
  }

  get #isTooLate() {
    return this.#match.hints === "too_late";
  }

  #render() {
    const match = this.#match;
    const ask = buttonById("hint-ask");
    ask.hidden = !isPlayer(match) || isOver(match) || match.hints === "";
    ask.disabled = !isActing(match);
    ask.setAttribute("aria-disabled", String(this.#isTooLate));
    ask.title = this.#isTooLate ? TOO_LATE : this.#offer;
    ask.classList.toggle("is-busy", this.#isSending);
    byId("hint-take").hidden = byId("hint-drop").hidden = !this.#isAsking;
    byId("hint-propose").hidden = this.#move === null;
    const text = this.#isAsking ? WARNING : this.#text;
    byId("hint").hidden = isOver(match) || !(text || this.#fault);
    say(byId("hint-text"), text);
    say(byId("hint-fault"), this.#fault);
  }
}
