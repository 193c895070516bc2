// The controls in their groups: what few games need is folded away.

import { el, icon } from "../../dom.js";
import { t } from "../../texts.js";
import { withinSentence } from "../../words.js";
import { isPhaseLikeBefore, isShapeLike, likenPhase, likenShape, shapeAbove } from "./copies.js";
import { control, sectionsOf } from "./fields.js";
import { shapeName } from "./names.js";

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
  const fault = el("p", { class: "fault", id: "at-board-size-fault" });
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
    section.each === "phase" ? phaseHead(draft, phase, change) : null,
    fields.length > 0 ? el("div", { class: "controls-fields" }, fields) : null,
    fold(section, drawn),
  ];
  if (!section.each) return content;
  const title = section.shape ? shapeHead(section, draft, change) : null;
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
 * The name of a shape, and how it becomes like the one above it.
 *
 * @param {Section} section
 * @param {Draft} draft
 * @param {ChangeDraft} change
 */
function shapeHead({ label, shape = "" }, draft, change) {
  const above = shapeAbove(draft, shape);
  const like = above && {
    id: `like-above-${shape}`.replace("+", "plus"),
    label: t("Same as {shape}", { shape: shapeName(above) }),
    title: t("Power, move and numbers in reserve"),
    disabled: isShapeLike(draft, shape, above),
    liken: () => change((one) => likenShape(one, shape, above)),
  };
  return el(
    "div",
    { class: "controls-head" },
    el("h3", { class: "controls-subtitle" }, label),
    like ? likeButton(like) : null,
  );
}

/** @param {{ id: string, label: string, title: string, disabled: boolean, liken: () => void }} like */
const likeButton = ({ id, label, title, disabled, liken }) =>
  el("button", { type: "button", class: "tool", id, title, disabled, onclick: liken }, icon("fa-copy"), label);

/**
 * Which phase the controls speak of, and what is wrong in the others.
 *
 * @param {Draft} draft
 * @param {PhaseShown} phase
 * @param {ChangeDraft} change
 */
function phaseHead(draft, { shown, id, segments }, change) {
  if (draft.rules.phases.length === 1) return null;
  const like = shown > 0 && {
    id: "phase-like-before",
    label: t("Same as phase {number}", { number: shown }),
    title: t("Order, movement, passing, and who and what is locked and cloaked"),
    disabled: isPhaseLikeBefore(draft, shown),
    liken: () => change((one) => likenPhase(one, shown)),
  };
  return el(
    "div",
    { class: "phase-head" },
    el("h3", { class: "visually-hidden" }, t("Phase {number}", { number: shown + 1 })),
    segments,
    like ? likeButton(like) : null,
    el("p", { class: "fault", id: `${id}-fault` }),
  );
}
