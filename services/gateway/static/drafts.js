// What was being made when a page was left, kept for whoever makes it. Of people who have an account the server keeps
// it too (draft_saver.js): what this window has is then what was not saved yet. Of visitors the browser alone keeps it,
// until they log in (visitor_drafts.js) or out. What was done to it the browser keeps of both (step_keeper.js).

import { requestId } from "./request.js";

export const PREFIX = "factory";
const STEPS = ":steps";
export const FORGOTTEN = `${PREFIX}-forgotten`;

/** @import { Content, Standing } from "./draft_saver.js" */

/**
 * @typedef {object} Kept
 * @property {any} draft
 * @property {string} begun what it was when it was begun, as JSON
 * @property {Standing} standing how it stands on the server
 * @property {number} [at_ms] of a visitor's: when it was kept
 * @property {string} [address] likewise, the page that it is made on
 * @property {Content} [content] likewise, what the server will keep of it
 */

/** Whether whoever made the drafts has logged out: nothing of theirs is kept from then on. */
let areForgotten = false;

export class KeptDraft {
  #own;
  /** Where a window remembers under which key it keeps a visitor's draft, if that is one of its own. */
  #apart;
  #key;
  #storage;
  /** What stood there when this window read or wrote it last. @type {string | null} */
  #known = null;
  #isDropped = false;

  /**
   * Drafts of others who were logged in here are gone from now on.
   *
   * @param {string} drafter whoever makes it: a player, or one visitor of all those who share one
   * @param {string} gameId the game that it began as, its own id where the server keeps it, or its family
   * @param {boolean} isVisitor
   */
  constructor(drafter, gameId, isVisitor) {
    const own = (this.#own = `${PREFIX}:${drafter}:`);
    this.#apart = `${own}${gameId}:apart`;
    this.#key = sessionStorage.getItem(this.#apart) ?? own + gameId;
    this.#storage = isVisitor ? localStorage : sessionStorage;
    forget((key) => !key.startsWith(own));
  }

  /**
   * What was kept; null where nothing was.
   *
   * @returns {Kept | null}
   */
  read() {
    // There too where this window had no room for what a visitor made who has logged in.
    if (localStorage.getItem(this.#key)) this.#storage = localStorage;
    this.#known = this.#storage.getItem(this.#key);
    try {
      return JSON.parse(this.#known ?? "null");
    } catch {
      return null;
    }
  }

  /**
   * Throws where the browser has no room for it.
   *
   * @param {Kept} kept
   */
  keep(kept) {
    if (areForgotten) return;
    const there = localStorage.getItem(this.#key);
    // Another window of the visitor's has kept its own there: this one keeps what it makes beside it, as another draft.
    if (there && there !== this.#known) {
      this.#key += `:${(kept.standing.request = requestId())}`;
      sessionStorage.setItem(this.#apart, this.#key);
    }
    const text = JSON.stringify(kept);
    this.#storage.setItem(this.#key, text);
    this.#known = text;
  }

  /** Under which what was done to it is kept; "" where nothing of it is to be kept any more. */
  get key() {
    return areForgotten || this.#isDropped ? "" : this.#key;
  }

  /**
   * Keeps it by another id from now on.
   *
   * @param {string} id
   */
  rename(id) {
    this.#remove();
    this.#key = this.#own + id;
  }

  drop() {
    this.#isDropped = true;
    this.#remove();
  }

  #remove() {
    this.#storage.removeItem(this.#key);
    localStorage.removeItem(stepsKey(this.#key));
  }
}

/**
 * Where what was done to a draft is kept, by the key of the draft.
 *
 * @param {string} key
 */
export const stepsKey = (key) => key + STEPS;

/** @param {string} key */
export const isOfSteps = (key) => key.endsWith(STEPS);

// Whoever made them logs out (forgetting.js), here or in another window.
addEventListener("storage", ({ key }) => {
  if (key === FORGOTTEN) areForgotten = true;
});

/** @param {(key: string) => boolean} isGone */
export function forget(isGone) {
  for (const storage of [sessionStorage, localStorage]) {
    const kept = Object.keys(storage).filter((key) => key.startsWith(`${PREFIX}:`));
    for (const key of kept.filter(isGone)) storage.removeItem(key);
  }
}
