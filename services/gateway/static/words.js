// Words, as pages show them.

import { language, t } from "./texts.js";

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * A text that begins with a capital, as it stands within a sentence: English writes it small there, unless it begins
 * with a letter that is a name by itself ("X to column 4"). Other languages have it as it is.
 *
 * @param {string} text
 */
export const withinSentence = (text) =>
  language === "en" && /^(A |[A-Z][a-z])/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;

/**
 * "black", "black and white", "black, white and pink".
 *
 * @param {(string | number)[]} words
 */
export function listed(words, last = t("and")) {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;
}

/** @param {number} share of one, as a percentage */
export const percent = (share) => `${Math.round(100 * share)}\u00a0%`;
