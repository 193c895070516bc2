// A sideline: moves that were never played, made for all seats from a step of a finished match on. The server judges
// them anew with each request; nothing of them is kept but in the address of the page.

import { byId, el, inputById, replace, say } from "./dom.js";
import { madeItem } from "./move_list.js";
import { post, Refused } from "./request.js";
import { isDrawAsked, isOver, isPlanning, movesOf, nameOf } from "./seating.js";
import { spoken, t } from "./texts.js";
import { capital, withinSentence } from "./words.js";

/** @import { LegalMove, Match, Scene, View } from "./family.js" */

/** @typedef {{ seat: string, moves: string[] }} Made by a seat, in one go */
/**
 * @typedef {{ seat: string, view: View, outcome_texts?: Record<string, string>, advice: string }} Reached whose turn it
 *   is then; "" at the end
 */
/** @typedef {Reached & { number: number }} Numbered no two have the same number */

/**
 * Where a sideline leaves the match: a step of a replay, as somebody saw it.
 *
 * @typedef {{ step: number, viewer: string }} Branch
 */

/**
 * What the page does for a sideline.
 *
 * @typedef {object} Page
 * @property {() => void} show what is shown has changed
 * @property {(match: Match, view: View) => string[]} sentences what happened last in a view
 * @property {(seat: string) => Node | null} sign how a seat is marked
 * @property {(move: LegalMove, view: View) => string} sayMove
 * @property {{ id: string, name: string }} adviser the player that thinks who can be asked
 */

const UNSEEN = t("What they could play is not seen from here. Choose “As it really was” to move for them.");
const SPECTATOR = "spectator";
const CHAOS = "chaos";
const BETWEEN = "~";

let shown = 0;

export class Sideline {
  /** @type {Made[]} */
  #made = [];
  /** How many of these are made at the moment that is shown. */
  #at = 0;
  /** The positions after so many of them, as far as they are known. @type {(Numbered | undefined)[]} */
  #reached = [];
  /** @type {LegalMove | null} */
  #chosen = null;
  #note = "";
  #advice = "";
  #isAsking = false;
  /** How often a position was asked for: answers that come late are passed over. */
  #asked = 0;

  /**
   * @param {Match} match that has ended
   * @param {Branch} branch
   * @param {Page} page
   */
  constructor(match, branch, page) {
    this.match = match;
    this.branch = branch;
    this.page = page;
  }

  /** Shows where moves lead; gives whether they can be made. @param {Made[]} made */
  async begin(made) {
    this.#made = made;
    return this.#go(made.length, made);
  }

  /** Looks at the same with other eyes. @param {string} viewer */
  async see(viewer) {
    this.branch = { ...this.branch, viewer };
    const told = await this.#request(this.#at, this.#made);
    if (!told) return;
    this.#reached = [];
    this.#arrive(this.#at, this.#made, { ...told, number: ++shown });
  }

  /** The moves as a part of an address. */
  get text() {
    return this.#made.map(({ seat, moves }) => [seat, ...moves].join(BETWEEN));
  }

  /** What is drawn. @returns {Scene | null} */
  get scene() {
    const now = this.#now;
    if (!now) return null;
    const match = this.#matchAt(now);
    const { legal } = now.view;
    const active = legal.length > 0 && !this.#isAsking;
    return { match, view: now.view, legal, active, chosen: this.#chosen, side: this.branch.viewer };
  }

  /** What is said of the position: whose turn it is, and what else there is to know. */
  get status() {
    const now = this.#now;
    if (!now) return "";
    const match = this.#matchAt(now);
    if (isOver(match)) return t("The match would be over here.");
    const who = capital(nameOf(match, now.seat));
    if (isDrawAsked(match)) return t("{who} to answer.", { who });
    return isPlanning(match) ? t("{who} to plan.", { who }) : t("{who} to move.", { who });
  }

  /** @param {string} asked what the family asks for */
  proposal(asked) {
    const now = this.#now;
    if (!now) return "";
    if (now.view.outcome) return spoken(now.view.outcome.text ?? "", now.outcome_texts);
    if (now.view.legal.length === 0) return UNSEEN;
    return this.#advice || (this.#chosen?.moves ? this.page.sayMove(this.#chosen, now.view) : asked);
  }

  get note() {
    return this.#note;
  }

  /** Whether several moves are proposed that are to be made together. */
  get isProposing() {
    return Boolean(this.#chosen?.moves);
  }

  get isSending() {
    return this.#isAsking;
  }

  /** Makes a move at once, where it is all that is meant. @param {LegalMove | null} move */
  choose(move) {
    if (this.#isAsking) return;
    this.#note = this.#advice = "";
    this.#chosen = move;
    if (move && !move.moves) this.accept();
    else this.#draw();
  }

  /** Makes what is proposed. */
  accept() {
    const [now, chosen] = [this.#now, this.#chosen];
    if (!now || !chosen || this.#isAsking) return;
    const made = { seat: now.seat, moves: movesOf(chosen) };
    this.#go(this.#at + 1, [...this.#made.slice(0, this.#at), made]);
  }

  /** Makes the move whose text was typed, or says what is wrong with it. */
  async type() {
    const field = inputById("sideline-typed");
    const fault = await this.#makeByText(field.value.trim());
    say(byId("sideline-typed-fault"), fault);
    field.setAttribute("aria-invalid", String(fault !== ""));
    if (!fault) field.value = "";
  }

  /** @param {string} text @returns what is wrong with it, or "" */
  async #makeByText(text) {
    const now = this.#now;
    if (!now || !text || this.#isAsking) return "";
    const made = [...this.#made.slice(0, this.#at), { seat: now.seat, moves: [text] }];
    if (await this.#go(this.#at + 1, made)) return "";
    const fault = this.#note;
    this.#note = "";
    this.#draw();
    return fault;
  }

  back() {
    if (this.#at > 0) this.#go(this.#at - 1, this.#made);
  }

  on() {
    if (this.#at < this.#made.length) this.#go(this.#at + 1, this.#made);
  }

  /** @param {number} at of so many of the own moves */
  jump(at) {
    this.#go(Math.max(0, Math.min(at, this.#made.length)), this.#made);
  }

  /** Asks a player that thinks for a move; it is shown, and not made. */
  async ask() {
    const now = this.#now;
    if (!now || this.#isAsking) return;
    const { name } = this.page.adviser;
    const told = await this.#request(this.#at, this.#made, this.page.adviser.id);
    if (!told || this.#now !== now) return;
    const advised = now.view.legal.find(({ move }) => move === told.advice);
    this.#chosen = advised ? { ...advised, seat: now.seat } : null;
    this.#advice = advised
      ? t("{name} would play: {move}.", { name, move: withinSentence(this.page.sayMove(advised, now.view)) })
      : t("{name} has nothing to say here.", { name });
    this.#draw();
  }

  get #now() {
    return this.#reached[this.#at];
  }

  /**
   * Shows the position after so many moves; gives whether there is one.
   *
   * @param {number} at
   * @param {Made[]} made
   */
  async #go(at, made) {
    const isSame = made === this.#made;
    const known = isSame ? this.#reached[at] : undefined;
    if (known) {
      // What was asked for before is wanted no more.
      this.#asked += 1;
      this.#isAsking = false;
      this.#arrive(at, made, known);
      return true;
    }
    const told = await this.#request(at, made);
    if (!told) return false;
    if (!isSame) this.#reached.length = at;
    this.#arrive(at, made, { ...told, number: ++shown });
    return true;
  }

  /**
   * @param {number} at
   * @param {Made[]} made
   * @param {Numbered} reached
   */
  #arrive(at, made, reached) {
    this.#reached[at] = reached;
    this.#made = made;
    this.#at = at;
    this.#chosen = null;
    this.#note = this.#advice = "";
    this.#draw();
  }

  /**
   * @param {number} at
   * @param {Made[]} made
   * @param {string} [adviser]
   * @returns {Promise<Reached | null>} null where it cannot be had, which is then said
   */
  async #request(at, made, adviser = "") {
    const asked = ++this.#asked;
    const moves = made.slice(0, at).flatMap(({ seat, moves: own }) => own.map((move) => ({ seat, move })));
    this.#isAsking = true;
    this.#draw();
    try {
      const told = await post(`/api/matches/${this.match.id}/sideline`, { ...this.branch, moves, adviser_id: adviser });
      return asked === this.#asked ? told : null;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (asked === this.#asked) this.#note = error.message;
      return null;
    } finally {
      if (asked === this.#asked) {
        this.#isAsking = false;
        this.#draw();
      }
    }
  }

  /**
   * The match as it would stand. Whoever moves for all is nobody in it.
   *
   * @param {Numbered} reached
   * @returns {Match}
   */
  #matchAt({ view, number }) {
    const { outcome } = view;
    const seats = this.match.seats.map((seat) => ({
      ...seat,
      outcome: /** @type {"win" | "draw" | "lose" | ""} */ (outcome?.seats[seat.seat] ?? ""),
    }));
    const shared = { viewer: SPECTATOR, view, view_version: -number, proposed: [] };
    return { ...this.match, ...shared, seats, status: outcome ? "ended" : "running", reason: outcome ? "rules" : "" };
  }

  #draw() {
    this.#drawMoves();
    const { step } = this.branch;
    const said = step === 0 ? t("Your own moves, from the start.") : t("Your own moves, after move {step}.", { step });
    say(byId("sideline-said"), said);
    enable("sideline-back", this.#at > 0);
    enable("sideline-on", this.#at < this.#made.length);
    const canAsk = this.#now && this.#now.view.legal.length > 0 && this.#now.seat !== CHAOS;
    byId("sideline-ask").hidden = !canAsk;
    byId("sideline-ask").classList.toggle("is-busy", this.#isAsking);
    this.page.show();
  }

  #drawMoves() {
    const list = byId("sideline-moves");
    replace(
      list,
      this.#made.length > 0
        ? this.#made.map((made, index) => this.#item(made, index + 1))
        : el("li", { class: "soft" }, t("Make a move for whoever’s turn it is.")),
    );
    const current = document.getElementById(`sideline-move-${this.#at}`);
    current?.setAttribute("aria-current", "step");
    if (current) list.scrollTop = current.offsetTop - (list.clientHeight - current.offsetHeight) / 2;
  }

  /**
   * @param {Made} made
   * @param {number} at
   */
  #item(made, at) {
    const reached = this.#reached[at];
    const words = reached ? this.page.sentences(this.#matchAt(reached), reached.view).join(" ") : "";
    const entry = { number: at, id: `sideline-move-${at}`, words, open: () => this.jump(at) };
    return madeItem(entry, made, this.page.sign);
  }
}

/**
 * The moves of a sideline as its `text` has them.
 *
 * @param {string[]} parts
 * @returns {Made[]}
 */
export const madeOf = (parts) =>
  parts.map((part) => {
    const [seat, ...moves] = part.split(BETWEEN);
    return { seat, moves };
  });

/**
 * @param {string} id
 * @param {boolean} is
 */
const enable = (id, is) => byId(id).setAttribute("aria-disabled", String(!is));
