// The panel beside the table: whose turn it is, what is proposed, and the buttons that make it so.

import { replaceChanged } from "./changed.js";
import { buttonById, byId, el, replace, say } from "./dom.js";
import { keepKeyboard } from "./keyboard.js";
import { hasLeft, isActing, isOver, isPlayer, subject } from "./seating.js";
import { statusText, withForced } from "./status.js";
import { t } from "./texts.js";
import { capital } from "./words.js";

/** @import { LegalMove, Match, Playing, Scene, View } from "./family.js" */
/** @import { Premoves } from "./premoves.js" */
/** @import { Sideline } from "./sideline.js" */

/**
 * What is in hand.
 *
 * @typedef {object} Now
 * @property {Match} match
 * @property {LegalMove | null} chosen
 * @property {boolean} sending whether a move is on its way
 * @property {string} note what went wrong; "" for nothing
 * @property {Sideline | null} sideline moves that are made in place of those of the match, which is over
 */

export class MovePanel {
  /**
   * @param {Playing<any>} playing
   * @param {Pick<Premoves, "isThere" | "say" | "ask">} premoves
   * @param {(move: LegalMove) => void} choose
   */
  constructor(playing, premoves, choose) {
    this.playing = playing;
    this.premoves = premoves;
    this.choose = choose;
    if (playing.countsMoves) byId("subtitle").ariaLive = "off";
    const parts = document.querySelectorAll(".match-head, #move, #so-far, #hand, #leave-dialog");
    for (const part of parts) keepKeyboard(part, () => this.#handOn());
  }

  /**
   * @param {Now} now
   * @param {Scene | null} shown
   * @param {string[]} told what happened last
   */
  draw(now, shown, told) {
    const { match, chosen, sending, sideline } = now;
    const isLeft = !isPlayer(match) || isOver(match) || hasLeft(match);
    const isPremoved = this.premoves.isThere;
    const button = buttonById("accept");
    button.hidden = sideline ? !sideline.isProposing : isLeft || isPremoved;
    button.disabled = sideline ? sideline.isSending : !isActing(match) || !chosen || sending;
    button.classList.toggle("is-busy", sending);
    const drop = document.getElementById("premove-drop");
    if (drop) drop.hidden = !isPremoved;
    byId("move").classList.toggle("is-over", isOver(match) && !sideline);
    say(byId("status"), sideline ? sideline.status : statusText(match));
    // Sentences that stay are not spoken again.
    replaceChanged(
      byId("proposal"),
      this.#proposal(now, shown, told).map((text, index, { length }) =>
        el("span", {}, index < length - 1 ? `${text} ` : text),
      ),
    );
    say(byId("move-fault"), sideline ? sideline.note : now.note);
    this.#drawButtons(shown);
  }

  /** Gives the keyboard to what is asked, to how the match ended, or to the table. */
  #handOn() {
    const [answer] = byId("move").querySelectorAll(".take-back:not([hidden]) button:not([hidden])");
    const end = document.getElementById("outcome-title");
    const next = answer ?? (end?.checkVisibility() ? end : null);
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
    else this.playing.focus?.();
  }

  /**
   * What is proposed, or asked for, in sentences.
   *
   * @param {Now} now
   * @param {Scene | null} shown
   * @param {string[]} told
   */
  #proposal({ match, sending, sideline }, shown, told) {
    if (!shown) return [];
    if (sideline) return [sideline.proposal(this.#ask(shown))].filter(Boolean);
    if (isOver(match)) return [];
    if (sending) return [t("Sending your move…")];
    if (isActing(shown.match) && shown.chosen) return [this.sayMove(shown.chosen, shown.view)];
    if (shown.premove || shown.written) return [this.premoves.say(shown)];
    const asked = isActing(shown.match) ? this.#ask(shown) : this.premoves.ask(shown);
    return [...this.#last(match, shown, told), asked].filter(Boolean);
  }

  /**
   * What came last; of a moment that is looked back at, what was made for the viewer since is not.
   *
   * @param {Match} match
   * @param {Scene} shown
   * @param {string[]} told
   */
  #last(match, shown, told) {
    const isSaid = told.length === 1 && !isOwnLeaving(shown);
    const said = this.playing.sayPlan?.(shown) || (isSaid ? told[0] : "");
    return shown.match === match ? withForced(match, [said]) : [said];
  }

  /** @param {Scene} shown */
  #ask(shown) {
    return this.playing.ask?.(shown) ?? t("Choose a move.");
  }

  /**
   * A move in words.
   *
   * @param {LegalMove} move
   * @param {View | null} view
   */
  sayMove(move, view) {
    return (view && this.playing.sayMove?.(move, view)) ?? capital(move.move);
  }

  /**
   * A sentence for each event that the viewer saw.
   *
   * @param {Scene} shown
   */
  sentences(shown) {
    if (this.playing.sayEvents) return this.playing.sayEvents(shown);
    const who = (/** @type {string} */ seat) => subject(shown.match, seat);
    const did = (move = "") => (move ? t("played {move}", { move }) : t("made a move"));
    return (shown.view.last ?? []).map(({ seat, move }) => t("{who} {deed}.", { who: who(seat), deed: did(move) }));
  }

  /**
   * Moves that are no place on the table are buttons.
   *
   * @param {Scene | null} shown
   */
  #drawButtons(shown) {
    /** @type {LegalMove[]} */
    const moves = shown ? this.playing.buttons(shown) : [];
    byId("words").hidden = moves.length === 0;
    replace(
      byId("words"),
      moves.map((move) =>
        el(
          "button",
          {
            type: "button",
            class: "button",
            id: `word-${move.move}`,
            "aria-pressed": String((shown?.chosen?.move ?? shown?.written) === move.move),
            onclick: () => this.choose(move),
          },
          shown && this.sayMove(move, shown.view),
        ),
      ),
    );
  }
}

/**
 * Whether what came last is that the viewer left: the status says so already.
 *
 * @param {Scene} shown
 */
const isOwnLeaving = ({ match, view }) =>
  (view.last ?? []).some(({ seat, move }) => move === "leave" && seat === match.viewer);
