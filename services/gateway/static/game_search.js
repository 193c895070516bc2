// Games as the gallery finds them, a page at a time.

import { say } from "./dom.js";
import { get } from "./request.js";

/** @import { Game } from "./family.js" */

/** @typedef {{ games: Game[], next_page: string, absent: string }} Found `absent`: why nothing is like it */

export class GameSearch {
  #asked = 0;

  /**
   * @param {HTMLElement} more what asks for the next page
   * @param {HTMLElement} fault beside what is looked for: why that is refused
   * @param {HTMLElement} moreFault beside `more`: the same of the next page
   */
  constructor(more, fault, moreFault) {
    this.more = more;
    this.fault = fault;
    this.moreFault = moreFault;
  }

  /**
   * Asks for games; only the last answer counts.
   *
   * @param {URLSearchParams} query
   * @param {(found: Found) => void} show
   * @param {HTMLElement} [fault] where it is said what went wrong
   */
  async ask(query, show, fault = this.fault) {
    const own = (this.#asked += 1);
    this.more.setAttribute("aria-busy", "true");
    try {
      /** @type {Found} */
      const found = await get(`/api/gallery?${query}`);
      if (own !== this.#asked) return;
      for (const place of [this.fault, this.moreFault]) say(place, "");
      show(found);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      if (own === this.#asked) say(fault, error.message);
    } finally {
      if (own === this.#asked) this.more.removeAttribute("aria-busy");
    }
  }
}
