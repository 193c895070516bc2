// The controls in their groups: what few games need is folded away.

import { el } from "../../dom.js";
import { language, t } from "../../texts.js";
import { control, sectionsOf } from "./fields.js";

/** @import { Draft } from "./draft.js" */
/** @import { ChangeDraft } from "./fields.js" */
/** @import { Field, Section } from "./form.js" */

/** @typedef {{ shown: number, id: string, segments: HTMLElement }} PhaseShown from 0; how another is chosen */

/** The group that stands above the board. */
const BAR = "board";

/**
 * The controls of the board itself.
 *
 * @param {Draft} draft
 * @param {ChangeDraft} change
 */
export function barOf(draft, change) {
  const fields = sectionsOf(draft, 0).find(({ id }) => id === BAR)?.fields ?? [];
  const fault = el("p", { class: "fault", id: "at-board-size-fault", role: "alert" });
  return [...fields.map((field) => control(field, draft, change)), fault];
}

/**
 * All other controls.
 *
 * @param {Draft} draft
 * @param {PhaseShown} phase
 * @param {Set<string>} unfolded the groups of which the rare controls are shown; kept up to date
 * @param {ChangeDraft} change
 */
export function controlGroups(draft, phase, unfolded, change) {
  const sections = sectionsOf(draft, phase.shown).filter(({ group }) => group !== BAR);
  const groups = [...new Set(sections.map(({ group }) => group))];
  const drawn = { draft, phase, unfolded, change };
  return groups.map((id) => {
    const own = sections.filter(({ group }) => group === id);
    const title = draft.form.sections.find((section) => section.id === id)?.label ?? "";
    return el(
      "section",
      { class: "controls-group", "aria-label": title },
      el("h2", { class: "controls-title" }, title),
      own.flatMap((section) => sectionOf(section, drawn)),
    );
  });
}

/**
 * @typedef {object} Drawn
 * @property {Draft} draft
 * @property {PhaseShown} phase
 * @property {Set<string>} unfolded
 * @property {ChangeDraft} change
 */

/**
 * @param {Section} section
 * @param {Drawn} drawn
 */
function sectionOf(section, drawn) {
  const { draft, change, phase } = drawn;
  const fields = section.fields.filter((field) => !field.rare).map((field) => control(field, draft, change));
  const content = [
    section.each === "phase" ? phaseHead(draft, phase) : null,
    fields.length > 0 ? el("div", { class: "controls-fields" }, fields) : null,
    fold(section, drawn),
  ];
  if (!section.each) return content;
  const title = section.shape ? el("h3", { class: "controls-subtitle" }, section.label) : null;
  return [el("section", { class: "controls-section", "aria-label": section.label }, title, content)];
}

/**
 * What few games need of a section; open where the draft says something there.
 *
 * @param {Section} section
 * @param {Drawn} drawn
 */
function fold({ id, fields }, { draft, unfolded, change }) {
  const rare = fields.filter((field) => field.rare);
  if (rare.length === 0) return null;
  const isOpen = unfolded.has(id) || rare.some((field) => draft.says(field));
  const details = el(
    "details",
    { class: "rare", id: `rare-${id}`, open: isOpen, ontoggle: () => unfolded[details.open ? "add" : "delete"](id) },
    el("summary", { class: "rare-title" }, t("More: {names}", { names: namesOf(rare) })),
    el(
      "div",
      { class: "controls-fields" },
      rare.map((field) => control(field, draft, change)),
    ),
  );
  return details;
}

/** @param {Field[]} fields */
const namesOf = (fields) => fields.map(({ label }, index) => (index > 0 ? withinSentence(label) : label)).join(", ");

/**
 * English writes labels small within a sentence; other languages have them as they stand there.
 *
 * @param {string} label
 */
const withinSentence = (label) => (language === "en" ? label.charAt(0).toLowerCase() + label.slice(1) : label);

/**
 * Which phase the controls speak of, and what is wrong in the others.
 *
 * @param {Draft} draft
 * @param {PhaseShown} phase
 */
function phaseHead({ rules }, { shown, id, segments }) {
  if (rules.phases.length === 1) return null;
  return el(
    "div",
    { class: "phase-head" },
    el("h3", { class: "visually-hidden" }, t("Phase {number}", { number: shown + 1 })),
    segments,
    el("p", { class: "fault", id: `${id}-fault`, role: "alert" }),
  );
}
