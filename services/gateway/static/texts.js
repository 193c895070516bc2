// Texts for people. They stand in the code in English; what a page is served has those of its language in their place
// (services/gateway/translations). So the text that is given must stand there as it is: no name, no expression.

/** @typedef {Record<string, unknown>} Values what stands for `{name}` in a text */

/**
 * A text: `t("Saved as {name}.", { name })`.
 *
 * @param {string} text
 * @param {Values} [values]
 */
export const t = (text, values = {}) =>
  text.replace(/\{(\w+)\}/g, (all, name) => (name in values ? String(values[name]) : all));

/** The language of the page: "en". */
export const language = document.documentElement.lang;

/**
 * A text that came in English for all, with what it is in other languages.
 *
 * @param {string} text
 * @param {Record<string, string>} [texts] by language
 */
export const spoken = (text, texts = {}) => texts[language] ?? text;

const rules = new Intl.PluralRules(language);
const { pluralCategories } = rules.resolvedOptions();
const CATEGORIES = ["zero", "one", "two", "few", "many", "other"].filter((name) =>
  pluralCategories.includes(/** @type {Intl.LDMLPluralRule} */ (name)),
);

/**
 * A text that depends on a count: `tn(["{count} match", "{count} matches"], count)`.
 *
 * @param {string[]} forms as many as the language has
 * @param {number} count
 * @param {Values} [values]
 */
export const tn = (forms, count, values = {}) =>
  t(forms[CATEGORIES.indexOf(rules.select(count))] ?? forms[forms.length - 1] ?? "", {
    count: count.toLocaleString(language),
    ...values,
  });
