// Premoves: the next move, pointed at or written while another seat thinks. It is kept on this page alone, and made as
// soon as it is the player's turn, if it may be made then. Only where nothing is hidden or drawn: elsewhere the table
// that one looks at is not the one on which the move would be made.

import { isOpen, isShorter } from "./open_game.js";
import { preferences } from "./preferences.js";
import { asWritten, hasLeft, isActing, isDrawAsked, isOver, isPlayer, legalMoves } from "./seating.js";
import { t } from "./texts.js";
import { withinSentence } from "./words.js";

/** @import { LegalMove, Match, Playing, Scene, View } from "./family.js" */

/**
 * What comes of a premove when it is the player's turn: it is made, means several moves among which to choose, or none.
 *
 * @typedef {{ moves: LegalMove[], note: string }} Due `note` says so, where it is not made
 */

export class Premoves {
  /** What was pointed at, as the family has it; null for nothing. @type {unknown} */
  #aim = null;
  /** The move as it was written, where none was pointed at; "" for none. */
  #written = "";
  #words = "";

  /** @param {Playing<any>} playing */
  constructor(playing) {
    this.playing = playing;
  }

  get aim() {
    return this.#aim;
  }

  get written() {
    return this.#written;
  }

  get isThere() {
    return this.#aim !== null || this.#written !== "";
  }

  /**
   * Whether one can point at a next move now.
   *
   * @param {Match} match
   */
  mayAim(match) {
    return Boolean(this.playing.meant) && this.mayWrite(match);
  }

  /**
   * Whether a next move can be written now.
   *
   * @param {Match} match
   */
  mayWrite(match) {
    if (!preferences.premoves || !isPlayer(match) || isOver(match)) return false;
    const isWaiting = !isActing(match) && !match.is_paused && !hasLeft(match) && !isDrawAsked(match);
    return isWaiting && isOpen(match.view);
  }

  /**
   * Keeps what was pointed at, in place of anything before it.
   *
   * @param {unknown} aim
   * @param {View} view in which it was
   */
  take(aim, view) {
    this.#aim = aim;
    this.#written = "";
    this.#words = aim === null ? "" : withinSentence(this.playing.sayAim?.(aim, view) ?? "");
  }

  /**
   * Keeps a move by its text, in place of anything before it; the same text once more puts it back.
   *
   * @param {string} text
   * @param {string} words the same, for people
   */
  write(text, words = text) {
    const isAgain = text === this.#written;
    this.drop();
    if (isAgain) return;
    this.#written = text;
    this.#words = words === text ? text : withinSentence(words);
  }

  drop() {
    this.take(null, /** @type {any} */ (null));
  }

  /**
   * Looks at what is told of the match: null while the premove waits, or where there is none.
   *
   * @param {Match} match
   * @param {Match} before
   * @returns {Due | null}
   */
  due(match, before) {
    if (!this.isThere) return null;
    // What was taken back was taken back in order to think again.
    if (isOver(match) || hasLeft(match) || !isOpen(match.view) || isShorter(match.view, before.view)) {
      this.drop();
      return null;
    }
    if (!isActing(match) || isDrawAsked(match)) return null;
    const words = this.#words;
    const written = [{ move: asWritten(this.#written, legalMoves(match)) }];
    const meant = this.#written ? written : (this.playing.meant?.(this.#aim, legalMoves(match)) ?? []);
    // Whoever plays several seats chose it for the one with whose eyes they looked.
    const moves = match.viewer === before.viewer ? meant : [];
    this.drop();
    const refused = t("Your premove cannot be made: {move}.", { move: words });
    const several = t("Your premove can be several moves: {move}. Choose one.", { move: words });
    return { moves, note: moves.length > 1 ? several : refused };
  }

  /** @param {Scene} scene */
  say({ premove, written }) {
    if (!premove && !written) return "";
    return t("Premove: {move}. It is made as soon as it is your turn.", { move: this.#words });
  }

  /** @param {Scene} scene */
  ask({ premoving }) {
    return premoving ? t("You can choose your next move now.") : "";
  }
}
