// Who is there around a match, and since when they are not.

import { lasting } from "./numbers.js";
import { t, tn } from "./texts.js";

/**
 * @typedef {object} Attendance
 * @property {number} watchers
 * @property {{ seat: string, is_here: boolean, since_ms: number }[]} seats of the players, where one is told
 * @property {number} now_ms
 */

// A page that is not looked at comes by now and then: that is no absence.
const AWAY_MS = 15_000;

/** @type {Attendance} */
const NOBODY = { watchers: 0, seats: [], now_ms: 0 };

export class Presence {
  #told = NOBODY;
  #toldAt = 0;

  /** @param {Attendance} told */
  take(told) {
    this.#told = told;
    this.#toldAt = performance.now();
  }

  get watchers() {
    return this.#told.watchers;
  }

  /** How many watch, in words; "" where nobody does. */
  get watchersText() {
    return this.watchers > 0 ? tn(["{count} watching", "{count} watching"], this.watchers) : "";
  }

  /** Whether somebody is away, so that what is said of it goes on. */
  get isSomebodyAway() {
    return this.#told.seats.some(({ seat }) => this.awayText(seat) !== "");
  }

  /**
   * For how long whoever plays a seat has been away; "" where they are here, or nobody says.
   *
   * @param {string} seat
   */
  awayText(seat) {
    const known = this.#told.seats.find((one) => one.seat === seat);
    if (!known || known.is_here) return "";
    const ms = this.#told.now_ms - known.since_ms + performance.now() - this.#toldAt;
    return ms < AWAY_MS ? "" : t("away for {time}", { time: lasting(ms) });
  }
}
