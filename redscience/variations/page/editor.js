// The controls with which variations are designed, and the board on which spaces are marked.

import { focusOn, replace, say } from "../../dom.js";
import { idOf } from "../../paths.js";
import { whenReleased } from "../../press.js";
import { t } from "../../texts.js";
import { choiceKey, learnChoices } from "./choices.js";
import { Draft } from "./draft.js";
import { everySpace } from "./entries.js";
import { hasMeaning } from "./fields.js";
import { barOf, controlGroups } from "./groups.js";
import { OpeningTable } from "./opening.js";
import { isOfPhase, palettesOf } from "./palettes.js";
import { NOBODY } from "./placing.js";
import { needsWidth, seatsOf, speakAsMade, tableOf } from "./preview.js";
import { phaseSegments } from "./segments.js";
import { markerWords, MOST_AT_A_TIME, toolsOf } from "./tools.js";
import { keyOf } from "./view.js";

/** @import { Editor, EditorPlace, Fault, Unmet } from "../../family.js" */
/** @import { Field, Form, Rules } from "./form.js" */
/** @import { ChangeDraft } from "./fields.js" */
/** @import { Hidden } from "./hidden.js" */
/** @import { Marker } from "./marks.js" */
/** @import { Brush, Painter } from "./painting.js" */
/** @import { Edit } from "./palettes.js" */

const PHASE_SHOWN = "phase-shown"; // no path of a file

/** @typedef {{ rules: Rules, hidden?: Hidden }} Made a draft as it is kept */

/** @implements {Editor} */
export class RulesEditor {
  /** The phase that is shown, from 0. */
  #phase = 0;
  /**
   * What a click on a space sets or clears.
   *
   * @type {Marker | null}
   */
  #marker = null;
  /**
   * What puts it on spaces: a page comes without, and no marker is chosen before it is there.
   *
   * @type {{ painter: Painter, fills: typeof import("./fills.js") } | null}
   */
  #paint = null;
  /** @type {Brush} */
  #brush = "space";
  /** Whether on stacks it does so for the whole stack. */
  #whole = true;
  /** How many pieces are put on a stack at a time. */
  #many = 1;
  /** Whether somebody types, and all that follows from it is drawn when the field is left. */
  #unsettled = false;
  /**
   * The groups whose rare controls were unfolded.
   *
   * @type {Set<string>}
   */
  #unfolded = new Set();
  /** What says faults, once it is needed. */
  #words = /** @type {typeof import("./fault_words.js")} */ (/** @type {unknown} */ (null));

  /**
   * @param {EditorPlace} place
   * @param {Form} form
   * @param {Made} made
   */
  constructor(place, form, { rules, hidden }) {
    this.place = place;
    this.form = form;
    this.rules = new Draft(form, rules, hidden);
    this.table = new OpeningTable(place.opening, { onSpace: (at) => this.#paint?.painter.choose(at) });
    for (const element of [place.controls, place.more, place.opening]) {
      element.addEventListener("focusout", () => this.#settle());
    }
  }

  get name() {
    return this.rules.rules.name ?? "";
  }

  set name(name) {
    this.rules.rules.name = name;
    this.place.changed("name");
  }

  /** @returns {Made} */
  get draft() {
    return { rules: this.rules.rules, hidden: this.rules.hidden };
  }

  /** @param {string} [name] */
  file(name) {
    return this.rules.file(name);
  }

  /** @param {Made} made */
  open({ rules, hidden }) {
    const { unmet } = this.rules;
    this.rules = new Draft(this.form, rules, hidden);
    this.rules.unmet = unmet;
    this.#change(() => {});
  }

  draw() {
    this.#drawControls();
    this.#drawBoard();
    // Whoever chooses a marker, or opens a list, asks again.
    this.#learnToPaint().catch(() => {});
    learnChoices();
  }

  /** @param {Unmet[]} unmet */
  limit(unmet) {
    this.rules.unmet = new Map(unmet.map(({ path, value, why }) => [choiceKey(path, value), why]));
    document.activeElement?.dispatchEvent(new Event("outdated"));
  }

  async learnToSayFaults() {
    this.#words = await import("./fault_words.js");
  }

  /**
   * What is wrong in a phase that is not shown is said where one chooses the phase.
   *
   * @param {Fault} fault
   */
  sayFault(fault) {
    const words = this.#words.plainWords(fault, this.rules);
    const phase = phaseOf(fault.path);
    if (phase === null || phase === this.#phase) return { path: fault.path, words };
    return { path: PHASE_SHOWN, words: t("Phase {number}: {words}", { number: phase + 1, words }) };
  }

  /** @param {Fault} fault */
  sayOfFile(fault) {
    return this.#words.wordsOfFile(fault, this.form);
  }

  /**
   * Shows the control of a path: its phase, and what is folded.
   *
   * @param {string} path
   */
  reveal(path) {
    const phase = phaseOf(path);
    if (phase !== null && phase !== this.#phase) this.#showPhase(phase);
    const folded = document.getElementById(idOf(path))?.closest("details");
    if (folded) folded.open = true;
  }

  putBack() {
    if (this.#marker) this.#choose(null);
  }

  // --- changes ------------------------------------------------------------------------------------------------------

  /**
   * Applies a change to the draft.
   *
   * @type {ChangeDraft}
   */
  #change(action, { typing = false, focus = "", part = "" } = {}) {
    action(this.rules);
    this.#phase = Math.min(this.#phase, this.rules.rules.phases.length - 1);
    if (this.#marker && !this.#isUsable(this.#marker)) this.#marker = null;
    // A field in which somebody types stays as it is; all that follows from it is drawn when the field is left.
    if (typing) this.#unsettled = true;
    if (!typing) this.#drawControls();
    else this.#drawBeside(document.activeElement);
    this.#drawBoard();
    this.place.changed(part);
    if (focus) focusOn(focus);
  }

  /**
   * Draws what follows from what is typed into a field, but not what the field stands in.
   *
   * @param {Element | null} field
   */
  #drawBeside(field) {
    const { controls, more } = this.place;
    if (!controls.contains(field) && !more.contains(field)) this.#drawGroups();
    if (!field?.closest(".palette")) this.#drawPalettes();
  }

  /** After the keyboard has arrived where it goes. */
  #settle() {
    if (!this.#unsettled) return;
    this.#unsettled = false;
    setTimeout(() =>
      whenReleased(() => {
        // A list that was opened by the click which left the field is open afterwards, too.
        const { activeElement: active } = document;
        const opened = active?.matches(".choice[aria-expanded=true]") ? active.id : "";
        this.#drawControls();
        if (opened) document.getElementById(opened)?.click();
      }),
    );
  }

  /** @param {number} phase */
  #showPhase(phase) {
    this.#phase = phase;
    if (this.#marker && !this.#isUsable(this.#marker)) this.#marker = null;
    this.draw();
  }

  // --- drawing ------------------------------------------------------------------------------------------------------

  #drawControls() {
    replace(
      this.table.bar,
      barOf(this.rules, (action, more) => this.#change(action, more)),
    );
    this.#drawGroups();
    this.#drawPalettes();
  }

  #drawGroups() {
    speakAsMade(this.rules);
    const id = idOf(PHASE_SHOWN);
    const phase = { shown: this.#phase, id, segments: this.#phaseSegments(id) };
    const groups = controlGroups(this.rules, phase, this.#unfolded, (action, more) => this.#change(action, more));
    const half = Math.ceil(groups.length / 2);
    replace(this.place.controls, groups.slice(0, half));
    replace(this.place.more, groups.slice(half));
    this.place.drawn();
  }

  /** @param {string} id */
  #phaseSegments(id) {
    const { length } = this.rules.rules.phases;
    return phaseSegments(id, length, this.#phase, (index) => this.#showPhase(index));
  }

  #drawPalettes() {
    const { rules: draft } = this;
    speakAsMade(draft);
    /** @type {Edit} */
    const edit = {
      change: (action, more) => this.#change(action, more),
      phase: this.#phase,
      phases: draft.rules.phases.length,
      markers: this.#fieldsOf("marker"),
      seatMarkers: this.#fieldsOf("seat_marker"),
      chosen: this.#marker,
      choose: (marker, isAgain) => this.#choose(marker, isAgain),
    };
    const seats = seatsOf(draft);
    this.table.showPalettes(palettesOf(draft, seats, edit));
    // The marks on the board are those of one phase.
    replace(this.table.phase, edit.phases > 1 ? this.#phaseSegments("board-phase") : null);
    const reach = { whole: this.#whole, choose: (/** @type {boolean} */ whole) => this.#reachWhole(whole) };
    const many = { count: this.#atATime, choose: (/** @type {number} */ count) => this.#putMany(count) };
    const brush = { now: this.#brush, choose: (/** @type {Brush} */ one) => this.#paintWith(one) };
    const tools = { ...edit, marker: this.#markerNow(), fills: this.#paint?.fills ?? null, seats, brush, reach, many };
    replace(this.table.tools, toolsOf(draft, tools));
    say(this.table.note, markerWords(this.#markerNow()));
    this.place.drawn();
  }

  get #atATime() {
    return Math.min(this.#many, MOST_AT_A_TIME, this.rules.rules.board.size[2]);
  }

  /** @param {Brush} brush */
  #paintWith(brush) {
    this.#brush = brush;
    this.#drawPalettes();
  }

  /** @param {number} many */
  #putMany(many) {
    this.#many = many;
    this.#drawPalettes();
  }

  /** @param {boolean} whole whether a mark on stacks is of the whole stack, or of one height of it */
  #reachWhole(whole) {
    this.#whole = whole;
    this.#drawPalettes();
    this.#drawBoard();
  }

  /** Draws the draft as it is; a board that cannot be leaves the one before it. */
  #drawBoard() {
    const table = tableOf(this.rules, this.#phase);
    if (!table) return;
    const marker = this.#marker;
    const looks = { shape: marker?.shape, color: marker?.color };
    const targets = new Map(marker ? everySpace(this.rules).map((at) => [keyOf(at), looks]) : []);
    this.place.opening.classList.toggle("is-wide", needsWidth(table));
    this.table.board.draw({ table, active: Boolean(marker), targets, whole: this.rules.stands && !this.#whole });
    this.table.board.parent.classList.toggle("is-painted", Boolean(marker));
  }

  // --- markers ------------------------------------------------------------------------------------------------------

  /**
   * The fields of markers that mean something, with their paths written out for the phase that is shown.
   *
   * @param {string} kind
   * @returns {Field[]}
   */
  #fieldsOf(kind) {
    return this.rules.fields
      .filter((field) => field.control === kind)
      .map((field) => ({ ...field, path: field.path.replace("{phase}", String(this.#phase)) }))
      .filter((field) => hasMeaning(field, this.rules));
  }

  async #learnToPaint() {
    const [{ Painter }, fills] = await Promise.all([import("./painting.js"), import("./fills.js")]);
    this.#paint ??= {
      painter: new Painter(this.table.board, {
        draft: () => this.rules,
        marker: () => this.#markerNow(),
        brush: () => this.#brush,
        change: (action, part) => this.#change(action, { part }),
      }),
      fills,
    };
    return this.#paint;
  }

  /**
   * A marker that is pressed before there is what paints with it is chosen when it is there.
   *
   * @param {Marker | null} marker
   * @param {boolean} [isAgain] whether it is put where the one before was painted last
   */
  async #choose(marker, isAgain = false) {
    const { painter } = this.#paint ?? (await this.#learnToPaint());
    if (marker && !this.#isUsable(marker)) return;
    this.#marker = marker;
    painter.rest();
    this.#drawPalettes();
    this.#drawBoard();
    if (isAgain) painter.again();
  }

  /**
   * The marker that is chosen, in the phase that is shown: it may have been chosen in another.
   *
   * @returns {Marker | null}
   */
  #markerNow() {
    const path = this.#fieldsOf("marker").find((field) => field.marker === this.#marker?.marker)?.path;
    return this.#marker && path ? { ...this.#marker, path, whole: this.#whole, many: this.#atATime } : null;
  }

  /**
   * Whether a marker still stands for something, and can be put on spaces in the phase that is shown.
   *
   * @param {Marker} marker
   */
  #isUsable({ marker: name, seat, owner, shape }) {
    const has = (/** @type {string | undefined} */ one, /** @type {string[]} */ among) =>
      one === undefined || among.includes(one);
    const field = this.#fieldsOf("marker").find((one) => one.marker === name);
    return (
      field !== undefined &&
      (this.#phase === 0 || isOfPhase(field)) &&
      has(seat, this.rules.seats) &&
      has(owner, [...this.rules.owners, NOBODY]) &&
      has(shape, [...this.rules.shapes, "dealt"])
    );
  }
}

/**
 * The number of the phase, from 0, that a path speaks of; null for none.
 *
 * @param {string} path
 */
function phaseOf(path) {
  const phase = /^phases\[(\d+)\]/.exec(path)?.[1];
  return phase === undefined ? null : Number(phase);
}
