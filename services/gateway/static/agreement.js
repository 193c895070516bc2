// What one player asks of the others beside the moves: asked, agreed to, refused, withdrawn.

import { buttonById, byId, say } from "./dom.js";
import { get, post, requestId } from "./request.js";
import { hasLeft, isOver, isPlayer } from "./seating.js";

/** @import { Match } from "./family.js" */

/**
 * @typedef {object} Deed what a button says
 * @property {string} path of the match's address
 * @property {(match: Match) => boolean} offered whether the button is there
 */

/**
 * What is asked for.
 *
 * @typedef {object} Terms
 * @property {string} id of the group that shows it; of its text and its fault, with `-text` and `-fault`
 * @property {Record<string, Deed>} deeds by the ids of their buttons
 * @property {(match: Match) => string} asked how far it has come; the note is of the last change of it
 * @property {(match: Match) => string} text what is said of it; "" where there is nothing
 * @property {(match: Match, before: Match, sending: string) => string} note what has come of it, by the button that was
 *   pressed; "" where that is seen
 */

export class Agreement {
  #terms;
  #match;
  #take;
  /** The button that was pressed, while its answer is waited for. */
  #sending = "";
  #note = "";
  #fault = "";

  /**
   * Wires the buttons.
   *
   * @param {Terms} terms
   * @param {Match} match
   * @param {(match: Match) => void} take what is told of the match afterwards; it shows it, too
   */
  constructor(terms, match, take) {
    this.#terms = terms;
    this.#match = match;
    this.#take = take;
    for (const id of Object.keys(terms.deeds)) byId(id).addEventListener("click", () => this.#say(id));
  }

  /** @param {string} id of the button */
  async #say(id) {
    if (this.#sending) return;
    const path = `/api/matches/${this.#match.id}`;
    this.#sending = id;
    this.#fault = "";
    this.#render();
    try {
      const { viewer: seat, view_version: version } = this.#match;
      const body = { seat, view_version: version, request_id: requestId() };
      this.#take(await post(`${path}/${this.#terms.deeds[id].path}`, body));
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
    const { asked, note } = this.#terms;
    this.#match = match;
    if (match.view_version !== before.view_version || asked(match) !== asked(before)) {
      this.#fault = "";
      this.#note = note(match, before, this.#sending);
    }
    this.#render();
  }

  #render() {
    const { id: group, deeds, text } = this.#terms;
    const match = this.#match;
    const isOpen = isPlayer(match) && !isOver(match) && !hasLeft(match);
    for (const [id, { offered }] of Object.entries(deeds)) {
      const button = buttonById(id);
      button.hidden = !isOpen || !offered(match);
      button.setAttribute("aria-disabled", String(this.#sending !== ""));
      button.classList.toggle("is-busy", this.#sending === id);
    }
    const said = text(match) || this.#note;
    byId(group).hidden = isOver(match) || !(said || this.#fault);
    say(byId(`${group}-text`), said);
    say(byId(`${group}-fault`), this.#fault);
  }
}

/**
 * Who has asked, and who has agreed, as a viewer has it.
 *
 * @param {Match} match
 * @param {string} askedBy the seat that asks; "" where none does
 * @param {string[]} [agreed] the seats that have agreed
 */
export function standing({ viewer }, askedBy, agreed = []) {
  const isOwn = askedBy !== "" && askedBy === viewer;
  return { isOwn, isOthers: askedBy !== "" && !isOwn, hasAgreed: agreed.includes(viewer) };
}
