// Controls, made from the form's description: a new option of the rule language appears here by itself.
//
// A field is one of the description, with its path written out; `shape` is the one that it speaks of.

import { el, icon } from "./dom.js";
import { idOf } from "./paths.js";
import { capital } from "./words.js";

/** How many numbers a list of them may have; more are typed. */
const LISTED_AT_MOST = 40;

/** The fields that a draft has now, with their paths written out, section by section: `[{id, label, fields}]`. */
export function sectionsOf(draft, phase) {
  return draft.form.sections
    .flatMap((section) => written(section, draft, phase))
    .map((section) => ({ ...section, fields: section.fields.filter((field) => isShown(field, draft)) }))
    .filter((section) => section.fields.length > 0);
}

/** A section with its paths written out; one for each shape where it is said of shapes. */
function written(section, draft, phase) {
  const fieldsFor = (shape) =>
    section.fields.map((field) => ({
      ...field,
      shape,
      path: fill(field.path, phase, shape),
      shown_when: field.shown_when?.map((condition) => ({ ...condition, path: fill(condition.path, phase, shape) })),
    }));
  if (section.each !== "shape") return [{ ...section, fields: fieldsFor("") }];
  const words = new Map(draft.form.shapes.map(({ value, word }) => [value, word]));
  return draft.shapes.map((shape) => ({
    ...section,
    id: `${section.id}-${shape}`,
    label: draft.shapes.length > 1 ? capital(words.get(shape)) : section.label,
    shape: draft.shapes.length > 1 ? shape : "",
    fields: fieldsFor(shape),
  }));
}

const fill = (path, phase, shape) => path.replace("{phase}", phase).replace("{shape}", shape);

const PLACED_ELSEWHERE = new Set(["reserve", "marker", "seat_marker"]);

function isShown(field, draft) {
  if (field.path === "name" || PLACED_ELSEWHERE.has(field.control) || !hasMeaning(field, draft)) return false;
  if (field.control === "side") return draft.bounds(axisOf(field)).maximum > draft.bounds(axisOf(field)).minimum || !isFixed(draft);
  // Where only one thing can be chosen there is no choice.
  return !field.choices || offered(field, draft).length > 1;
}

/** Whether a field says something as things are. What a file says is shown, whatever it means. */
export function hasMeaning(field, draft) {
  if (draft.says(field)) return true;
  return !field.shown_when || draft.holds(field.shown_when);
}

const isFixed = (draft) => [0, 1, 2].every((axis) => draft.bounds(axis).maximum === draft.bounds(axis).minimum);

/** The choices that can be played and mean something, and those in use. */
function offered({ path, control, key, choices, default: usual, shape }, draft) {
  const value = draft.get(control === "count" ? `${path}.length` : path) ?? usual;
  const used = control === "list" ? value.map((entry) => entry[key]) : [value];
  return choices.filter((choice) => used.includes(choice.value) || !draft.isHidden(choice, shape));
}

export const axisOf = (field) => Number(/\[(\d)\]$/.exec(field.path)[1]);

// What is typed stays as it is until the field is left.
const TYPING = { typing: true };

/**
 * The control of a field with its label and its place for faults. `change(action, {typing, focus})` is called with what it
 * does to the draft, whether somebody is still typing, and the id of what has the keyboard afterwards.
 */
export function control(field, draft, change) {
  if (field.control === "list") return listControl(field, draft, change);
  const id = idOf(field.path);
  return el(
    "div",
    { class: `field ${{ side: "field-side", text: "field-wide" }[field.control] ?? ""}`, "data-path": field.path },
    el("label", { for: id }, field.label),
    single(field, draft, change, id),
    field.hint ? el("p", { class: "hint soft", id: `${id}-hint` }, field.hint) : null,
    faultPlace(id),
  );
}

const faultPlace = (id) => el("p", { class: "fault", id: `${id}-fault`, role: "alert" });

function single(field, draft, change, id) {
  const value = draft.get(field.path) ?? field.default;
  const set = (to, more) => change((one) => one.set(field.path, to), more);
  switch (field.control) {
    case "select":
      return select(id, offered(field, draft), value, set);
    case "count": {
      const count = field.path === "shapes" ? "countShapes" : "countPhases";
      return select(id, offered(field, draft), draft.get(`${field.path}.length`), (to) => change((one) => one[count](to)));
    }
    case "side":
      return number(id, draft.bounds(axisOf(field)), value, set);
    case "integer":
      return number(id, field, value, set);
    default:
      return text(id, field, value, set);
  }
}

function select(id, choices, value, set) {
  const options = choices.map((choice, index) =>
    el("option", { value: index, selected: choice.value === value, title: choice.hint || null }, choice.label),
  );
  const attributes = { id, "aria-describedby": `${id}-fault`, disabled: choices.length < 2 };
  return el("select", { ...attributes, onchange: (event) => set(choices[event.target.value].value) }, options);
}

/** A whole number: chosen from a list where there are few, typed where there are many. */
export function number(id, { minimum, maximum }, value, set, more = {}) {
  if (maximum - minimum < LISTED_AT_MOST && value >= minimum && value <= maximum) {
    const choices = Array.from({ length: maximum - minimum + 1 }, (_, index) => ({ value: minimum + index, label: String(minimum + index) }));
    return select(id, choices, value, set);
  }
  const read = (event) => set(/^\d+$/.test(event.target.value) ? Number(event.target.value) : event.target.value, TYPING);
  return el("input", { id, type: "number", inputmode: "numeric", min: minimum, max: maximum, step: 1, value, "aria-describedby": `${id}-fault`, oninput: read, onfocus: (event) => event.target.select(), ...more });
}

function text(id, field, value, set) {
  const read = (event) => set(event.target.value === "" ? field.default : event.target.value, TYPING);
  const described = [`${id}-fault`, field.hint ? `${id}-hint` : ""].join(" ").trim();
  const attributes = { id, maxlength: field.maximum, spellcheck: "false", "aria-describedby": described, oninput: read };
  if (!field.lines) return el("input", { ...attributes, type: "text", value: value ?? "" });
  const rows = Math.max(field.lines, Math.min(8, Math.ceil((value ?? "").length / 45)));
  return el("textarea", { ...attributes, rows }, value ?? "");
}

/** A list of choices with their parameters: each can be changed, raised and deleted, and there is one to add another. */
function listControl(field, draft, change) {
  const entries = draft.get(field.path);
  const id = idOf(field.path);
  const noun = NOUNS[field.path] ?? field.label;
  return el(
    "fieldset",
    { class: "field field-wide list", "data-path": field.path },
    el("legend", {}, field.label),
    entries.map((entry, index) => listEntry(field, draft, change, entry, index, noun)),
    faultPlace(id),
    el(
      "button",
      {
        type: "button",
        id: `${id}-add`,
        class: "button quiet add",
        disabled: entries.length >= field.maximum,
        onclick: () => change((one) => one.addEntry(field), { focus: idOf(`${field.path}[${entries.length}]`) }),
      },
      icon("fa-plus"),
      `Add ${noun}`,
    ),
  );
}

const NOUNS = { checks: "Check", stalemate: "Stalemate Rule" };

function listEntry(field, draft, change, entry, index, noun) {
  const path = `${field.path}[${index}]`;
  const id = idOf(path);
  const choices = offered(field, draft);
  const chosen = choices.find((choice) => choice.value === entry[field.key]);
  const labelled = choices.map((choice) => ({ ...choice, label: filled(choice, choice === chosen ? entry : {}) }));
  return el(
    "div",
    { class: "list-entry", "data-path": path },
    el("label", { class: "visually-hidden", for: id }, `${field.label} ${index + 1}`),
    el(
      "select",
      { id, "aria-describedby": `${id}-fault`, onchange: (event) => change((one) => one.chooseEntry(field, index, choices[event.target.value].value)) },
      labelled.map((choice, at) => el("option", { value: at, selected: choice.value === entry[field.key], title: choice.hint || null }, choice.label)),
    ),
    (chosen?.parameters ?? []).map((parameter) => parameterControl(`${path}.${parameter.name}`, parameter, entry, change)),
    index > 0
      ? el(
          "button",
          {
            type: "button",
            class: "button quiet icon-only raise",
            id: `${id}-raise`,
            "aria-label": `Put ${noun} ${index + 1} before the one above`,
            title: "Before the one above",
            onclick: () => change((one) => one.raiseEntry(field, index), { focus: idOf(`${field.path}[${index - 1}]`) }),
          },
          icon("fa-arrow-up"),
        )
      : null,
    el(
      "button",
      {
        type: "button",
        class: "button quiet icon-only",
        id: `${id}-delete`,
        disabled: draft.get(field.path).length <= field.minimum,
        "aria-label": `Delete ${noun} ${index + 1}`,
        title: `Delete ${noun}`,
        onclick: () => change((one) => one.removeEntry(field, index), { focus: `${idOf(field.path)}-add` }),
      },
      icon("fa-trash-o"),
    ),
    faultPlace(id),
  );
}

function parameterControl(path, parameter, entry, change) {
  const id = idOf(path);
  const value = entry[parameter.name] ?? parameter.default;
  const set = (to, more) => change((one) => one.set(path, to), more);
  return el(
    "span",
    { class: "parameter", "data-path": path },
    parameter.control === "select" ? select(id, parameter.choices, value, set) : number(id, parameter, value, set),
    el("label", { for: id }, parameter.label),
    faultPlace(id),
  );
}

/** The label of a choice with its blanks filled: "First 4-same-color-in-a-row wins". */
export function filled(choice, entry) {
  return choice.label.replace(/\{(\w+)\}/g, (_, blank) => {
    const name = blank === "shapes" ? "shape" : blank;
    const parameter = choice.parameters.find((one) => one.name === name);
    const value = entry[name] ?? parameter?.default ?? blank;
    const word = parameter?.choices?.find((one) => one.value === value)?.label ?? String(value);
    return blank === "shapes" ? plural(word) : word;
  });
}

const plural = (word) => (/(s|X)$/.test(word) ? `${word}es`.replace("Xes", "Xs") : `${word}s`);
