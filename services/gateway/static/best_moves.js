// The best moves of a position, as a player that thinks knows them, in words.

import { t } from "./texts.js";
import { percent, withinSentence } from "./words.js";

/** @import { LegalMove } from "./family.js" */

/**
 * A move, and what is known of it.
 *
 * @typedef {object} Known
 * @property {string} move
 * @property {LegalMove | null} choice as the legal moves of its seat had it
 * @property {number} value 0 to 1
 * @property {number} chance with which it should be made
 * @property {boolean} is_proven
 */

/**
 * Whether no one of the moves is to be made each time.
 *
 * @param {Known[]} best
 */
export const isMixed = (best) => best.length > 0 && best[0].chance < 1;

/**
 * How the players stand, and the best moves; "" where nothing was found out.
 *
 * @param {string[]} stand of each player, the name and the chance
 * @param {Known[]} best
 * @param {(known: Known) => string} say a move
 */
export function worthText(stand, best, say) {
  if (stand.length === 0) return "";
  const worth = t("Chances: {list}.", { list: stand.join(", ") });
  return best.length > 0 ? `${worth} ${bestText(best, say)}` : worth;
}

/**
 * @param {Known[]} best
 * @param {(known: Known) => string} say a move
 */
export function bestText(best, say) {
  const isMixture = isMixed(best);
  const words = best.map((known) => {
    const share = percent(known.value);
    const sure = known.is_proven ? t("{share}, certain", { share }) : share;
    const said = isMixture ? t("{share} of the time", { share: percent(known.chance) }) : sure;
    return `${withinSentence(say(known))} (${said})`;
  });
  const list = words.join(" · ");
  return isMixture ? t("Best mixed: {list}.", { list }) : [t("Best here: {list}.", { list }), whyFirst(best)].join("");
}

/**
 * Why the first of some moves is first, where another one's number is above its own: a sentence, or "".
 *
 * @param {Known[]} best
 */
export function whyFirst(best) {
  const [first, ...others] = best;
  if (!first || isMixed(best) || others.every(({ value }) => value <= first.value)) return "";
  return ` ${t("The first was tried most: the other numbers are less sure.")}`;
}
