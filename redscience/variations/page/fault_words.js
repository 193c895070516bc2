// What is wrong with a draft, as people say it who know the page and no file.

import { inWords } from "../../faults.js";
import { t } from "../../texts.js";
import { capital } from "../../words.js";

/** @import { Fault } from "../../family.js" */

/** @type {Record<string, string>} */
const LISTED = { checks: t("turn check"), stalemate: t("stalemate rule") };

/** What a field shows itself: of a number that will not do only what would is said. */
const SHOWN = new RegExp(
  `^(?:${t("is {value}", { value: "-?\\d+" })}|${t("is {value}, which is no whole number", { value: '".*"' })})$`,
);

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
 * An option is named by its label; German does so itself.
 *
 * @param {string} problem
 */
function plain(problem) {
  if (SHOWN.test(problem)) return "";
  const [, what, why] = /^is (.+), which (.+)$/.exec(problem) ?? [];
  return what ? `${capital(what)} ${why}` : problem;
}
