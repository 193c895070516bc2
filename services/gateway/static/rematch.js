// The same players once more: asked for and accepted by the same button.

import { el, icon } from "./dom.js";
import { goTo } from "./going.js";
import { isOwn } from "./player_link.js";
import { post, requestId } from "./request.js";
import { t } from "./texts.js";
import { listed } from "./words.js";

/** @import { Match, Player } from "./family.js" */

/**
 * What was told while an answer was on its way, where that is newer: ids grow, and only an invitation becomes another
 * thing.
 *
 * @param {Match | null} told
 * @param {Match} answer
 * @returns {Match}
 */
const newer = (told, answer) =>
  told && (told.id > answer.id || (told.id === answer.id && told.status !== "invited")) ? told : answer;

export class Rematch {
  /** @type {Match | null} the match that follows, or the invitation to it */
  #next = null;
  #asking = false;
  /** Whether the player waits here for the others. */
  #waits = false;
  #fault = "";

  /**
   * @param {Player} me
   * @param {string} matchId of the match that is over
   * @param {() => void} changed
   */
  constructor(me, matchId, changed) {
    this.me = me;
    this.matchId = matchId;
    this.changed = changed;
  }

  /**
   * Who waits for it goes on to the match as soon as it begins.
   *
   * @param {Match | Record<string, never>} told
   */
  take(told) {
    this.#next = "id" in told ? /** @type {Match} */ (told) : null;
    if (this.#next?.status === "running" && this.#waits) {
      this.#go(this.#next);
      return;
    }
    this.#waits = this.#next?.status === "invited" && this.#hasAccepted;
    this.changed();
  }

  /** @param {Match} match */
  async #go({ id }) {
    this.#asking = true;
    this.changed();
    await goTo(`/matches/${id}`);
    this.#asking = this.#waits = false;
    this.changed();
  }

  async #ask() {
    if (this.#asking || this.#waits) return;
    this.#asking = true;
    this.#fault = "";
    this.changed();
    try {
      const answer = await post(`/api/matches/${this.matchId}/rematch`, { request_id: requestId() });
      const match = newer(this.#next, answer);
      this.#next = match;
      this.#waits = match.status !== "called_off";
      if (match.status === "running") await this.#go(match);
    } catch (error) {
      this.#fault = error instanceof Error ? error.message : String(error);
    }
    this.#asking = false;
    this.changed();
  }

  get #hasAccepted() {
    return this.#next?.seats.some(({ player, accepted }) => player.id === this.me.id && accepted) ?? false;
  }

  /** What is shown of it: a button, or that it waits. */
  parts() {
    const next = this.#next;
    const isOffered = next?.status === "invited" && !this.#hasAccepted;
    // A button that is switched off would lose the keyboard.
    const off = this.#asking || this.#waits ? "true" : null;
    const press = { "aria-disabled": off, onclick: () => this.#ask() };
    const button = { type: "button", class: "button primary", id: "again", ...press };
    const link = next && { class: "button", id: "to-rematch", href: `/matches/${next.id}` };
    const where = next?.status === "running" ? t("Go to the next match") : t("Open the invitation");
    return [
      el("p", { class: "rematch-text", id: "rematch-text", role: "status" }, this.#text()),
      el("button", button, icon("fa-refresh"), isOffered ? t("Accept") : t("Play again")),
      link && next.status !== "called_off" ? el("a", link, where) : null,
      this.#fault ? el("p", { class: "fault" }, this.#fault) : null,
    ];
  }

  #text() {
    const next = this.#next;
    if (!next) return "";
    const names = (/** @type {boolean} */ accepted) =>
      listed(next.seats.filter((seat) => seat.accepted === accepted).map(({ player }) => player.name));
    if (next.status === "running") return t("The next match has begun.");
    if (next.status !== "invited") return t("There will be no other match for now.");
    if (this.#hasAccepted) return t("Waiting for {list} to accept.", { list: names(false) });
    const asking = next.seats.filter(({ player, accepted }) => accepted && !isOwn(player));
    return t("{list} would like to play again.", { list: listed(asking.map(({ player }) => player.name)) });
  }
}
