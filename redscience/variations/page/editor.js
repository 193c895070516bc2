// The controls with which variations are designed, and the board on which spaces are marked.

import { el, focusOn, replace, say } from "../../dom.js";
import { inWords } from "../../faults.js";
import { idOf } from "../../paths.js";
import { whenReleased } from "../../press.js";
import { Draft } from "./draft.js";
import { control, hasMeaning, sectionsOf } from "./fields.js";
import { NOBODY, toggleMark } from "./marks.js";
import { OpeningTable } from "./opening.js";
import { commonMarkers, palettesOf } from "./palettes.js";
import { tableOf } from "./preview.js";
import { phaseSegments, segments } from "./segments.js";
import { keyOf } from "./view.js";

/** @import { Editor, EditorPlace, Fault } from "../../family.js" */
/** @import { Form, Rules, Section } from "./form.js" */
/** @import { More } from "./fields.js" */
/** @import { Marker } from "./marks.js" */
/** @import { At, BoardRules, Table } from "./view.js" */

const PHASE_SHOWN = "phase-shown"; // no path of a file
/** @type {Record<string, string>} */
const LISTED = { checks: "turn check", stalemate: "stalemate rule" };

/** @implements {Editor} */
export class RulesEditor {
  /**
   * What the library said of the draft when it was last in order.
   *
   * @type {Table | null}
   */
  #told = null;
  /** The phase that is shown, from 0. */
  #phase = 0;
  /**
   * What a click on a space sets or clears.
   *
   * @type {Marker | null}
   */
  #marker = null;
  /** Whether on stacks it does so for the whole stack. */
  #whole = true;
  /** Whether somebody types, and all that follows from it is drawn when the field is left. */
  #unsettled = false;

  /**
   * @param {EditorPlace} place
   * @param {Form} form
   * @param {Rules} rules
   */
  constructor(place, form, rules) {
    this.place = place;
    this.form = form;
    this.rules = new Draft(form, rules);
    this.table = new OpeningTable(place.opening, { onSpace: (at) => this.#mark(at) });
    this.markers = el("div", { class: "markers", id: "markers", role: "group", "aria-label": "Markers" });
    this.note = el("p", { class: "marker-note soft", id: "marker-note", role: "status" });
    this.table.below.append(this.markers, this.note);
    for (const element of [place.controls, place.opening]) {
      element.addEventListener("focusout", () => this.#settle());
    }
  }

  get name() {
    return this.rules.rules.name ?? "";
  }

  set name(name) {
    this.rules.rules.name = name;
    this.place.changed();
  }

  get draft() {
    return this.rules.rules;
  }

  /** @param {string} name */
  file(name) {
    return this.rules.file(name);
  }

  /** @param {Rules} rules */
  open(rules) {
    this.rules = new Draft(this.form, rules);
    this.#phase = 0;
    this.#marker = null;
    this.#change(() => {});
  }

  draw() {
    this.#drawControls();
    this.#drawBoard();
  }

  /** @param {Table} opening */
  show(opening) {
    this.#told = opening;
    if (!document.activeElement?.closest(".palette")) this.#drawPalettes();
    this.#drawBoard();
  }

  /**
   * Names other entries of a list as the page does, not by their paths in a file.
   *
   * @param {Fault} fault
   */
  sayFault(fault) {
    const named = (/** @type {string} */ _, /** @type {string} */ list, /** @type {string} */ index) =>
      `${LISTED[list]} ${Number(index) + 1}`;
    const words = inWords(fault).replace(/\b(checks|stalemate)\[(\d+)\]/g, named);
    const phase = /^phases\[(\d+)\]/.exec(fault.path)?.[1];
    if (phase === undefined || Number(phase) === this.#phase) return { path: fault.path, words };
    // What is wrong in a phase that is not shown is said where one chooses the phase.
    return { path: PHASE_SHOWN, words: `Phase ${Number(phase) + 1}: ${words}` };
  }

  putBack() {
    if (this.#marker) this.#choose(null);
  }

  // --- changes ------------------------------------------------------------------------------------------------------

  /**
   * Applies a change to the draft.
   *
   * @param {(draft: Draft) => void} action
   * @param {More} [more]
   */
  #change(action, { typing = false, focus = "" } = {}) {
    action(this.rules);
    this.#phase = Math.min(this.#phase, this.rules.rules.phases.length - 1);
    if (this.#marker && !this.#isUsable(this.#marker)) this.#marker = null;
    // A field in which somebody types stays as it is; all that follows from it is drawn when the field is left.
    if (typing) this.#unsettled = true;
    else this.#drawControls();
    this.#drawBoard();
    this.place.changed();
    if (focus) focusOn(focus);
  }

  /** After the keyboard has arrived where it goes. */
  #settle() {
    if (!this.#unsettled) return;
    this.#unsettled = false;
    setTimeout(() => whenReleased(() => this.#drawControls()));
  }

  // --- drawing ------------------------------------------------------------------------------------------------------

  #drawControls() {
    const sections = sectionsOf(this.rules, this.#phase);
    replace(
      this.place.controls,
      sections.map((section) => this.#section(section)),
    );
    this.#drawPalettes();
  }

  /** @param {Section} section */
  #section({ label, each, shape, fields }) {
    const single = fields.length === 1 && fields[0].control !== "list" && !fields[0].lines;
    const titled = (fields.length > 1 || shape) && each !== "phase";
    return el(
      "section",
      { class: single ? "controls-section is-single" : "controls-section", "aria-label": label },
      titled ? el("h2", { class: "controls-title" }, label) : null,
      each === "phase" ? this.#phaseHead() : null,
      el(
        "div",
        { class: "controls-fields" },
        fields.map((field) => control(field, this.rules, (action, more) => this.#change(action, more))),
      ),
    );
  }

  /** Which phase the controls speak of, what is wrong in the others, and how to be quick about marks. */
  #phaseHead() {
    const id = idOf(PHASE_SHOWN);
    if (this.rules.rules.phases.length === 1) return el("h2", { class: "controls-title" }, "Phase");
    return el(
      "div",
      { class: "phase-head" },
      el("h2", { class: "visually-hidden" }, `Phase ${this.#phase + 1}`),
      this.#phaseSegments(id),
      this.#phase > 0 ? this.#asBefore() : null,
      el("p", { class: "fault", id: `${id}-fault`, role: "alert" }),
    );
  }

  #asBefore() {
    const phase = this.#phase;
    return el(
      "button",
      {
        type: "button",
        class: "button quiet",
        id: "as-before",
        disabled: this.rules.isMarkedAsBefore(phase),
        onclick: () => this.#change((draft) => draft.markAsBefore(phase)),
      },
      `Same locks and cloaks as phase ${phase}`,
    );
  }

  /** @param {string} id */
  #phaseSegments(id) {
    return phaseSegments(id, this.rules.rules.phases.length, this.#phase, (index) => {
      this.#phase = index;
      this.draw();
    });
  }

  #drawPalettes() {
    const edit = {
      change: this.#change.bind(this),
      phase: this.#phase,
      phases: this.rules.rules.phases.length,
      markers: this.#markersOf("marker"),
      seatMarkers: this.#markersOf("seat_marker"),
      chosen: this.#marker,
      choose: this.#choose.bind(this),
    };
    this.table.showPalettes(palettesOf(this.rules, this.#told, edit));
    // The marks on the board are those of one phase.
    replace(this.table.phase, edit.phases > 1 ? this.#phaseSegments("board-phase") : null);
    replace(this.markers, this.#reachChooser(), commonMarkers(this.rules, edit));
    say(this.note, this.#markerWords(edit.markers.length > 0));
    this.place.drawn();
  }

  /** On stacks a mark is of the whole stack, or of one height of it. */
  #reachChooser() {
    if (!this.rules.stands) return null;
    const choices = [
      { id: "reach-whole", content: "Whole stacks", value: true },
      { id: "reach-single", content: "Single heights", value: false },
    ];
    return segments({ label: "What a mark is put on" }, choices, this.#whole, (chosen) => {
      this.#whole = chosen;
      this.#drawPalettes();
      this.#drawBoard();
    });
  }

  /** Draws the draft as it is; a board that cannot be leaves the one before it. */
  #drawBoard() {
    const table = tableOf(this.rules, this.#phase, this.#told);
    if (!table) return;
    const marker = this.#marker;
    const looks = { shape: marker?.shape, color: marker?.color };
    const targets = new Map(marker ? allSpaces(table.board).map((at) => [keyOf(at), looks]) : []);
    this.table.board.draw({ table, active: Boolean(marker), targets, whole: this.rules.stands && !this.#whole });
  }

  // --- marking spaces -----------------------------------------------------------------------------------------------

  /**
   * The markers that mean something, with their paths written out for the phase that is shown.
   *
   * @param {string} kind
   */
  #markersOf(kind) {
    return this.rules.fields
      .filter((field) => field.control === kind)
      .map((field) => ({ ...field, path: field.path.replace("{phase}", String(this.#phase)) }))
      .filter((field) => hasMeaning(field, this.rules));
  }

  /** @param {boolean} some whether there are any markers */
  #markerWords(some) {
    if (this.#marker) return `${this.#marker.name}: choose a space to set it there, or to clear it.`;
    return some ? "Choose a marker, then the spaces that are to have it." : "";
  }

  /** @param {Marker | null} marker */
  #choose(marker) {
    this.#marker = marker;
    this.#drawPalettes();
    this.#drawBoard();
  }

  /** @param {At} at */
  #mark(at) {
    const marker = this.#marker;
    // The marker was chosen in whatever phase.
    const path = this.#markersOf("marker").find((field) => field.marker === marker?.marker)?.path;
    if (marker && path) this.#change((draft) => toggleMark(draft, { ...marker, path, whole: this.#whole }, at));
  }

  /**
   * Whether a marker still stands for something.
   *
   * @param {Marker} marker
   */
  #isUsable({ marker: name, seat, owner, shape }) {
    const has = (/** @type {string | undefined} */ one, /** @type {string[]} */ among) =>
      one === undefined || among.includes(one);
    return (
      this.#markersOf("marker").some((field) => field.marker === name) &&
      has(seat, this.rules.seats) &&
      has(owner, [...this.rules.owners, NOBODY]) &&
      has(shape, [...this.rules.shapes, "dealt"])
    );
  }
}

/**
 * @param {BoardRules} board
 * @returns {At[]}
 */
function allSpaces({ size: [x, y, z], count }) {
  const upTo = (/** @type {number} */ most) => Array.from({ length: most }, (_, index) => index + 1);
  const rowsOf = (/** @type {number} */ b, /** @type {number} */ h) =>
    upTo(y).flatMap((v) => upTo(x).map((u) => [b, u, v, h]));
  return upTo(count).flatMap((b) => upTo(z).flatMap((h) => rowsOf(b, h)));
}
