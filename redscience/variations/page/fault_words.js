// What is wrong with a draft, as people say it who know the page and no file.

import { inWords } from "../../faults.js";
import { parentOf } from "../../paths.js";
import { t } from "../../texts.js";
import { capital } from "../../words.js";

/** @import { Fault } from "../../family.js" */
/** @import { Draft } from "./draft.js" */
/** @import { Form } from "./form.js" */

/** @type {Record<string, string>} */
const LISTED = { checks: t("turn check"), stalemate: t("stalemate rule") };

/** What a field shows itself: of a number that will not do only what would is said. */
const SHOWN = new RegExp(
  `^(?:${t("is {value}", { value: "-?\\d+" })}|${t("is {value}, which is not a whole number", { value: '".*"' })})$`,
);

/**
 * A fault in plain words, beside the control that it is about. Of a side, what it can be beside the two others is said.
 *
 * @param {Fault} fault
 * @param {Draft} draft
 */
export function plainWords({ path, problem, remedy }, draft) {
  if (!SHOWN.test(problem)) return withEntriesNamed(inWords({ path, problem: plain(problem), remedy }));
  const [, axis] = /^board\.size\[(\d)\]$/.exec(path) ?? [];
  if (axis) return t("Choose a whole number from {minimum} to {maximum}.", draft.bounds(Number(axis)));
  return inWords({ path, problem: "", remedy });
}

/**
 * A fault of a file of which nothing is on the page: what it is about, as the Factory calls it, and where in the file
 * that stands, for whoever corrects it there.
 *
 * @param {Fault} fault
 * @param {Form} form
 */
export function wordsOfFile({ path, problem, remedy }, form) {
  const name = nameOf(path, form);
  const words = withEntriesNamed(inWords({ path, problem: plain(problem), remedy }));
  return `${name ? `${name} (${path})` : path}: ${words}`;
}

/**
 * What the control of a path is called; "" where there is none.
 *
 * @param {string} path
 * @param {Form} form
 */
function nameOf(path, form) {
  // Of fields of one path the first says most.
  const fields = form.sections.flatMap((section) => section.fields).toReversed();
  const labels = new Map(fields.map((field) => [field.path, field.label]));
  const [entry] = /^(checks|stalemate)\[\d+\]/.exec(path) ?? [];
  if (entry) return capital(withEntriesNamed(entry));
  const [, shape = "", phase = ""] = /^(?:shapes\.([^.]+)|phases\[(\d+)\])/.exec(path) ?? [];
  const word = form.shapes.find(({ value }) => value === shape)?.word ?? "";
  const whose = phase ? t("Phase {number}", { number: Number(phase) + 1 }) : capital(word);
  let near = path
    .replace(/^shapes\.[^.]+/, "shapes.{shape}")
    .replace(/\.reserve\..*/, ".reserve.{owner}")
    .replace(/^phases\[\d+\]/, "phases[{phase}]");
  while (near && !labels.has(near)) near = parentOf(near);
  const isAll = whose && ["shapes", "phases"].includes(near);
  return [whose, isAll ? "" : labels.get(near)].filter(Boolean).join(", ");
}

/**
 * The entries of lists by their numbers, as they stand on the page.
 *
 * @param {string} words
 */
const withEntriesNamed = (words) =>
  words.replace(
    /\b(checks|stalemate)\[(\d+)\]/g,
    (_, /** @type {string} */ list, /** @type {string} */ index) => `${LISTED[list]} ${Number(index) + 1}`,
  );

/**
 * An option is named by its label; German does so itself.
 *
 * @param {string} problem
 */
function plain(problem) {
  const [, what, why] = /^is (.+), which (.+)$/.exec(problem) ?? [];
  return what ? `${capital(what)} ${why}` : problem;
}
