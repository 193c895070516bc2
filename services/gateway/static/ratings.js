// Ratings as people read them. The number is what is sure, the mean less three deviations; while little is known it
// would be far below anybody's skill, and the mean is shown with how far it may be off.

import { el } from "./dom.js";
import { t } from "./texts.js";
import { changeText, decimal, lasting, ratingText } from "./words.js";

/** @typedef {{ mu: number, sigma: number, rating: number }} Skill */

/** About the first ten matches; a beginner has 8.3. */
const PROVISIONAL_SIGMA = 6.25;
const DEVIATIONS = 3;

/**
 * The rating: better than that with 99.7 % probability.
 *
 * @param {number} mu
 * @param {number} sigma
 */
export const sure = (mu, sigma) => mu - DEVIATIONS * sigma;

/** @param {Skill} skill */
const isProvisional = ({ sigma }) => sigma > PROVISIONAL_SIGMA;

/**
 * "23 ± 24".
 *
 * @param {Skill} skill
 */
const skillText = ({ mu, sigma }) =>
  `${ratingText(Math.round(mu)).replace(".00", "")} ± ${Math.round(DEVIATIONS * sigma)}`;

/**
 * A rating, and how long it has been held ("" where nobody knows).
 *
 * @param {Skill} skill
 * @param {string} held
 */
export function ratingWords(skill, held) {
  const exact = t("Mean {mean}, deviation {deviation}, rating {rating}", {
    mean: decimal(skill.mu),
    deviation: decimal(skill.sigma),
    rating: ratingText(skill.rating),
  });
  const provisional = isProvisional(skill);
  return [
    el("strong", { title: exact }, provisional ? skillText(skill) : ratingText(skill.rating)),
    held ? el("span", { class: "soft held" }, ` (${held})`) : null,
    provisional ? el("span", { class: "tag provisional" }, t("provisional")) : null,
  ];
}

/**
 * A rating before and after a match: "12.10 → 13.40 (+1.30)".
 *
 * @param {number} before
 * @param {number} after
 */
export const changeWords = (before, after) =>
  `${ratingText(before)} → ${ratingText(after)} (${changeText(after - before)})`;

/** @param {number} ms how long ago; 0 for never */
export const heldText = (ms) => (ms > 0 ? lasting(ms) : "");
