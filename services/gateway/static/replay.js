// A finished match step by step, as one of its viewers saw it or as it really was.

import { buttonById, byId, el, icon, inputById, kindById, rememberKeyboard, replace, say } from "./dom.js";
import { Film, viewersOf } from "./film.js";
import { markCurrent, moveItem, sayTakenBack, walkByKeys } from "./move_list.js";
import { seeWithTable } from "./in_view.js";
import { isOpen } from "./open_game.js";
import { whenReleased } from "./press.js";
import { ReplayFiles } from "./replay_files.js";
import { Refused } from "./request.js";
import { EVERYTHING, isPlayer, SPECTATOR, subject } from "./seating.js";
import { t } from "./texts.js";

/** @import { Step } from "./film.js" */
/** @import { Game, LegalMove, Match, Place, Playing, Scene, View } from "./family.js" */

/**
 * What the page does for a replay.
 *
 * @typedef {object} Page
 * @property {() => void} show what is shown has changed
 * @property {(match: Match, view: View) => string[]} sentences what happened last in a view
 * @property {import("./move_list.js").Manner} manner how its list of moves shows them
 * @property {(place: Place<any>) => Playing<any> | Promise<Playing<any>>} play draws on another table
 * @property {(move: LegalMove, view: View) => string} sayMove a move in words
 * @property {import("./line.js").Together} together
 * @property {{ id: string, name: string }} adviser the player that thinks who is asked in sidelines
 * @property {() => void} focusTable gives the keyboard to the table
 * @property {(match: Match, view: View) => Scene} scene what is drawn of a match in which nothing is to be done
 */

const PLAY_MS = 900;
/** @typedef {import("./sideline.js").Sideline} Sideline */

/** @type {Record<string, (step: number) => number>} */
const STEPS = {
  ArrowLeft: (step) => step - 1,
  ArrowRight: (step) => step + 1,
  Home: () => 0,
  End: () => Infinity,
};

/** The panel with the moves and the buttons; it says what is to be shown in place of the end of the match. */
export class Replay {
  /** @type {Match} */
  #match;
  /** @type {Map<string, Film>} */
  #films = new Map();
  #viewer = "";
  #number = 0;
  /** @type {Step | null} */
  #shown = null;
  /** How often a step was asked for: answers that come late are passed over. */
  #asked = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #playing;
  /** @type {import("./analysis.js").Analysis | null} */
  #analysis = null;
  /** @type {Sideline | null} */
  #sideline = null;
  #isAside = false;
  /** How a mark is drawn, once there are any. @type {typeof import("./analysis.js").mark | null} */
  #mark = null;

  /**
   * @param {Match} match that has ended
   * @param {Game} game
   * @param {string} path where its steps are asked for
   * @param {Page} page
   */
  constructor(match, game, path, { show, sentences, manner, play, scene, sayMove, together, adviser, focusTable }) {
    this.#match = match;
    this.game = game;
    this.path = path;
    this.show = show;
    this.sentences = sentences;
    this.manner = manner;
    this.sayMove = sayMove;
    this.together = together;
    this.adviser = adviser;
    this.focusTable = focusTable;
    this.#viewer = isPlayer(match) ? match.viewer : SPECTATOR;
    new ReplayFiles(match, game, {
      film: () => this.#film,
      whole: () => (isOpen(match.view) ? this.#film : this.#filmOf(EVERYTHING)),
      viewer: () => (isOpen(match.view) ? "" : this.#viewer),
      number: () => this.#number,
      words: (number) => this.#words(number, SPECTATOR),
      matchAt: (step, number) => this.#matchAt(step, number),
      play,
      scene,
    });
    this.#listen();
  }

  /** The match at the step that is shown; null while the replay is closed. @returns {Match | null} */
  get match() {
    return this.#shown && this.#matchAt(this.#shown, this.#number);
  }

  /** The moves that are made in place of those of the match, while any are to be. */
  get sideline() {
    return this.#isAside ? this.#sideline : null;
  }

  /** What would have been best at the step that is shown; null where that is not known. */
  get best() {
    return this.#analysis?.best ?? null;
  }

  /**
   * Opens the panel at a step; without one, at the end, which is on the table already.
   *
   * @param {{ step?: number, viewer?: string }} [at]
   */
  open({ step = Infinity, viewer = this.#viewer } = {}) {
    this.#viewer = viewersOf(this.#match, this.game).some(([name]) => name === viewer) ? viewer : this.#viewer;
    this.#setOpen(true);
    this.#drawViewers();
    inputById("replay-step").focus({ preventScroll: true });
    return this.#begin(step).then(() => seeWithTable(byId("replay-last")));
  }

  /** Opens it where the address names a moment. @param {URLSearchParams} asked */
  openAsAsked(asked) {
    const step = Number(asked.get("step") ?? NaN);
    if (!Number.isInteger(step) || step < 0) return;
    const opened = this.open({ step, viewer: asked.get("as") ?? undefined });
    if (asked.has("own")) opened.then(() => this.#goAside(asked.getAll("own").filter(Boolean)));
  }

  close() {
    this.#pause();
    this.#setAside(false);
    this.#analysis?.rest();
    this.#asked += 1;
    this.#shown = null;
    this.#setOpen(false);
    history.replaceState(null, "", location.pathname);
    this.show();
    byId("to-replay").focus({ preventScroll: true });
  }

  /** @param {boolean} isShown in place of how the match ended */
  #setOpen(isShown) {
    byId("replay").hidden = !isShown;
    byId("playground").classList.toggle("is-replaying", isShown);
  }

  get #film() {
    return this.#filmOf(this.#viewer);
  }

  /** @param {string} viewer */
  #filmOf(viewer) {
    const known = this.#films.get(viewer);
    if (known) return known;
    const film = new Film(this.path, viewer, viewer === EVERYTHING || isOpen(this.#match.view));
    this.#films.set(viewer, film);
    return film;
  }

  /** Shows a step of this viewer's, and fetches the rest for the list of moves. @param {number} step */
  #begin(step) {
    replace(byId("replay-moves"));
    const shown = this.#go(step);
    this.#film.all(() => this.#drawMoves()).catch((error) => this.#fail(error));
    return shown;
  }

  /** @param {number} number */
  async #go(number) {
    const asked = ++this.#asked;
    try {
      const film = this.#film;
      const step = await film.step(number);
      if (asked !== this.#asked) return;
      this.#number = Math.min(number, film.steps.length - 1);
      this.#shown = step;
      say(byId("replay-fault"), "");
      this.#draw();
    } catch (error) {
      if (asked === this.#asked) this.#fail(error);
    }
  }

  /** @param {unknown} error */
  #fail(error) {
    this.#pause();
    if (!(error instanceof Refused)) throw error;
    say(byId("replay-fault"), error.message);
  }

  get #last() {
    return Math.max(0, this.#film.steps.length - 1);
  }

  /**
   * The match as it stood then. Others' eyes are lent, not their names: only the viewer's own seat is "you".
   *
   * @param {Step} step
   * @param {number} number
   * @returns {Match}
   */
  #matchAt({ view }, number) {
    const own = this.#viewer === this.#match.viewer ? this.#viewer : SPECTATOR;
    const shown = { viewer: own, view: { ...view, legal: [] }, proposed: [] };
    if (number === this.#last) return { ...this.#match, ...shown, status: "ended" };
    const seats = this.#match.seats.map((seat) => ({ ...seat, outcome: /** @type {const} */ ("") }));
    return { ...this.#match, ...shown, seats, status: "running", reason: "" };
  }

  /** @type {(number: number, toldTo?: string) => string} */
  #words(number, toldTo) {
    const step = this.#film.steps[number];
    if (!step || number === 0) return t("The start.");
    const match = { ...this.#matchAt(step, number), ...(toldTo && { viewer: toldTo }) };
    if (step.taken_back_by) return t("{who} took moves back.", { who: subject(match, step.taken_back_by) });
    return this.sentences(match, step.view).join(" ") || t("Nothing that could be seen.");
  }

  #draw() {
    const slider = inputById("replay-step");
    slider.max = String(this.#last);
    slider.value = String(this.#number);
    const words = this.#words(this.#number) + this.#film.remark(this.#number);
    const said = t("{number} of {last}: {words}", { number: this.#number, last: this.#last, words });
    slider.setAttribute("aria-valuetext", said);
    say(byId("replay-said"), said);
    for (const [id, enabled] of /** @type {[string, boolean][]} */ ([
      ["replay-first", this.#number > 0],
      ["replay-back", this.#number > 0],
      ["replay-on", this.#number < this.#last],
      ["replay-last", this.#number < this.#last],
    ])) {
      byId(id).setAttribute("aria-disabled", String(!enabled));
    }
    this.#drawMoves();
    this.#analysis?.show(this.#number);
    buttonById("sideline-begin").disabled = Boolean(this.#shown?.view.outcome);
    this.#remember();
    this.show();
  }

  /** The list of moves, as far as it is told; a click goes there. */
  #drawMoves() {
    const list = byId("replay-moves");
    for (let number = list.childElementCount + 1; number <= this.#last; number++) {
      const step = this.#film.steps[number];
      if (!step) break;
      const entry = {
        number,
        id: `replay-move-${number}`,
        view: step.view,
        words: this.#words(number),
        isTakenBack: Boolean(step.taken_back_by),
        open: () => this.#jump(number),
      };
      list.append(moveItem(entry, this.manner, el("span", { class: "replay-mark", id: `replay-mark-${number}` })));
    }
    sayTakenBack(list, this.#film.takenBack);
    this.#drawMarks();
    markCurrent(list, `replay-move-${this.#number}`);
  }

  /** What is thought of the moves in the list. */
  #drawMarks() {
    if (!this.#analysis) return;
    for (let number = 1; number <= byId("replay-moves").childElementCount; number++) {
      const its = this.#analysis.markOf(number);
      const place = byId(`replay-mark-${number}`);
      if (place.textContent !== (its ? `${its.sign} ${its.word}` : "")) replace(place, this.#mark?.(its));
    }
  }

  async #analyse() {
    const { Analysis, mark } = await import("./analysis.js");
    this.#mark = mark;
    this.#analysis ??= new Analysis(this.#match, this.game, {
      jump: (step) => this.#jump(step),
      last: () => this.#last,
      sayMove: (move) => (this.#shown ? this.sayMove(move, this.#shown.view) : move.move),
      changed: () => {
        this.#drawMarks();
        if (this.#shown) this.show();
      },
    });
    this.#analysis.show(this.#number);
    this.#analysis.start();
  }

  /**
   * Has a sideline begin at the step that is shown.
   *
   * @param {string[]} [moves] as its address has them; those that can be made
   */
  async #goAside(moves = []) {
    this.#pause();
    const isHere = rememberKeyboard();
    const [{ Sideline }, { madeOf }] = await Promise.all([import("./sideline.js"), import("./line.js")]);
    // Closed meanwhile.
    if (byId("replay").hidden) return;
    const step = this.#number;
    const said = step === 0 ? t("Your own moves, from the start.") : t("Your own moves, after move {step}.", { step });
    const path = `/api/matches/${this.#match.id}/sideline`;
    const branch = { path, from: { step }, viewer: this.#viewer, said };
    const sideline = (this.#sideline = new Sideline(this.#match, branch, {
      game: this.game,
      show: () => this.sideline === sideline && (this.#remember(), this.show()),
      sentences: this.sentences,
      manner: this.manner,
      sayMove: this.sayMove,
      together: this.together,
      adviser: this.adviser,
    }));
    this.#setAside(true);
    say(byId("replay-fault"), await sideline.begin(madeOf(moves)));
    if (isHere()) this.focusTable();
  }

  /** Goes back to the match, at the step at which the sideline left it. */
  #comeBack() {
    this.#setAside(false);
    this.#draw();
    byId("sideline-begin").focus({ preventScroll: true });
  }

  /** @param {boolean} isAside */
  #setAside(isAside) {
    this.#isAside = isAside;
    byId("sideline").hidden = !isAside;
    byId("playground").classList.toggle("is-aside", isAside);
  }

  /** Where nothing is hidden, everybody saw the same. */
  #drawViewers() {
    byId("replay-as").hidden = isOpen(this.#match.view);
    const options = viewersOf(this.#match, this.game).map(([value, words]) =>
      el("option", { value, selected: value === this.#viewer }, words),
    );
    replace(byId("replay-as"), options);
  }

  /** The address says which moment is shown, so that it can be kept or sent. */
  #remember() {
    const query = new URLSearchParams({ step: String(this.#number), as: this.#viewer });
    const own = this.sideline?.text ?? [];
    // Without a move it is a sideline, too.
    for (const moves of own.length > 0 ? own : this.#isAside ? [""] : []) query.append("own", moves);
    history.replaceState(null, "", `${location.pathname}?${query}`);
  }

  /** @param {number} number of a step; the last one in place of any after it, also while nothing is told yet */
  #jump(number) {
    this.#pause();
    this.#go(Math.max(0, number));
  }

  #play() {
    if (this.#playing !== undefined) return this.#pause();
    if (this.#number >= this.#last) this.#number = -1;
    this.#setPlaying(true);
    const next = async () => {
      if (this.#playing === undefined) return;
      await this.#go(this.#number + 1);
      if (this.#playing === undefined) return;
      if (this.#number >= this.#last) this.#pause();
      else this.#playing = setTimeout(() => whenReleased(next), PLAY_MS);
    };
    this.#playing = setTimeout(next, 0);
  }

  #pause() {
    clearTimeout(this.#playing);
    this.#playing = undefined;
    this.#setPlaying(false);
  }

  /** @param {boolean} isPlaying */
  #setPlaying(isPlaying) {
    const button = byId("replay-play");
    const label = isPlaying ? t("Pause") : t("Play the moves");
    if (button.getAttribute("aria-label") === label) return;
    button.setAttribute("aria-label", label);
    button.title = label;
    replace(button, icon(isPlaying ? "fa-pause" : "fa-play"));
  }

  async #copyLink() {
    const button = byId("replay-link");
    try {
      await navigator.clipboard.writeText(location.href);
      say(byId("replay-done"), t("The link is copied."));
    } catch {
      say(byId("replay-done"), t("Copy this address: {href}", { href: location.href }));
    }
    button.focus();
  }

  #listen() {
    const slider = inputById("replay-step");
    slider.addEventListener("input", () => this.#jump(Number(slider.value)));
    kindById("replay-as", HTMLSelectElement).addEventListener("change", (event) => {
      this.#pause();
      this.#viewer = /** @type {HTMLSelectElement} */ (event.currentTarget).value;
      this.#begin(this.#number);
      this.sideline?.see(this.#viewer);
    });
    const clicks = {
      "replay-first": () => this.#jump(0),
      "replay-back": () => this.#jump(this.#number - 1),
      "replay-on": () => this.#jump(this.#number + 1),
      "replay-last": () => this.#jump(Infinity),
      "replay-play": () => this.#play(),
      "replay-link": () => this.#copyLink(),
      "replay-close": () => this.close(),
      analyse: () => this.#analyse(),
      "sideline-begin": () => this.#goAside(),
      "sideline-end": () => this.#comeBack(),
      "sideline-back": () => this.#sideline?.back(),
      "sideline-on": () => this.#sideline?.on(),
      "sideline-ask": () => this.#sideline?.ask(),
    };
    for (const [id, listener] of Object.entries(clicks)) byId(id).addEventListener("click", listener);
    byId("sideline-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#sideline?.type();
    });
    addEventListener("keydown", (event) => this.#onKey(event));
    for (const id of ["replay-moves", "sideline-moves"]) walkByKeys(byId(id), ["ArrowUp", "ArrowDown"]);
  }

  /** Arrows go from step to step, except where they mean something else already. @param {KeyboardEvent} event */
  #onKey(event) {
    const { target } = event;
    if (byId("replay").hidden || event.altKey || event.ctrlKey || event.metaKey || !(target instanceof Element)) return;
    if (target.closest("dialog, input:not(#replay-step), select, textarea, summary, #table, #hand, #beside")) return;
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    if (this.sideline) this.sideline.press(event.key);
    else this.#jump(step(this.#number));
  }
}
