// A saved game: what was chosen, without what is blank or zero, and the board.

import { Board } from "./board.js";
import { Draft } from "./draft.js";
import { byId, el, pageData, replace } from "./dom.js";
import { filled } from "./fields.js";
import { saveRules } from "./files.js";
import { marksOf } from "./marks.js";
import { palettesOf } from "./palettes.js";
import { phaseSegments } from "./segments.js";
import { capital } from "./words.js";

const { form, game, table } = pageData();
const draft = new Draft(form, game.rule_set);

/** What was chosen, as [label, value]: a row for each field, or one for a whole shape or phase. */
function setupRows() {
  return draft.form.sections.flatMap((section) => {
    if (section.each === "shape") return draft.shapes.map((shape) => together(section, capital(wordOf(shape)), (path) => path.replace("{shape}", shape)));
    if (section.each === "phase") return phaseRows(section);
    return section.fields.flatMap((field) => rowsOf(field, field.path));
  }).filter(([, value]) => value);
}

function phaseRows(section) {
  return draft.rules.phases.map((_, index) => together(section, draft.rules.phases.length > 1 ? `Phase ${index + 1}` : "Phase", (path) => path.replace("{phase}", index)));
}

function together(section, label, pathOf) {
  const rows = section.fields.flatMap((field) => rowsOf(field, pathOf(field.path)).map(([name, value]) => (field.choices ? value : `${name}: ${value}`)));
  return [label, rows.join(", ")];
}

/** What a field says: nothing where it is blank, zero or usual. */
function rowsOf(field, path) {
  if (SAID_ELSEWHERE.has(path) || field.control === "reserve" || field.control === "side") return [];
  if (path === "board.kind") return [[field.label, `${chosen(field, draft.kind)}, ${draft.rules.board.size.join(" × ")}`]];
  const value = draft.get(path);
  if (field.control === "list") return (value ?? []).map((entry) => [field.label, filled(choiceOf(field, entry[field.key]), entry)]);
  if (field.control === "count") return draft.get(`${path}.length`) > 1 ? [[field.label, chosen(field, draft.get(`${path}.length`))]] : [];
  if (field.choices) return ALWAYS.has(path) || (value !== undefined && value !== field.default) || path.endsWith(".move") ? [[field.label, chosen(field, value ?? field.default)]] : [];
  return value && typeof value !== "object" ? [[field.label, String(value)]] : [];
}

const SAID_ELSEWHERE = new Set(["name", "about"]);
const ALWAYS = new Set(["players", "seconds_per_turn"]);
const wordOf = (shape) => draft.form.shapes.find((one_) => one_.value === shape)?.word ?? shape;
const choiceOf = (field, value) => field.choices.find((choice) => choice.value === value) ?? { label: String(value), parameters: [] };
const chosen = (field, value) => choiceOf(field, value).label;

replace(
  byId("setup"),
  setupRows().map(([label, value]) => el("div", {}, el("dt", {}, label), el("dd", {}, value))),
);
const [before, after] = palettesOf(draft, table, null);
replace(byId("palettes-before"), before);
replace(byId("palettes-after"), after);

const board = new Board(byId("board"));
const phases = draft.rules.phases.length;

/** Locks and cloaks are those of one phase. */
function showPhase(phase) {
  if (phases > 1) replace(byId("preview-phase"), phaseSegments("board-phase", phases, phase, showPhase));
  board.draw({ table: { ...table, marks: marksOf(draft, phase) }, active: false });
}

showPhase(0);
byId("export").addEventListener("click", () => saveRules(draft.file()));
