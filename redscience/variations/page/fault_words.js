// What is wrong with a draft, as people say it who know the page and no file.

import { inWords } from "../../faults.js";
import { capital } from "../../words.js";

/** @import { Fault } from "../../family.js" */

/** @type {Record<string, string>} */
const LISTED = { checks: "turn check", stalemate: "stalemate rule" };

/**
 * A fault in plain words, beside the control that it is about.
 *
 * @param {Fault} fault
 */
export function plainWords({ path, problem, remedy }) {
  return inWords({ path, problem: plain(problem), remedy }).replace(
    /\b(checks|stalemate)\[(\d+)\]/g,
    (_, /** @type {string} */ list, /** @type {string} */ index) => `${LISTED[list]} ${Number(index) + 1}`,
  );
}

/**
 * A field shows its value itself: of a number that will not do only what would is said. An option is named by its
 * label.
 *
 * @param {string} problem
 */
function plain(problem) {
  if (/^is (-?\d+|".*", which is no whole number)$/.test(problem)) return "";
  const [, what, why] = /^is (.+), which (.+)$/.exec(problem) ?? [];
  return what ? `${capital(what)} ${why}` : problem;
}
