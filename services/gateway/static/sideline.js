// A sideline: moves that were never played, made for all seats from a step of a finished match on. The server judges
// them anew with each request; nothing of them is kept but in the address of the page.

import { worthText } from "./best_moves.js";
import { byId, el, inputById, replace, say } from "./dom.js";
import { alike, before, gathered, isSame, keptBeside, partsOf, refusalOf, seated, stepText } from "./line.js";
import { lineItem, madeItem, markCurrent } from "./move_list.js";
import { post, Refused } from "./request.js";
import { asWritten, isDrawAsked, isOver, isPlanning, movesOf, seatsOf, SPECTATOR, subject } from "./seating.js";
import { spoken, t } from "./texts.js";
import { percent, withinSentence } from "./words.js";

/** @import { Made } from "./line.js" */
/** @import { Known } from "./best_moves.js" */
/** @import { Game, LegalMove, Match, Scene, View } from "./family.js" */

/**
 * @typedef {object} Reached
 * @property {string} seat whose turn it is then; "" at the end
 * @property {View} view
 * @property {Record<string, string>} [outcome_texts]
 * @property {string[]} seats who has made each of the moves
 * @property {boolean} has_chance whether the game draws anything by chance
 * @property {boolean} has_secrets whether it hides anything
 * @property {string} advice
 * @property {Record<string, number>} values
 * @property {Known[]} best
 */
/** @typedef {Reached & { number: number, viewer: string }} Numbered no two have the same number */

/**
 * Where a sideline begins: at a step of a replay, or the start of a game.
 *
 * @typedef {object} Branch
 * @property {string} path where positions are asked for
 * @property {object} from the part of what is asked that says where it begins
 * @property {string} viewer with whose eyes it is seen
 * @property {string} said the same for people
 */

/**
 * What the page does for a sideline.
 *
 * @typedef {object} Page
 * @property {Game} game
 * @property {() => void} show what is shown has changed
 * @property {(match: Match, view: View) => string[]} sentences what happened last in a view
 * @property {import("./move_list.js").Manner} manner
 * @property {(move: LegalMove, view: View) => string} sayMove
 * @property {import("./line.js").Together} together
 * @property {{ id: string, name: string }} adviser the player that thinks who can be asked
 */

const UNSEEN = t("What they could play is not seen from here. Choose “As it really was” to move for them.");
const CHAOS = "chaos";
const MOST_MOVES = 200;
const MOST_OTHERS = 20;
const AT_FAULT = /^moves\[(\d+)\]/;

/** After how many moves a key leads. @type {Record<string, (at: number) => number>} */
const KEYS = {
  ArrowLeft: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  Home: () => 0,
  End: () => Infinity,
};

let shown = 0;

export class Sideline {
  /** @type {Made[]} */
  #made = [];
  /** How many of these are made at the moment that is shown. */
  #at = 0;
  /** The positions after so many of them, as far as they are known. @type {(Numbered | undefined)[]} */
  #reached = [];
  /** Lines that were left for another, the latest first. @type {Made[][]} */
  #others = [];
  /** @type {LegalMove | null} */
  #chosen = null;
  #note = "";
  /** The number of the move that was refused last; -1 where it was none. */
  #refused = -1;
  #advice = "";
  #worth = "";
  #isAsking = false;
  /** How often a position was asked for: answers that come late are passed over. */
  #asked = 0;

  /**
   * @param {Match} match that has ended, or is none at all
   * @param {Branch} branch
   * @param {Page} page
   */
  constructor(match, branch, page) {
    this.match = match;
    this.branch = branch;
    this.page = page;
  }

  /**
   * Shows where moves lead: those before the first that cannot be made; gives what is wrong with that one, or "".
   *
   * @param {Made[]} made
   */
  async begin(made) {
    if (await this.#go(made.length, made)) return "";
    const [fault, refused] = [this.#note, this.#refused];
    if (refused < 0) {
      if (!this.#now) await this.#go(0, []);
      return this.#saidElsewhere(fault);
    }
    const good = before(made, refused);
    if (!(await this.#go(good.length, good))) return this.#saidElsewhere(this.#note);
    return refusalOf(made, good.length, fault);
  }

  /** What is wrong, which is said beside the next move no more. @param {string} fault */
  #saidElsewhere(fault) {
    this.#forget();
    this.#draw();
    return fault;
  }

  /** Looks at the same with other eyes. @param {string} viewer */
  async see(viewer) {
    this.branch = { ...this.branch, viewer };
    const told = await this.#request(this.#at, this.#made);
    if (!told) return;
    this.#reached = [];
    this.#arrive(this.#at, this.#made, told);
  }

  /** What was made, and how many of it are shown. */
  get line() {
    return { made: this.#made, at: this.#at };
  }

  /** What was told of the position that is shown; undefined before anything was. */
  get reached() {
    return this.#now;
  }

  get text() {
    return partsOf(this.#made);
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
    const who = subject(match, now.seat);
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
    this.#forget();
    this.#chosen = move;
    if (move && !move.moves) this.accept();
    else this.#draw();
  }

  /** Makes what is proposed. */
  accept() {
    const [now, chosen] = [this.#now, this.#chosen];
    if (!now || !chosen || this.#isAsking) return;
    this.#make({ seat: now.seat, moves: movesOf(chosen) });
  }

  /** Goes on by a move: the one that was made here before, or another in its place. @param {Made} made */
  #make(made) {
    const next = this.#made[this.#at];
    const line = next && isSame(next, made) ? this.#made : [...this.#made.slice(0, this.#at), made];
    return this.#go(this.#at + 1, line);
  }

  /** Makes the move whose text was typed, or says what is wrong with it. */
  async type() {
    // What is written while an answer is awaited stays there, to be made after it.
    if (this.#isAsking) return;
    const field = inputById("sideline-typed");
    const fault = await this.#makeByText(field.value.trim());
    say(byId("sideline-typed-fault"), fault);
    field.setAttribute("aria-invalid", String(fault !== ""));
    if (!fault) field.value = "";
  }

  /** @param {string} text @returns what is wrong with it, or "" */
  async #makeByText(text) {
    const now = this.#now;
    if (!now || !text) return "";
    if (await this.#make({ seat: now.seat, moves: [asWritten(text, now.view.legal)] })) return "";
    const fault = this.#note;
    this.#note = "";
    this.#draw();
    return fault;
  }

  back() {
    this.jump(this.#at - 1);
  }

  on() {
    this.jump(this.#at + 1);
  }

  /** @param {number} at of so many of the own moves, or the nearest that there is */
  jump(at) {
    const to = Math.max(0, Math.min(at, this.#made.length));
    if (to !== this.#at || !this.#now) this.#go(to, this.#made);
  }

  /** Goes where a key leads; whether it leads anywhere. @param {string} key */
  press(key) {
    if (key in KEYS) this.jump(KEYS[key](this.#at));
    return key in KEYS;
  }

  /** Asks a player that thinks for a move; it is shown, and not made. */
  async ask() {
    const now = this.#now;
    if (!now || this.#isAsking) return;
    const { name } = this.page.adviser;
    this.#forget();
    const told = await this.#request(this.#at, this.#made, this.page.adviser.id);
    if (!told || this.#now !== now) return;
    const advised = now.view.legal.find(({ move }) => move === told.advice);
    this.#chosen = advised ? { ...advised, seat: now.seat } : null;
    this.#advice = advised
      ? t("{name} would play: {move}.", { name, move: withinSentence(this.page.sayMove(advised, now.view)) })
      : t("{name} has nothing to say here.", { name });
    this.#worth = this.#worthOf({ ...now, ...told });
    this.#draw();
  }

  /** How good a position is for whom, in words. @param {Numbered} reached */
  #worthOf(reached) {
    const { values, best, view } = reached;
    const match = this.#matchAt(reached);
    const valued = seatsOf(match, this.page.game).filter(({ seat }) => seat in values);
    const stand = valued.map(({ seat }) => `${subject(match, seat)} ${percent(values[seat])}`);
    const inWords = (/** @type {Known} */ { move }) => {
      const choice = view.legal.find((one) => one.move === move);
      return choice ? this.page.sayMove(choice, view) : move;
    };
    return worthText(stand, best, inWords);
  }

  #forget() {
    this.#note = this.#advice = this.#worth = "";
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
    const known = made === this.#made ? this.#reached[at] : undefined;
    // What was seen with other eyes is asked for again.
    if (known?.viewer === this.branch.viewer) {
      // What was asked for before is wanted no more.
      this.#asked += 1;
      this.#isAsking = false;
      this.#arrive(at, made, known);
      return true;
    }
    const told = await this.#request(at, made);
    if (!told) return false;
    const line = gathered(seated(made, told.seats), this.page.together);
    if (made !== this.#made) this.#leave(line);
    // What was added may be a part of the last step.
    this.#arrive(at - made.length + line.length, line, told);
    return true;
  }

  /** Takes another line, and keeps the one that is left, unless it is a part of it. @param {Made[]} line */
  #leave(line) {
    this.#others = keptBeside(line, [this.#made, ...this.#others]).slice(0, MOST_OTHERS);
    this.#reached.length = Math.min(this.#reached.length, alike(this.#made, line) + 1);
  }

  /** @type {(at: number, made: Made[], reached: Numbered) => void} */
  #arrive(at, made, reached) {
    this.#reached[at] = reached;
    this.#made = made;
    this.#at = at;
    this.#chosen = null;
    this.#forget();
    this.#draw();
  }

  /**
   * @param {number} at
   * @param {Made[]} made
   * @param {string} [adviser]
   * @returns {Promise<Numbered | null>} null where it cannot be had, which is then said
   */
  async #request(at, made, adviser = "") {
    const asked = ++this.#asked;
    const moves = made.slice(0, at).flatMap(({ seat, moves: own }) => own.map((move) => ({ seat, move })));
    this.#refused = -1;
    if (moves.length > MOST_MOVES) {
      this.#note = t("A line has at most {most} moves. Take some back first.", { most: MOST_MOVES });
      this.#draw();
      return null;
    }
    this.#isAsking = true;
    this.#draw();
    const { path, from, viewer } = this.branch;
    try {
      const told = await post(path, { ...from, viewer, moves, adviser_id: adviser });
      return asked === this.#asked ? { ...told, number: ++shown, viewer } : null;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (asked === this.#asked) {
        this.#note = error.message;
        this.#refused = Number(AT_FAULT.exec(error.faults[0]?.path ?? "")?.[1] ?? -1);
      }
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
    this.#drawOthers();
    say(byId("sideline-said"), this.branch.said);
    say(byId("sideline-worth"), this.#worth);
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
    markCurrent(list, `sideline-move-${this.#at}`);
  }

  /** The lines that were left; a click goes back to one. */
  #drawOthers() {
    byId("sideline-others").hidden = this.#others.length === 0;
    replace(
      byId("sideline-other-lines"),
      this.#others.map((line) => {
        const from = alike(line, this.#made);
        const moves = line.slice(from).map((made) => stepText(made, this.page.together));
        const words = t("From move {number}: {moves}", { number: from + 1, moves: moves.join(", ") });
        return lineItem(words, () => this.#take(line));
      }),
    );
  }

  /** @param {Made[]} line that was left */
  async #take(line) {
    await this.#go(line.length, line);
    byId("sideline-back").focus({ preventScroll: true });
  }

  /**
   * @param {Made} made
   * @param {number} at
   */
  #item(made, at) {
    const reached = this.#reached[at];
    const words = reached ? this.page.sentences(this.#matchAt(reached), reached.view).join(" ") : "";
    const entry = { number: at, id: `sideline-move-${at}`, words, open: () => this.jump(at) };
    return madeItem(entry, { seat: made.seat, move: stepText(made, this.page.together) }, this.page.manner);
  }
}

/**
 * @param {string} id
 * @param {boolean} is
 */
const enable = (id, is) => byId(id).setAttribute("aria-disabled", String(!is));
