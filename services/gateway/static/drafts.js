// What was being made when a page was left, kept in this window for the player who makes it. Of people who have an
// account the server keeps it too (draft_saver.js): what is here is then what was not saved yet.

const PREFIX = "factory";

/** @import { Standing } from "./draft_saver.js" */

/**
 * @typedef {object} Kept
 * @property {any} draft
 * @property {string} begun what it was when it was begun, as JSON
 * @property {Standing} [standing] how it stands on the server
 */

/** Whether whoever made the drafts has logged out: nothing of theirs is kept from then on. */
let areForgotten = false;

export class KeptDraft {
  #own;
  #key;

  /**
   * Drafts of others who were logged in here are gone from now on.
   *
   * @param {string} playerId
   * @param {string} gameId the game that it began as, its own id where the server keeps it, or its family
   */
  constructor(playerId, gameId) {
    const own = (this.#own = `${PREFIX}:${playerId}:`);
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
    if (!areForgotten) sessionStorage.setItem(this.#key, JSON.stringify(kept));
  }

  /**
   * Keeps it by another id from now on.
   *
   * @param {string} id
   */
  rename(id) {
    this.drop();
    this.#key = this.#own + id;
  }

  drop() {
    sessionStorage.removeItem(this.#key);
  }
}

/** Drops every draft: whoever made them logs out. */
export function forgetDrafts() {
  areForgotten = true;
  forget(() => true);
}

/** @param {(key: string) => boolean} isGone */
function forget(isGone) {
  const kept = Object.keys(sessionStorage).filter((key) => key.startsWith(PREFIX));
  for (const key of kept.filter(isGone)) sessionStorage.removeItem(key);
}
