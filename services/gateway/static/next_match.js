// From this match to the next of mine that waits for me.

import { buttonById, el, say } from "./dom.js";
import { ask, get } from "./request.js";
import { isActing } from "./seating.js";

/** @import { Match } from "./family.js" */

const LOOK_AGAIN_MS = 30_000;
const MOST_SHOWN = 99;

/** @typedef {{ count: number, next: Match | null }} Waiting */

export class NextMatch {
  #isGoing = false;
  #button = buttonById("next");
  #count = el("span", { class: "tag next-count" });
  #note = el("span", { class: "menu-items next-note", role: "status" });

  /** @param {string} matchId */
  constructor(matchId) {
    this.path = `/api/matches/${matchId}/next`;
    this.#button.append(this.#count);
    this.#button.after(this.#note);
    this.#button.addEventListener("click", () => this.#go());
    // What was said stays until something else is done.
    for (const name of ["pointerdown", "keydown"]) addEventListener(name, () => say(this.#note, ""), true);
    document.addEventListener("visibilitychange", () => this.#look());
    addEventListener("pageshow", (event) => event.persisted && this.#look());
    setInterval(() => this.#look(), LOOK_AGAIN_MS);
    this.#look();
  }

  /**
   * After a move of mine another match is what waits.
   *
   * @param {Match} match
   * @param {Match} before
   */
  changed(match, before) {
    if (isActing(before) && !isActing(match)) this.#look();
  }

  async #look() {
    if (document.visibilityState !== "visible") return;
    try {
      this.#show((await ask("GET", this.path, undefined, { repeat: false })).count);
    } catch {
      // How many wait is a convenience: what is wrong is said to whoever presses the button.
    }
  }

  async #go() {
    if (this.#isGoing) return;
    this.#isGoing = true;
    try {
      /** @type {Waiting} */
      const { count, next } = await get(this.path);
      this.#show(count);
      if (next) location.assign(`/matches/${next.id}`);
      else say(this.#note, "No other game waits for you.");
    } catch (error) {
      say(this.#note, error instanceof Error ? error.message : String(error));
    } finally {
      this.#isGoing = false;
    }
  }

  /** @param {number} count how many others wait */
  #show(count) {
    const shown = count > MOST_SHOWN ? `${MOST_SHOWN}+` : String(count);
    say(this.#count, count > 0 ? shown : "");
    const waits = count === 1 ? "one other waits" : `${count > 0 ? shown : "no"} others wait`;
    const words = `Next game: ${count === 0 ? "no other waits" : waits} for you`;
    for (const name of ["aria-label", "title"]) this.#button.setAttribute(name, words);
  }
}
