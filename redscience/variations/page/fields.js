// Controls, made from the form's description: a new option of the rule language appears here by itself.
//
// A field is one of the description, with its path written out; `shape` is the one that it speaks of.

import { el, icon } from "../../dom.js";
import { idOf } from "../../paths.js";
import { t } from "../../texts.js";
import { capital } from "../../words.js";
import { explained, parameterLabel } from "./choices.js";
import { shapeTitle } from "./names.js";
import { isFull } from "./reserves.js";

/** @import { Attributes } from "../../dom.js" */
/** @import { Draft } from "./draft.js" */
/** @import { Choice, Entry, Field, Parameter, Section } from "./form.js" */

/**
 * Whether somebody is still typing; what has the keyboard then; changes of one `part` are undone together.
 *
 * @typedef {{ typing?: boolean, focus?: string, part?: string }} More
 */
/** @typedef {(action: (draft: Draft) => void, more?: More) => void} ChangeDraft */
/** @typedef {(value: any, more?: More) => void} SetValue */

/** How many numbers a list of them may have; more are typed. */
const LISTED_AT_MOST = 40;

/**
 * The fields that a draft has now, with their paths written out, section by section.
 *
 * @param {Draft} draft
 * @param {number} phase
 * @returns {Section[]}
 */
export function sectionsOf(draft, phase) {
  return draft.form.sections
    .flatMap((section) => written(section, draft, phase))
    .map((section) => ({ ...section, fields: section.fields.filter((field) => isShown(field, draft)) }))
    .filter((section) => section.fields.length > 0);
}

/**
 * A section with its paths written out; one for each shape where it is said of shapes.
 *
 * @param {Section} section
 * @param {Draft} draft
 * @param {number} phase
 * @returns {Section[]}
 */
function written(section, draft, phase) {
  const fieldsFor = (/** @type {string} */ shape) => section.fields.map((field) => writtenField(field, phase, shape));
  if (section.each !== "shape") return [{ ...section, fields: fieldsFor("") }];
  const isOnly = draft.shapes.length === 1;
  return draft.form.shapes
    .filter(({ value }) => draft.shapes.includes(value))
    .map(({ value }) => ({
      ...section,
      id: `${section.id}-${value}`,
      label: isOnly ? section.label : capital(shapeTitle(value)),
      shape: isOnly ? "" : value,
      fields: fieldsFor(value),
    }));
}

/**
 * @param {Field} field
 * @param {number} phase
 * @param {string} shape
 * @returns {Field}
 */
function writtenField(field, phase, shape) {
  const fill = (/** @type {string} */ path) => path.replace("{phase}", String(phase)).replace("{shape}", shape);
  return {
    ...field,
    shape,
    general: field.path,
    path: fill(field.path),
    shown_when: field.shown_when?.map((condition) => ({ ...condition, path: fill(condition.path) })),
  };
}

const PLACED_ELSEWHERE = new Set(["reserve", "marker", "seat_marker"]);

/**
 * @param {Field} field
 * @param {Draft} draft
 */
function isShown(field, draft) {
  if (field.path === "name" || PLACED_ELSEWHERE.has(field.control)) return false;
  if (!hasMeaning(field, draft)) return Boolean(field.stays);
  // Where only one thing can be chosen there is no choice.
  return !field.choices || offered(field, draft).length > 1;
}

/**
 * Whether a field says something as things are. What a file says is shown, whatever it means.
 *
 * @param {Field} field
 * @param {Draft} draft
 */
export function hasMeaning(field, draft) {
  return draft.says(field) || !field.shown_when || draft.holds(field.shown_when);
}

/**
 * The choices that mean something, and those in use.
 *
 * @param {Field} field
 * @param {Draft} draft
 * @returns {Choice[]}
 */
function offered(field, draft) {
  const { path, control: kind, key = "", choices = [], default: usual, shape } = field;
  const value = draft.get(kind === "count" ? `${path}.length` : path) ?? usual;
  const used = kind === "list" ? draft.entries(field).map((entry) => entry[key]) : [value];
  return choices.filter((choice) => used.includes(choice.value) || !draft.isHidden(choice, shape));
}

/** @param {Field} field */
const axisOf = (field) => Number(/\[(\d)\]$/.exec(field.path)?.[1]);

/**
 * What is typed stays as it is until the field is left, and is undone in one.
 *
 * @param {string} id
 */
const typing = (id) => ({ typing: true, part: id });

/** @type {Record<string, string>} */
const WIDTHS = { side: "field-side", text: "field-wide" };

/**
 * The control of a field with its label and its place for faults.
 *
 * @param {Field} field
 * @param {Draft} draft
 * @param {ChangeDraft} change called with what the control does to the draft
 */
export function control(field, draft, change) {
  if (field.control === "list") return listControl(field, draft, change);
  const id = idOf(field.path);
  const frozen = isFrozen(field, draft);
  const input = single(field, draft, change, { id, frozen });
  const hint = frozen
    ? t("All spaces fill up before a piece could move. Lower a number in reserve first.")
    : field.hint;
  return el(
    "div",
    { class: `field ${WIDTHS[field.control] ?? ""}`, "data-path": field.path },
    el("label", { for: id }, field.label),
    input,
    hint ? el("p", { class: "hint soft", id: `${id}-hint` }, hint) : null,
    faultPlace(id),
  );
}

/**
 * Whether a field is the move of a shape of which there are so many in reserve that none is ever moved.
 *
 * @param {Field} field
 * @param {Draft} draft
 */
export function isFrozen({ path, shape, default: usual }, draft) {
  return Boolean(shape) && path.endsWith(".move") && (draft.get(path) ?? usual) === usual && isFull(draft, shape ?? "");
}

/** @param {string} id */
const faultPlace = (id) => el("p", { class: "fault", id: `${id}-fault` });

/**
 * @param {Field} field
 * @param {Draft} draft
 * @param {ChangeDraft} change
 * @param {{ id: string, frozen: boolean }} more
 */
function single(field, draft, change, { id, frozen }) {
  if (frozen || !hasMeaning(field, draft)) return el("select", { id, disabled: true }, el("option", {}, ""));
  const value = draft.get(field.path) ?? field.default;
  /** @type {SetValue} */
  const set = (to, more) => change((one) => one.set(field.path, to), more);
  switch (field.control) {
    case "select":
      return field.explained
        ? explained(field, draft, { id, choices: offered(field, draft), chosen: {} }, (choice) => set(choice.value))
        : select(id, offered(field, draft), value, set);
    case "count":
      return countControl(field, draft, change, id);
    case "side": {
      const side = number(id, draft.bounds(axisOf(field)), value, set);
      if (side.disabled) side.title = t("For another size choose another board.");
      return side;
    }
    case "integer":
      return number(id, { minimum: field.minimum ?? 0, maximum: field.maximum ?? Infinity }, value, set);
    default:
      return text(id, field, value, set);
  }
}

/**
 * How many shapes or phases there are.
 *
 * @param {Field} field
 * @param {Draft} draft
 * @param {ChangeDraft} change
 * @param {string} id
 */
function countControl(field, draft, change, id) {
  const count = field.path === "shapes" ? "countShapes" : "countPhases";
  return select(id, offered(field, draft), draft.get(`${field.path}.length`), (to) => change((one) => one[count](to)));
}

/**
 * @param {string} id
 * @param {Choice[]} choices
 * @param {any} value
 * @param {SetValue} set
 */
function select(id, choices, value, set) {
  const options = choices.map((choice, index) => option(index, choice, choice.value === value));
  const onchange = () => set(choices[Number(element.value)].value);
  const attributes = { id, "aria-describedby": `${id}-fault`, disabled: choices.length < 2, onchange };
  const element = el("select", attributes, options);
  return element;
}

/**
 * @param {number} index
 * @param {{ label: string }} choice
 * @param {boolean} selected
 */
const option = (index, { label }, selected) => el("option", { value: index, selected }, label);

/**
 * A whole number: chosen from a list where there are few, typed where there are many.
 *
 * @param {string} id
 * @param {{ minimum: number, maximum: number }} bounds
 * @param {any} value
 * @param {SetValue} set
 */
export function number(id, { minimum, maximum }, value, set) {
  if (maximum - minimum < LISTED_AT_MOST && value >= minimum && value <= maximum) {
    const choices = Array.from({ length: maximum - minimum + 1 }, (_, index) => minimum + index);
    return select(
      id,
      choices.map((one) => ({ value: one, label: String(one), parameters: [] })),
      value,
      set,
    );
  }
  const element = el("input", {
    id,
    type: "number",
    inputmode: "numeric",
    min: minimum,
    max: maximum,
    step: 1,
    value,
    "aria-describedby": `${id}-fault`,
    oninput: () => set(/^-?\d+$/.test(element.value) ? Number(element.value) : element.value, typing(id)),
    onfocus: () => element.select(),
  });
  return element;
}

/**
 * @param {string} id
 * @param {Field} field
 * @param {string | null | undefined} value
 * @param {SetValue} set
 */
function text(id, field, value, set) {
  const filledIn = value ?? "";
  const attributes = {
    id,
    maxlength: field.maximum,
    spellcheck: "false",
    "aria-describedby": [`${id}-fault`, field.hint ? `${id}-hint` : ""].join(" ").trim(),
    oninput: () => set(element.value === "" ? field.default : element.value, typing(id)),
  };
  const rows = Math.max(field.lines ?? 0, Math.min(8, Math.ceil(filledIn.length / 45)));
  const element = field.lines
    ? el("textarea", { ...attributes, rows }, filledIn)
    : el("input", { ...attributes, type: "text", value: filledIn });
  return element;
}

/** @type {Record<string, string>} */
const NOUNS = { checks: t("Check"), stalemate: t("Stalemate Rule") };

/** @param {Field} field */
const nounOf = (field) => NOUNS[field.path] ?? field.label;

/**
 * A list of choices with their parameters: each can be changed, raised and deleted, and there is one to add another.
 *
 * @param {Field} field
 * @param {Draft} draft
 * @param {ChangeDraft} change
 */
function listControl(field, draft, change) {
  const entries = draft.entries(field);
  const id = idOf(field.path);
  const add = {
    type: "button",
    id: `${id}-add`,
    class: "button quiet add",
    disabled: entries.length >= (field.maximum ?? Infinity),
    onclick: () => change((one) => one.addEntry(field), { focus: idOf(`${field.path}[${entries.length}]`) }),
  };
  return el(
    "fieldset",
    { class: "field field-wide list", "data-path": field.path },
    el("legend", {}, field.label),
    entries.map((entry, index) => listEntry(field, draft, change, entry, index)),
    faultPlace(id),
    el("button", add, icon("fa-plus"), t("Add {noun}", { noun: nounOf(field) })),
  );
}

/**
 * @param {Field} field
 * @param {Draft} draft
 * @param {ChangeDraft} change
 * @param {Entry} entry
 * @param {number} index
 */
function listEntry(field, draft, change, entry, index) {
  const path = `${field.path}[${index}]`;
  const id = idOf(path);
  const choices = offered(field, draft);
  const chosen = choices.find((choice) => choice.value === entry[field.key ?? ""]);
  const element = explained(field, draft, { id, choices, chosen: entry }, (choice) =>
    change((one) => one.chooseEntry(field, index, choice)),
  );
  return el(
    "div",
    { class: "list-entry", "data-path": path },
    el("label", { class: "visually-hidden", for: id }, `${field.label} ${index + 1}`),
    element,
    (chosen?.parameters ?? []).map((one) => parameterControl(`${path}.${one.name}`, one, entry, change)),
    index > 0 ? raiseButton(field, change, index) : null,
    deleteButton(field, draft, change, index),
    faultPlace(id),
  );
}

/**
 * @param {Field} field
 * @param {ChangeDraft} change
 * @param {number} index
 */
function raiseButton(field, change, index) {
  const attributes = {
    class: "button quiet icon-only raise",
    id: `${idOf(`${field.path}[${index}]`)}-raise`,
    "aria-label": t("Put {noun} {number} before the one above", { noun: nounOf(field), number: index + 1 }),
    title: t("Before the one above"),
    onclick: () => change((one) => one.raiseEntry(field, index), { focus: idOf(`${field.path}[${index - 1}]`) }),
  };
  return iconButton(attributes, "fa-arrow-up");
}

/**
 * @param {Field} field
 * @param {Draft} draft
 * @param {ChangeDraft} change
 * @param {number} index
 */
function deleteButton(field, draft, change, index) {
  const attributes = {
    class: "button quiet icon-only",
    id: `${idOf(`${field.path}[${index}]`)}-delete`,
    disabled: draft.entries(field).length <= (field.minimum ?? 0),
    "aria-label": t("Delete {noun} {number}", { noun: nounOf(field), number: index + 1 }),
    title: t("Delete {noun}", { noun: nounOf(field) }),
    onclick: () => change((one) => one.removeEntry(field, index), { focus: `${idOf(field.path)}-add` }),
  };
  return iconButton(attributes, "fa-trash-o");
}

/**
 * @param {Attributes} attributes
 * @param {string} name
 */
const iconButton = (attributes, name) => el("button", { type: "button", ...attributes }, icon(name));

/**
 * @param {string} path
 * @param {Parameter} parameter
 * @param {Entry} entry
 * @param {ChangeDraft} change
 */
function parameterControl(path, parameter, entry, change) {
  const id = idOf(path);
  const value = entry[parameter.name] ?? parameter.default;
  /** @type {SetValue} */
  const set = (to, more) => change((one) => one.set(path, to), more);
  const isListed = parameter.control === "select";
  const choices = (parameter.choices ?? []).map((one) => ({ ...one, label: parameterLabel(parameter, one) }));
  return el(
    "span",
    { class: "parameter", "data-path": path },
    isListed ? select(id, choices, value, set) : number(id, parameter, value, set),
    el("label", { for: id }, parameter.label),
    faultPlace(id),
  );
}
