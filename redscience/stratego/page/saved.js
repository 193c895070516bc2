// Set-ups that somebody has saved under names, kept in the browser for each player and army, as red sees them: whoever
// logs in there next is not shown how others set up.

import { opposite } from "./view.js";

/** @import { Placed } from "./arranging.js" */

const KEY = "redscience.stratego.set-ups";

/** @typedef {Record<string, Placed>} Saved by name */

export class SavedSetUps {
  /**
   * @param {string} player whose they are
   * @param {string} army tells armies apart
   * @param {boolean} turned whether the player sits on the other side
   */
  constructor(player, army, turned) {
    this.whose = `${player} ${army}`;
    this.turned = turned;
  }

  /** @returns {string[]} */
  get names() {
    return Object.keys(this.#all).sort();
  }

  /** @param {string} name @returns {Placed} */
  get(name) {
    return this.#seen(this.#all[name] ?? {});
  }

  /**
   * Whether the browser keeps it.
   *
   * @param {string} name
   * @param {Placed} placed
   */
  save(name, placed) {
    return this.#keep({ ...this.#all, [name]: this.#seen(placed) });
  }

  /** @param {string} name */
  remove(name) {
    return this.#keep(Object.fromEntries(Object.entries(this.#all).filter(([other]) => other !== name)));
  }

  /** @param {Placed} placed */
  #seen(placed) {
    if (!this.turned) return placed;
    return Object.fromEntries(Object.entries(placed).map(([square, kind]) => [opposite(square), kind]));
  }

  /** @returns {Saved} */
  get #all() {
    return stored()[this.whose] ?? {};
  }

  /** @param {Saved} all */
  #keep(all) {
    try {
      localStorage.setItem(KEY, JSON.stringify({ ...stored(), [this.whose]: all }));
      return true;
    } catch {
      return false;
    }
  }
}

/** @returns {Record<string, Saved>} */
function stored() {
  try {
    const said = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return said && typeof said === "object" ? said : {};
  } catch {
    return {};
  }
}

/** What is being set up in a match, kept in this window, so that it is there after the page was loaded anew. */
export class UnsentSetUp {
  /**
   * @param {string} match its id; "" where it is only tried out, and nothing is kept
   * @param {string} seat
   */
  constructor(match, seat) {
    this.match = match;
    this.key = `${KEY}.${match}.${seat}`;
  }

  /** @returns {Placed} */
  get() {
    try {
      return JSON.parse(sessionStorage.getItem(this.key) ?? "{}");
    } catch {
      return {};
    }
  }

  /** @param {Placed} placed */
  keep(placed) {
    if (!this.match) return;
    try {
      sessionStorage.setItem(this.key, JSON.stringify(placed));
    } catch {
      // It holds for this page, then.
    }
  }
}
