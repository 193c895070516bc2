// A list of choices in which each says what it means, and what it lacks where it would mean nothing now.

import { Combobox, folded } from "../../combobox.js";
import { el } from "../../dom.js";
import { get } from "../../request.js";
import { t } from "../../texts.js";
import { capital } from "../../words.js";
import { entryOf } from "./form.js";
import { shapeName } from "./names.js";
import { speakAsMade } from "./preview.js";

/** @import { Option } from "../../combobox.js" */
/** @import { Draft } from "./draft.js" */
/** @import { Choice, Entry, Field, Parameter } from "./form.js" */

/** Longer lists are searched, and have a keyboard on phones for it. */
const SEARCHED_FROM = 9;
const SEVERAL = 2;
/** The rank of a choice that does not speak of a text. */
const SILENT = 4;
/** Of the shapes: all. */
const ANY = "any";

/** A choice by its place in the list, as `id`. @typedef {Option & Described & Pictured} Explained */
/** @typedef {{ group: string }} Described */
/** @typedef {{ drawing?: string, kind: string }} Pictured a picture, and the kind of board that it is for */

/**
 * What lists alone say of a choice.
 *
 * @typedef {object} Told
 * @property {string} path of its field, as the form writes it
 * @property {any} value
 * @property {string} [meaning] a clause with the blanks of its parameters; none where the label says all
 * @property {string} [picture] of a move: where it leads from the middle of 5×5 spaces, a character for each; see
 *   `MoveOption.picture` in the library
 * @property {string} [hexagons] likewise on hexagons
 */

/**
 * By `choiceKey`; nothing before it has come. Lists are opened without it, and say it when they know it.
 *
 * @type {Map<string, Told>}
 */
const told = new Map();
let isAsked = false;

/** Asks for what lists say of choices: pages come without. */
export async function learnChoices() {
  if (isAsked) return;
  isAsked = true;
  try {
    const { choices } = await get("/api/factory/choices?family=variations");
    for (const one of /** @type {Told[]} */ (choices)) told.set(choiceKey(one.path, one.value), one);
    document.activeElement?.dispatchEvent(new Event("outdated"));
  } catch {
    // The next list that is opened asks again.
    isAsked = false;
  }
}

/**
 * The choices of a field, each with what it means and what it lacks.
 *
 * @param {Field} field
 * @param {Draft} draft
 * @param {{ id: string, choices: Choice[], chosen: Entry }} more `chosen` is the entry of a list
 * @param {(choice: Choice) => void} choose
 */
export function explained(field, draft, { id, choices, chosen }, choose) {
  const { key = "", path, general = path, default: usual } = field;
  const value = key ? chosen[key] : (draft.get(path) ?? usual);
  // What the entry would be: what is clicked is what comes.
  const wouldBe = (/** @type {Choice} */ choice) => (choice.value === value ? chosen : entryOf(field, choice, chosen));
  const all = () => {
    speakAsMade(draft);
    return choices.map((choice, index) => {
      const own = choiceKey(general, choice.value);
      const { meaning = "", picture, hexagons } = told.get(own) ?? {};
      return {
        id: String(index),
        name: filled(choice, wouldBe(choice)),
        note: asSentence(withBlanksFilled(meaning, choice, wouldBe(choice))),
        caution: draft.unmet.get(own),
        group: choice.group ?? "",
        drawing: draft.kind === "hexagons" ? hexagons : picture,
        kind: draft.kind,
      };
    });
  };
  const own = choices.find((choice) => choice.value === value);
  const name = own ? filled(own, chosen) : "";
  return choiceList(id, all, name, (index) => choose(choices[index]));
}

/**
 * @param {string} path of a field, as the form writes it
 * @param {unknown} value
 */
export const choiceKey = (path, value) => `${path} ${JSON.stringify(value)}`;

/**
 * @param {string} id of the field
 * @param {() => Explained[]} choices asked whenever the list is opened
 * @param {string} value the name of the one that is chosen
 * @param {(index: number) => void} choose
 */
function choiceList(id, choices, value, choose) {
  const all = choices();
  const input = el("input", {
    id,
    type: "text",
    role: "combobox",
    class: "choice",
    autocomplete: "off",
    spellcheck: "false",
    inputmode: all.length < SEARCHED_FROM ? "none" : null,
    disabled: all.length < 2,
    "aria-expanded": "false",
    "aria-controls": `${id}-list`,
    "aria-autocomplete": "list",
    "aria-describedby": `${id}-fault`,
  });
  const list = el("ul", { id: `${id}-list`, role: "listbox", "aria-label": t("Choices"), hidden: true });
  const box = new Combobox(input, list, {
    find: async (text) => {
      learnChoices();
      return grouped(
        choices()
          .filter((choice) => rankOf(choice, text) < SILENT)
          .sort((one, other) => rankOf(one, text) - rankOf(other, text))
          .map(pictured),
      );
    },
    onChoose: (choice) => choose(Number(choice.id)),
    onUnknown: () => {
      box.value = value;
    },
    none: t("No choice matches."),
  });
  box.value = value;
  // A field cannot break a line: what is chosen stands over it, in as many as it needs, while nobody types.
  const shown = el("span", { class: "choice-shown", "aria-hidden": "true" }, value);
  return el("div", { class: "combobox choices" }, el("div", { class: "choice-field" }, input, shown), list);
}

/**
 * A choice with its picture, if it has one. What draws it is loaded meanwhile.
 *
 * @param {Explained} choice
 */
function pictured(choice) {
  const { drawing, kind } = choice;
  if (!drawing) return choice;
  const picture = el("span", { class: "move-picture", "aria-hidden": "true" });
  import("./move_pictures.js").then(({ movePicture }) => picture.append(movePicture(drawing, kind)));
  return { ...choice, picture };
}

/**
 * Where a choice stands among those that speak of a text: first what is called so, then what begins so, what has it in
 * its name, and what has it in its meaning.
 *
 * @param {Explained} choice
 * @param {string} text
 */
function rankOf({ name, note = "", group }, text) {
  const [called, sought] = [folded(name), folded(text)];
  const at = called.indexOf(sought);
  if (!sought || called === sought) return 0;
  if (at >= 0) return at > 0 ? 2 : 1;
  return folded(`${name} ${note} ${group}`).includes(sought) ? 3 : SILENT;
}

/**
 * Choices under the titles of their groups.
 *
 * @param {Explained[]} choices
 */
function grouped(choices) {
  const titles = [...new Set(choices.map(({ group }) => group))];
  return titles.map((title) => ({ title, options: choices.filter(({ group }) => group === title) }));
}

/**
 * The label of a choice with its blanks filled: "First 4-same-color-in-a-row wins".
 *
 * @param {Choice} choice
 * @param {Entry} entry
 */
export const filled = (choice, entry) => withBlanksFilled(choice.label, choice, entry);

/**
 * @param {string} text
 * @param {Choice} choice
 * @param {Entry} entry
 */
function withBlanksFilled(text, choice, entry) {
  return text.replace(/\{(\w+)\}/g, (_, /** @type {string} */ blank) => {
    const name = blank === "shapes" ? "shape" : blank;
    const parameter = choice.parameters?.find((one) => one.name === name);
    const value = entry[name] ?? parameter?.default ?? blank;
    if (parameter && blank === "shapes") return value === ANY ? t("pieces") : shapeName(value, SEVERAL);
    const own = parameter?.choices?.find((one) => one.value === value);
    return parameter && own ? parameterLabel(parameter, own) : String(value);
  });
}

/**
 * What a choice of a parameter is called: a shape as the game calls it.
 *
 * @param {Parameter} parameter
 * @param {Choice} choice
 */
export const parameterLabel = ({ name }, { value, label }) =>
  name === "shape" && value !== ANY ? shapeName(value) : label;

/**
 * A clause as a sentence.
 *
 * @param {string} clause
 */
const asSentence = (clause) => (clause ? `${capital(clause)}.` : "");
