// A saved game: what was chosen, without what is blank or zero, and the board.

import { el, replace } from "../../dom.js";
import { t } from "../../texts.js";
import { capital } from "../../words.js";
import { filled } from "./choices.js";
import { Draft } from "./draft.js";
import { hasMeaning, isFrozen } from "./fields.js";
import { marksOf } from "./marks.js";
import { shapeTitle, speakAs } from "./names.js";
import { OpeningTable } from "./opening.js";
import { palettesOf } from "./palettes.js";
import { phaseSegments } from "./segments.js";

/** @import { Game, SetUpPlace } from "../../family.js" */
/** @import { Choice, Field, Form, Section } from "./form.js" */
/** @import { Table } from "./view.js" */

/** @typedef {[label: string, value: string]} Row */

/**
 * @param {SetUpPlace} place
 * @param {Game} game
 * @param {Form} form
 * @param {Table & { goals_matter: boolean }} table
 */
export function showSetUp({ rows, opening }, game, form, table) {
  const draft = new Draft(form, game.rule_set);
  speakAs(table);
  replace(
    rows,
    setupRows(draft).map(([label, value]) => el("div", {}, el("dt", {}, label), el("dd", {}, value))),
  );
  const shown = new OpeningTable(opening);
  const goals = table.goals_matter;
  shown.showPalettes(palettesOf(draft, goals ? table.seats : table.seats.map((one) => ({ ...one, goal: null })), null));
  showPhase(0);

  /**
   * Locks and cloaks are those of one phase.
   *
   * @param {number} phase
   */
  function showPhase(phase) {
    const phases = draft.rules.phases.length;
    if (phases > 1) replace(shown.phase, phaseSegments("board-phase", phases, phase, showPhase));
    shown.board.draw({ table: { ...table, marks: marksOf(draft, phase) }, goals, active: false });
  }
}

/**
 * What was chosen: a row for each field, or one for a whole shape or phase.
 *
 * @param {Draft} draft
 * @returns {Row[]}
 */
function setupRows(draft) {
  return draft.form.sections.flatMap((section) => sectionRows(draft, section)).filter(([, value]) => value);
}

/**
 * @param {Draft} draft
 * @param {Section} section
 * @returns {Row[]}
 */
function sectionRows(draft, section) {
  const together = (/** @type {string} */ label, /** @type {string} */ blank, /** @type {string} */ value) =>
    inOneRow(draft, section, label, (path) => path.replace(blank, value));
  if (section.each === "shape") {
    return draft.shapes.map((shape) => together(capital(shapeTitle(shape)), "{shape}", shape));
  }
  if (section.each === "phase") {
    const label = (/** @type {number} */ index) =>
      draft.rules.phases.length > 1 ? t("Phase {number}", { number: index + 1 }) : t("Phase");
    return draft.rules.phases.map((_, index) => together(label(index), "{phase}", String(index)));
  }
  return section.fields.flatMap((field) => rowsOf(draft, field, field.path));
}

/**
 * @param {Draft} draft
 * @param {Section} section
 * @param {string} label
 * @param {(path: string) => string} pathOf
 * @returns {Row}
 */
function inOneRow(draft, section, label, pathOf) {
  const isPlain = (/** @type {Field} */ { choices, path }) => choices && !DRAWN_AS.test(path);
  const said = section.fields.flatMap((field) =>
    rowsOf(draft, field, pathOf(field.path)).map(([name, value]) => (isPlain(field) ? value : `${name}: ${value}`)),
  );
  return [label, said.join(", ")];
}

/**
 * What a field says: nothing where it is blank or zero, or has no meaning.
 *
 * @param {Draft} draft
 * @param {Field} field
 * @param {string} path its path, written out
 * @returns {Row[]}
 */
function rowsOf(draft, field, path) {
  // That it is drawn as itself is the blank.
  if (DRAWN_AS.test(path) && !draft.get(path)) return [];
  if (SAID_ELSEWHERE.test(path) || field.control === "reserve" || field.control === "side") return [];
  if (field.control === "list") return draft.entries(field).map((entry) => [field.label, entryText(field, entry)]);
  const text = path === "board.kind" ? boardText(draft, field) : valueText(draft, field, path);
  return text ? [[field.label, text]] : [];
}

/**
 * @param {Draft} draft
 * @param {Field} field
 */
const boardText = (draft, field) => `${labelOf(field, draft.kind)}, ${draft.rules.board.size.join(" × ")}`;

/**
 * @param {Draft} draft
 * @param {Field} field
 * @param {string} path
 */
function valueText(draft, field, path) {
  if (field.control === "count") return labelOf(field, draft.get(`${path}.length`));
  const value = draft.get(path);
  if (!field.choices) return value && typeof value !== "object" ? String(value) : "";
  const written = writtenAt(field, path);
  return hasMeaning(written, draft) && !isFrozen(written, draft) ? labelOf(field, value ?? field.default) : "";
}

const SAID_ELSEWHERE = /^(name|about)$|\.called$/;
const DRAWN_AS = /\.symbol$/;

/**
 * A field of a shape at its path, with what it depends on.
 *
 * @param {Field} field
 * @param {string} path
 * @returns {Field}
 */
function writtenAt(field, path) {
  const shape = /^shapes\.([^.]+)/.exec(path)?.[1] ?? "";
  const shown = field.shown_when?.map((one) => ({ ...one, path: one.path.replace("{shape}", shape) }));
  return { ...field, path, shape, shown_when: shown };
}

/**
 * @param {Field} field
 * @param {unknown} value
 * @returns {Choice | undefined}
 */
const choiceOf = (field, value) => field.choices?.find((choice) => choice.value === value);

/**
 * @param {Field} field
 * @param {unknown} value
 */
const labelOf = (field, value) => choiceOf(field, value)?.label ?? String(value);

/**
 * @param {Field} field
 * @param {Record<string, unknown>} entry
 */
function entryText(field, entry) {
  const value = entry[field.key ?? ""];
  const choice = choiceOf(field, value);
  return choice ? filled(choice, entry) : String(value);
}
