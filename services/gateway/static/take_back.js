// Taking back one's last move: asked for beside the move, and answered there by the others.

import { buttonById, byId, say } from "./dom.js";
import { get, post, requestId } from "./request.js";
import { hasLeft, isOver, isPlayer, nameOf } from "./seating.js";
import { capital } from "./words.js";

/** @import { Match } from "./family.js" */

/** @typedef {(match: Match) => boolean} Offered whether a button is */

/**
 * What may be said, by the ids of the buttons that say it; to agree is to take back, too.
 *
 * @type {Record<string, { path: string, offered: Offered }>}
 */
const DEEDS = {
  "take-back-ask": { path: "take-back", offered: (match) => match.can_take_back },
  "take-back-agree": { path: "take-back", offered: (match) => isAsked(match) && !hasAgreed(match) },
  "take-back-refuse": { path: "take-back/refuse", offered: (match) => isAsked(match) },
  "take-back-withdraw": { path: "take-back/refuse", offered: (match) => isAsker(match) },
};

export class TakeBack {
  #match;
  #take;
  /** The button that was pressed, while its answer is waited for. */
  #sending = "";
  #note = "";
  #fault = "";

  /**
   * Wires the buttons.
   *
   * @param {Match} match
   * @param {(match: Match) => void} take what is told of the match afterwards; it shows it, too
   */
  constructor(match, take) {
    this.#match = match;
    this.#take = take;
    for (const id of Object.keys(DEEDS)) byId(id).addEventListener("click", () => this.#say(id));
  }

  /** @param {string} id of the button */
  async #say(id) {
    if (this.#sending) return;
    const path = `/api/matches/${this.#match.id}`;
    this.#sending = id;
    this.#fault = "";
    this.#render();
    try {
      const body = { view_version: this.#match.view_version, request_id: requestId() };
      this.#take(await post(`${path}/${DEEDS[id].path}`, body));
    } catch (error) {
      const told = await get(path).catch(() => null);
      if (told) this.#take(told);
      this.#fault = error instanceof Error ? error.message : String(error);
    }
    this.#sending = "";
    this.#render();
  }

  /** @param {Match} match */
  show(match) {
    const before = this.#match;
    this.#match = match;
    if (match.view_version !== before.view_version || match.take_back_asked_by !== before.take_back_asked_by) {
      this.#fault = "";
      this.#note = this.#isRefused(before) ? "This was refused. After the next turn you may ask again." : "";
    }
    this.#render();
  }

  /**
   * Whether others refused what the viewer had asked for.
   *
   * @param {Match} before
   */
  #isRefused(before) {
    const { view_version: version, take_back_asked_by: askedBy } = this.#match;
    const isDropped = isAsker(before) && askedBy === "" && version === before.view_version;
    return isDropped && this.#sending !== "take-back-withdraw";
  }

  #render() {
    const match = this.#match;
    const isOpen = isPlayer(match) && !isOver(match) && !hasLeft(match);
    for (const [id, { offered }] of Object.entries(DEEDS)) {
      const button = buttonById(id);
      button.hidden = !isOpen || !offered(match);
      button.disabled = this.#sending !== "";
      button.classList.toggle("is-busy", this.#sending === id);
    }
    const text = askedText(match) || this.#note;
    byId("take-back").hidden = isOver(match) || !(text || this.#fault);
    say(byId("take-back-text"), text);
    say(byId("take-back-fault"), this.#fault);
  }
}

/** @param {Match} match */
const isAsker = (match) => isPlayer(match) && match.take_back_asked_by === match.viewer;
/** @param {Match} match */
const isAsked = (match) => match.take_back_asked_by !== "" && !isAsker(match);
/** @param {Match} match */
const hasAgreed = (match) => match.take_back_agreed.includes(match.viewer);

/**
 * Who asks to take back a move; "" where nobody does.
 *
 * @param {Match} match
 */
function askedText(match) {
  if (isAsker(match)) return "You asked to take back your last move.";
  if (!isAsked(match)) return "";
  const asked = `${capital(nameOf(match, match.take_back_asked_by))} asks to take back a move.`;
  return hasAgreed(match) ? `${asked} You agreed.` : asked;
}
