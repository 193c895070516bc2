// What was being made when a page was left, kept in this window for the player who makes it.

const PREFIX = "factory";

/** @typedef {{ draft: any, begun: string }} Kept a draft, and what it was when it was begun, as JSON */

export class KeptDraft {
  #key;

  /**
   * Drafts of others who were logged in here are gone from now on.
   *
   * @param {string} playerId
   * @param {string} gameId the game that it began as; "" for none
   */
  constructor(playerId, gameId) {
    const own = `${PREFIX}:${playerId}:`;
    this.#key = own + gameId;
    forget((key) => !key.startsWith(own));
  }

  /**
   * What was kept; null where nothing was.
   *
   * @returns {Kept | null}
   */
  read() {
    try {
      return JSON.parse(sessionStorage.getItem(this.#key) ?? "null");
    } catch {
      return null;
    }
  }

  /** @param {Kept} kept */
  keep(kept) {
    sessionStorage.setItem(this.#key, JSON.stringify(kept));
  }

  drop() {
    sessionStorage.removeItem(this.#key);
  }
}

/** Drops every draft: whoever made them logs out. */
export function forgetDrafts() {
  forget(() => true);
}

/** @param {(key: string) => boolean} isGone */
function forget(isGone) {
  const kept = Object.keys(sessionStorage).filter((key) => key.startsWith(PREFIX));
  for (const key of kept.filter(isGone)) sessionStorage.removeItem(key);
}
