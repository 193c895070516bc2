// A saved game: what was chosen, without what is blank or zero, and the board.

import { Board } from "./board.js";
import { Draft } from "./draft.js";
import { byId, el, pageData, replace } from "./dom.js";
import { filled } from "./fields.js";
import { palettesOf } from "./palettes.js";

const { form, game, table } = pageData();
const draft = new Draft(form, game.rule_set);

function setupRows() {
  return draft.form.sections.flatMap((section) => section.fields.flatMap(rowsOf));
}

/** What a field says, as [label, value]; one row for each shape and phase that it is said of. */
function rowsOf(field) {
  if (field.path === "name" || field.control === "reserve" || field.control === "side") return [];
  if (field.path === "board.kind") return [[field.label, `${chosen(field, draft.kind)}, ${draft.rules.board.size.join(" × ")}`]];
  if (field.path.includes("{shape}")) {
    return draft.shapes.flatMap((shape) => one(field, field.path.replace("{shape}", shape), wordOf(shape)));
  }
  if (field.path.includes("{phase}")) {
    return draft.rules.phases.flatMap((_, index) => one(field, field.path.replace("{phase}", index), draft.rules.phases.length > 1 ? `Phase ${index + 1}` : ""));
  }
  return one(field, field.path, "");
}

function one(field, path, of) {
  const value = draft.get(path);
  const label = of ? `${of}: ${field.label.toLowerCase()}` : field.label;
  if (field.control === "list") return (value ?? []).map((entry) => [label, filled(choiceOf(field, entry[field.key]), entry)]);
  if (field.control === "count") return value && draft.get(`${path}.length`) > 1 ? [[label, chosen(field, draft.get(`${path}.length`))]] : [];
  if (field.choices) return ALWAYS.has(path) || (value !== undefined && value !== field.default) ? [[label, chosen(field, value ?? field.default)]] : [];
  return value && typeof value !== "object" ? [[label, String(value)]] : [];
}

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
new Board(byId("board")).draw({ table, active: false });
