// Premoves: the next move, chosen while another seat thinks. It is kept on this page alone, and made as soon as it is
// the player's turn, if it may be made then. Only where nothing is hidden or drawn: elsewhere the table that one looks
// at is not the one on which the move would be made.

import { isOpen, isShorter } from "./open_game.js";
import { preferences } from "./preferences.js";
import { hasLeft, isActing, isDrawAsked, isOver, isPlayer, legalMoves } from "./seating.js";
import { t } from "./texts.js";

/** @import { LegalMove, Match, Playing, Scene, View } from "./family.js" */

/**
 * What comes of a premove when it is the player's turn: it is made, means several moves among which to choose, or none.
 *
 * @typedef {{ moves: LegalMove[], note: string }} Due
 */

export class Premoves {
  /** What was pointed at, as the family has it; null for nothing. @type {unknown} */
  #aim = null;
  #words = "";

  /** @param {Playing<any>} playing */
  constructor(playing) {
    this.playing = playing;
  }

  get aim() {
    return this.#aim;
  }

  /**
   * Whether a next move can be chosen now.
   *
   * @param {Match} match
   */
  mayAim(match) {
    if (!preferences.premoves || !this.playing.meant || !isPlayer(match) || isOver(match)) return false;
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
    this.#words = aim === null ? "" : (this.playing.sayAim?.(aim, view) ?? "");
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
    const aim = this.#aim;
    if (aim === null) return null;
    // What was taken back was taken back in order to think again.
    if (isOver(match) || hasLeft(match) || !isOpen(match.view) || isShorter(match.view, before.view)) {
      this.drop();
      return null;
    }
    if (!isActing(match) || isDrawAsked(match)) return null;
    const [moves, words] = [this.playing.meant?.(aim, legalMoves(match)) ?? [], this.#words];
    this.drop();
    if (moves.length === 1) return { moves, note: "" };
    const note =
      moves.length > 1
        ? t("Your premove can be several moves: {move}. Choose one.", { move: words })
        : t("Your premove cannot be made: {move}.", { move: words });
    return { moves, note };
  }

  /** @param {Scene} scene */
  say({ premove }) {
    return premove ? t("Premove: {move}. It is made as soon as it is your turn.", { move: this.#words }) : "";
  }

  /** @param {Scene} scene */
  ask({ premoving }) {
    return premoving ? t("You can choose your next move now.") : "";
  }
}
