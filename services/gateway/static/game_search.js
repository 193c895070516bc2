// Games as the gallery finds them, a page at a time.

import { say } from "./dom.js";
import { get } from "./request.js";

/** @import { Game } from "./family.js" */

/** @typedef {{ games: Game[], next_page: string, absent: string }} Found `absent`: why nothing is like it */

export class GameSearch {
  #asked = 0;

  /**
   * @param {HTMLElement} more what asks for the next page
   * @param {HTMLElement} fault where it is said what went wrong
   */
  constructor(more, fault) {
    this.more = more;
    this.fault = fault;
  }

  /**
   * Asks for games; only the last answer counts.
   *
   * @param {URLSearchParams} query
   * @param {(found: Found) => void} show
   */
  async ask(query, show) {
    const own = (this.#asked += 1);
    this.more.setAttribute("aria-busy", "true");
    try {
      /** @type {Found} */
      const found = await get(`/api/gallery?${query}`);
      if (own !== this.#asked) return;
      say(this.fault, "");
      show(found);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      if (own === this.#asked) say(this.fault, error.message);
    } finally {
      if (own === this.#asked) this.more.removeAttribute("aria-busy");
    }
  }
}
