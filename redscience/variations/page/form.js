// What the rule language describes of itself (`language.form()`), and the files that are made by it.

/**
 * A condition on what else is chosen: a value is among some, or not.
 *
 * @typedef {object} Condition
 * @property {string} path
 * @property {unknown[]} [in]
 * @property {unknown[]} [not]
 */

/**
 * A blank to be filled in a choice.
 *
 * @typedef {object} Parameter
 * @property {string} name
 * @property {string} label
 * @property {string} control "select" or "integer"
 * @property {any} default
 * @property {Choice[]} [choices]
 * @property {number} minimum
 * @property {number} maximum
 */

/**
 * Something that can be chosen.
 *
 * @typedef {object} Choice
 * @property {any} value
 * @property {string} label
 * @property {string} [group] the title under which it stands in a long list
 * @property {Condition[]} [hidden_when]
 * @property {Parameter[]} [parameters]
 */

/**
 * Something that a rule-set file says, and how it is chosen. Paths may have blanks: `{shape}`, `{phase}`.
 *
 * @typedef {object} Field
 * @property {string} path
 * @property {string} label
 * @property {string} control
 * @property {string} [hint]
 * @property {any} [default] what is meant where the file says nothing
 * @property {Condition[]} [shown_when]
 * @property {true} [stays] it is shown blank and disabled where it has no meaning
 * @property {Choice[]} [choices]
 * @property {true} [explained] whether more is said of its choices in their list: see `Told` in choices.js
 * @property {string} [key] of the entries of a list
 * @property {number} [minimum]
 * @property {number} [maximum]
 * @property {number} [lines] of a text
 * @property {number} [product] the most spaces of a board
 * @property {Record<string, { minimum: number, maximum: number }>} [by_kind] of a side, by kind of board
 * @property {string} [marker] what is put on spaces
 * @property {string} [values] what goes with each: "seats", "pieces" or "dealt"
 * @property {string[]} [owners]
 * @property {string} [shape] the one that the field speaks of, once its path is written out
 * @property {string} [general] its path before it was written out
 * @property {true} [rare] few games need it
 */

/**
 * Fields that stand together, for each of what `each` says.
 *
 * @typedef {object} Section
 * @property {string} id
 * @property {string} label
 * @property {string} group the id of the first section of those that belong together
 * @property {"shape" | "phase"} [each]
 * @property {string} [shape]
 * @property {Field[]} fields
 */

/**
 * All that can be chosen: `language.form()`.
 *
 * @typedef {object} Form
 * @property {string} rules_format
 * @property {Rules} default
 * @property {Section[]} sections
 * @property {{ value: string, word: string }[]} shapes
 * @property {string[]} colors
 * @property {Record<string, string[]>} seats by who plays
 * @property {Record<string, Record<string, string[]>>} owners by who plays, and whose colours are whose
 * @property {{ when: Condition[], ends: ({ axis: string, last: boolean } | null)[] }[]} goals the first whose
 *   conditions hold says at which end of which axis each seat's goal line lies, in order of play
 * @property {{ name: number, spaces: number, reserve: number }} limits
 */

/** @typedef {Record<string, any>} Entry an entry of a list: a choice and its parameters */
/** @typedef {Record<string, any> & { reserve?: Record<string, number> }} ShapeRules */
/** @typedef {Record<string, any> & { locked?: string | string[], cloaks?: any }} Phase */

/**
 * A rule-set file (docs/language.md), with what every draft has.
 *
 * @typedef {Record<string, any> & {
 *   name: string,
 *   board: Record<string, any> & { size: number[] },
 *   shapes: Record<string, ShapeRules>,
 *   phases: Phase[],
 * }} Rules
 */

/**
 * An entry of a list: a choice with its parameters, as they were where they suit it, or as they usually are.
 *
 * @param {Field} field
 * @param {Choice} choice
 * @param {Entry} [old]
 * @returns {Entry}
 */
export function entryOf({ key = "" }, choice, old = {}) {
  const parameters = (choice.parameters ?? []).map((one) => {
    const kept = old[one.name];
    return [one.name, suits(one, kept) ? kept : one.default];
  });
  return { [key]: choice.value, ...Object.fromEntries(parameters) };
}

/**
 * @param {Parameter} parameter
 * @param {any} value
 */
const suits = ({ choices, minimum, maximum }, value) =>
  choices ? choices.some((one) => one.value === value) : value >= minimum && value <= maximum;
