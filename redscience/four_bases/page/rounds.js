// A round that was carried out, replayed step by step on the board.

import { button } from "./buttons.js";
import { el, replace, say } from "../../dom.js";
import { whenReleased } from "../../press.js";
import { replaceChanged } from "../../changed.js";
import { t, tn } from "../../texts.js";
import { sayHappened, STEPS } from "./words.js";
import { isSame, keyOf } from "./view.js";

/** @import { Place } from "../../family.js" */
/** @import { AnyMatch } from "./words.js" */
/** @import { Arrow } from "./board.js" */
/** @import { BasesView, Piece, Round, Space, Step } from "./view.js" */

const STEP_MS = 1700;
const STILL = matchMedia("(prefers-reduced-motion: reduce)");
/** The step in which new pieces appear: from then on they are seen themselves. */
const PRODUCTION = 4;
/** Nothing is replayed: the board is as it is now. */
const NOW = -2;
/** The board before the first step. */
const BEFORE = -1;

export class RoundReplay {
  /** @type {Round | null} */
  #round = null;
  /** The turn that was replayed by itself already; what was there when the page was opened is. */
  #seen = -1;
  #at = NOW;
  #timer = 0;

  /**
   * @param {Place<BasesView>} place
   * @param {() => void} changed draws anew
   */
  constructor(place, changed) {
    this.place = place;
    this.changed = changed;
    this.title = el("p", { class: "round-title", "aria-live": "polite" });
    this.list = el("ol", { class: "round-list", "aria-live": "polite" });
    this.buttons = el("p", { class: "round-buttons" });
    this.box = el("section", { class: "round card", "aria-label": t("The last turn, step by step") });
    this.box.append(this.title, this.buttons, this.list);
  }

  /** Whether the board is shown as it was. */
  get isOn() {
    return this.#at !== NOW;
  }

  /** Shows the board as it is now. */
  stop() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#at = NOW;
  }

  /**
   * Takes the round of a view; a new one is replayed at once, unless nothing is to move by itself.
   *
   * @param {BasesView} view
   * @param {boolean} isLive whether the match goes on
   */
  take({ round }, isLive) {
    const turn = round?.turn ?? 0;
    if (turn !== (this.#round?.turn ?? 0)) this.stop();
    this.#round = round;
    if (this.#seen < 0 || turn < this.#seen) this.#seen = turn;
    if (turn === this.#seen) return;
    this.#seen = turn;
    const isStill = STILL.matches || this.place.isStill;
    if (isLive && !isStill && round?.steps.some(({ changes }) => changes.length > 0)) this.#run(BEFORE);
  }

  /** @param {number} at */
  #run(at) {
    this.#at = at;
    const timer = window.setTimeout(
      () => whenReleased(() => timer === this.#timer && this.#goOn(at)),
      at === BEFORE ? STEP_MS / 3 : STEP_MS,
    );
    this.#timer = timer;
  }

  /** @param {number} at */
  #goOn(at) {
    if (at + 1 < (this.#round?.steps.length ?? 0)) this.#run(at + 1);
    else this.stop();
    this.changed();
  }

  /** @param {number} at */
  #go(at) {
    this.stop();
    this.#at = at;
    this.changed();
  }

  /**
   * The pieces as they stood at the step that is shown.
   *
   * @param {Piece[]} now
   */
  pieces(now) {
    if (!this.#round || this.#at === NOW) return now;
    const on = new Map(this.#round.before.map((piece) => [keyOf(piece.at), piece]));
    for (const { changes } of this.#round.steps.slice(0, this.#at + 1)) {
      for (const { at, piece } of changes) {
        if (piece) on.set(keyOf(at), piece);
        else on.delete(keyOf(at));
      }
    }
    return [...on.values()];
  }

  /**
   * The orders as arrows, from when they are shown.
   *
   * @returns {Arrow[]}
   */
  arrows() {
    if (!this.#round || this.#at === NOW) return [];
    const shown = this.#round.steps.slice(0, this.#at + 1);
    const areMade = shown.some(({ step }) => step >= PRODUCTION);
    return shown
      .flatMap(({ events }) => events)
      .filter(({ what, order }) => what === "order" && !(areMade && order === "produce"))
      .map((told) => /** @type {Arrow} */ ({ move: "", ...told }));
  }

  /** Those who are on their way to a conflict. */
  ghosts() {
    const step = this.#step;
    const next = step?.step === 5 ? this.#round?.steps[this.#at + 1] : undefined;
    if (next?.step !== 6) return [];
    return next.events.flatMap(({ what, sides = [] }) =>
      what === "conflict"
        ? sides.flatMap(({ seat, from, kind }) => (from ? [/** @type {Piece} */ ({ at: from, seat, kind })] : []))
        : [],
    );
  }

  /**
   * Whether something happens on a space in the step that is shown.
   *
   * @param {Space} space
   */
  isBusy(space) {
    const step = this.#step;
    if (!step) return false;
    const met = step.events.flatMap(({ what, at, between = [] }) => (what === "order" ? [] : [at, ...between]));
    return [...step.changes.map(({ at }) => at), ...met].some((one) => isSame(one, space));
  }

  /** @returns {Step | undefined} */
  get #step() {
    return this.#round?.steps[this.#at];
  }

  /** @param {AnyMatch} match */
  draw(match) {
    const steps = this.#round?.steps ?? [];
    if (steps.length === 0) return this.box.remove();
    if (!this.place.beside.contains(this.box)) this.place.beside.append(this.box);
    const last = steps.length - 1;
    const here = this.#at === NOW ? last + 1 : this.#at;
    say(this.title, this.#titled(steps));
    replace(
      this.buttons,
      button("round-first", "«", t("To the beginning of the turn"), here > BEFORE, () => this.#go(BEFORE)),
      button("round-back", "‹", t("One step back"), here > BEFORE, () => this.#go(here - 1)),
      button("round-next", "›", t("One step forward"), here <= last, () => this.#go(here < last ? here + 1 : NOW)),
      button("round-now", "»", t("To how it is now"), here <= last, () => this.#go(NOW)),
      button("round-play", "fa-play", t("Replay the turn"), true, () => {
        this.stop();
        this.#run(BEFORE);
        this.changed();
      }),
    );
    replaceChanged(
      this.list,
      (this.#step?.events ?? []).map((told) => el("li", {}, sayHappened(told, match))),
    );
  }

  /** @param {Step[]} steps */
  #titled(steps) {
    const turn = this.#round?.turn;
    if (this.#at === NOW) {
      return tn(
        ["Turn {turn} is over: {count} step to look at.", "Turn {turn} is over: {count} steps to look at."],
        steps.length,
        { turn },
      );
    }
    if (this.#at === BEFORE) return t("Turn {turn}: before it.", { turn });
    const what = STEPS[steps[this.#at].step];
    return t("Turn {turn}, step {step} of {steps}: {what}.", { turn, step: this.#at + 1, steps: steps.length, what });
  }
}
