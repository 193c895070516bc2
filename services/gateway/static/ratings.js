// Ratings as people read them. The number is what is sure, the mean less three deviations; while little is known it
// would be far below anybody's skill, and the mean is shown with how far it may be off.

import { el } from "./dom.js";
import { changeText, decimal, lasting, ratingText } from "./numbers.js";
import { t } from "./texts.js";

/** @typedef {{ mu: number, sigma: number, rating: number }} Skill */
/** @typedef {{ before: Skill, after: Skill }} Change what a match did to a rating */

/** About the first ten matches; a beginner has 8.3. */
const PROVISIONAL_SIGMA = 6.25;

/** @param {Skill} skill */
const isProvisional = ({ sigma }) => sigma > PROVISIONAL_SIGMA;

/**
 * "23 ± 24".
 *
 * @param {Skill} skill
 */
const skillText = ({ mu, rating }) =>
  `${ratingText(Math.round(mu)).replace(/[.,]00$/, "")} ± ${Math.round(mu - rating)}`;

/** @param {Skill} skill */
const shortText = (skill) => (isProvisional(skill) ? skillText(skill) : ratingText(skill.rating));

/** @param {Skill} skill */
function skillWords(skill) {
  const exact = t("Mean {mean}, deviation {deviation}, rating {rating}", {
    mean: decimal(skill.mu),
    deviation: decimal(skill.sigma),
    rating: ratingText(skill.rating),
  });
  return el("strong", { title: exact }, shortText(skill));
}

/** @param {Skill} skill */
const provisionalTag = (skill) =>
  isProvisional(skill) ? el("span", { class: "tag provisional" }, t("provisional")) : null;

/**
 * A rating, and how long it has been held ("" where nobody knows).
 *
 * @param {Skill} skill
 * @param {string} held
 */
export function ratingWords(skill, held) {
  return [skillWords(skill), held ? el("span", { class: "soft held" }, ` (${held})`) : null, provisionalTag(skill)];
}

/**
 * A rating before and after a match: "12.10 → 13.40 (+1.30)"; of a newcomer "25 ± 25 → 29 ± 23", as provisional.
 *
 * @param {Change} change
 */
export function changeWords({ before, after }) {
  const rise = isProvisional(after) ? "" : ` (${changeText(after.rating - before.rating)})`;
  return [
    el("span", { class: "soft" }, `${shortText(before)} → `),
    skillWords(after),
    rise ? el("span", { class: "soft" }, rise) : null,
    provisionalTag(after),
  ];
}

/** @param {number} ms how long ago; 0 for never */
export const heldText = (ms) => (ms > 0 ? lasting(ms) : "");
