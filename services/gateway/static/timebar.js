// Counts down by the server's clock.

import { byId, say } from "./dom.js";
import { isBeside, keepUncovered } from "./in_view.js";
import { clockFace } from "./numbers.js";
import { isOver } from "./seating.js";
import { t } from "./texts.js";

/** @import { Match } from "./family.js" */

const STEP_MS = 200;
const HURRY_MS = 10_000;

export class TimeBar {
  constructor() {
    this.dueAt = 0;
    this.wholeMs = 0;
    this.isMine = false;
    /** What a clock has left that stands still. */
    this.stoppedMs = 0;
    this.toldAt = 0;
    /** How far the server's clock is ahead of this one's. */
    this.ahead = 0;
    setInterval(() => this.#tick(), STEP_MS);
    const observer = new ResizeObserver(keepRoom);
    for (const id of ["timebar", "move"]) observer.observe(byId(id));
  }

  /**
   * Shows the turn that runs in a match.
   *
   * @param {Match} match
   * @param {{ mine: boolean, whose: string, then: string }} turn `whose` it is, and what comes `then`, in words
   */
  show(match, { mine, whose, then }) {
    if (match.now_ms !== this.toldAt) {
      this.toldAt = match.now_ms;
      this.ahead = match.now_ms - Date.now();
    }
    const over = isOver(match);
    this.dueAt = over ? 0 : match.due_at_ms;
    this.stoppedMs = over ? 0 : match.paused_left_ms;
    this.wholeMs = match.seconds_per_turn * 1000;
    this.isMine = mine;
    byId("timebar").hidden = over;
    byId("timebar").classList.toggle("is-mine", mine);
    say(byId("time-whose"), whose);
    say(byId("time-then"), then);
    this.#tick();
  }

  #tick() {
    const bar = byId("timebar-fill");
    const left = this.dueAt ? Math.max(0, this.dueAt - (Date.now() + this.ahead)) : this.stoppedMs;
    bar.style.transform = `scaleX(${Math.min(1, left / this.wholeMs)})`;
    byId("timebar").classList.toggle("is-hurried", this.dueAt > 0 && left < HURRY_MS);
    say(byId("time-left"), this.dueAt || this.stoppedMs ? clockFace(left) : "");
    // Clocks are not spoken; that little is left is, once, of turns that are longer than that.
    const isShort = this.isMine && this.dueAt > 0 && left < HURRY_MS && this.wholeMs >= 2 * HURRY_MS;
    say(byId("time-short"), isShort ? t("Ten seconds left.") : "");
  }
}

/**
 * What lies above the bar and the panel with the move stays clear of them, however high their words make them, and so
 * does what has the keyboard. Each height is told where it is used and no further up: whatever could inherit it would
 * be styled anew.
 */
function keepRoom() {
  const [bar, move] = ["timebar", "move"].map((id) => `${byId(id).offsetHeight}px`);
  const lies = getComputedStyle(byId("move")).position === "fixed" && !isBeside();
  document.documentElement.style.scrollPaddingBottom = lies ? `calc(${bar} + ${move})` : bar;
  byId("move").style.setProperty("--timebar-height", bar);
  /** @type {HTMLElement} */ (document.querySelector(".notes")).style.setProperty("--move-height", move);
  keepUncovered();
}
