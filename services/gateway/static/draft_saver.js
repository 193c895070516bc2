// A draft as the server keeps it, for people who have an account: saved a moment after each change, version by version.

import { ask, post, Refused, requestId } from "./request.js";
import { language, t } from "./texts.js";

const SAVE_AFTER_MS = 800;
const JUST_NOW_MS = 60_000;

/**
 * A draft in a list.
 *
 * @typedef {object} SavedDraft
 * @property {string} id
 * @property {string} family
 * @property {boolean} is_drawn as of a game
 * @property {string} name
 * @property {string} game_id the saved game that it began as a copy of; "" for none
 * @property {number} changed_at_ms
 * @property {number} version
 * @property {string} link by which others may see it; "" for none
 */

/**
 * What the window remembers of it.
 *
 * @typedef {object} Standing
 * @property {string} id "" while it has not been saved
 * @property {number} version
 * @property {string} request under which it is begun
 * @property {boolean} [wasSent] whether it was sent under that before: what stands there may be older than what is here
 * @property {string} [copied] the game of which it was then: under that it is begun of no other
 * @property {boolean} isDirty whether it was changed since it was saved
 */

/**
 * What a draft holds.
 *
 * @typedef {{ family: string, game_id: string, name: string, rule_set: object, editing: object }} Content
 */

/**
 * The same, and how it stands on the page.
 *
 * @typedef {object} Holder
 * @property {() => Content} content
 * @property {(words: string) => void} say how far it is saved
 * @property {(words: string) => void} refuse why it is not; "" where it is
 * @property {() => void} conflict it was changed in another window
 * @property {() => void} changed its standing
 */

/** @returns {Standing} */
export const unsaved = () => ({ id: "", version: 0, request: requestId(), isDirty: false });

/** The version of a draft that was begun, and not changed since. */
const BEGUN = 1;

export class DraftSaver {
  #timer = 0;
  #told = 0;
  #isBusy = false;
  #isStopped = false;
  #isDropped = false;

  /**
   * @param {Holder} holder
   * @param {Standing} standing
   */
  constructor(holder, standing) {
    this.holder = holder;
    this.standing = standing;
    // What was begun before this page was loaded may have been kept as it was then.
    if (standing.isDirty) this.changed();
    // A page that nobody sees may be closed at any moment, and is then told no more.
    document.addEventListener("visibilitychange", () => this.#leave());
  }

  /** The draft was changed. */
  changed() {
    this.standing.isDirty = true;
    if (this.#isStopped) return;
    clearTimeout(this.#told);
    this.holder.say("");
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#save(), SAVE_AFTER_MS);
  }

  /** Goes on as another draft, and leaves the one that there is as it was saved. */
  apart() {
    this.standing = unsaved();
    this.#isStopped = false;
    this.changed();
  }

  /** Deletes the draft, and saves it no more. */
  async drop() {
    clearTimeout(this.#timer);
    this.#isStopped = this.#isDropped = true;
    if (this.standing.id) await ask("DELETE", `/api/drafts/${this.standing.id}`, {}, { repeat: false });
  }

  #leave() {
    if (!document.hidden || !this.standing.isDirty) return;
    clearTimeout(this.#timer);
    this.#save();
  }

  async #save() {
    if (this.#isBusy || this.#isStopped) return;
    this.#isBusy = true;
    const { standing } = this;
    const { id, version, request } = standing;
    const wasSent = !id && Boolean(standing.wasSent);
    const content = this.holder.content();
    if (!id && !wasSent) {
      // Kept before it is sent: the page may be closed before the answer comes.
      standing.wasSent = true;
      standing.copied = content.game_id;
      this.holder.changed();
    }
    standing.isDirty = false;
    this.holder.say(t("Saving the draft…"));
    try {
      const asked = { id, version, request_id: request, ...content, game_id: standing.copied ?? content.game_id };
      /** @type {SavedDraft} */
      const saved = await post("/api/drafts", asked, { stay: true, outlive: true });
      Object.assign(standing, { id: saved.id, version: wasSent ? BEGUN : saved.version });
      this.holder.refuse("");
      // Then the first answer comes again, and what was done since is saved in place of what that kept.
      if (wasSent) standing.isDirty = true;
      else this.#sayWhen();
    } catch (error) {
      standing.isDirty = true;
      if (!(error instanceof Refused)) throw error;
      this.#refused(error);
      return;
    } finally {
      this.#isBusy = false;
      if (!this.#isDropped) this.holder.changed();
    }
    if (standing.isDirty) this.changed();
  }

  /** @param {Refused} error */
  #refused({ code, message }) {
    this.holder.say("");
    this.#isStopped = code === "rules/draft_changed" || code === "rules/unknown_draft";
    this.holder.refuse(t("The draft is not saved. {message}", { message }));
    if (this.#isStopped) this.holder.conflict();
  }

  #sayWhen() {
    const at = new Date().toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit" });
    this.holder.say(t("Draft saved just now."));
    clearTimeout(this.#told);
    this.#told = setTimeout(() => this.holder.say(t("Draft saved at {at}.", { at })), JUST_NOW_MS);
  }
}
