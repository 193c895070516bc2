// The phase of a match, its order and what it allows, in a line.

import { isOver } from "../../seating.js";
import { t } from "../../texts.js";
import { capital } from "../../words.js";

/** @import { Scene } from "./view.js" */

const ORDERS = {
  sequential: t("in turn"),
  simultaneous: t("all plan in secret, then move at once"),
  single: t("all plan in secret, then move at once, a single time"),
};

/**
 * "" where a match has one phase of plain turns.
 *
 * @param {Scene} scene
 */
export function phaseText({ match, view }) {
  if (isOver(match)) return "";
  const { phase, phases = 1, order = "sequential", placement_only: placementOnly, may_pass: mayPass } = view;
  if (phases === 1 && order === "sequential" && !placementOnly && !mayPass) return "";
  const parts = [
    ORDERS[order],
    placementOnly ? t("placing only") : "",
    mayPass ? t("passing allowed") : t("no passing"),
  ];
  const text = parts.filter(Boolean).join("; ");
  return capital(phases > 1 ? t("Phase {phase} of {phases}: {text}.", { phase, phases, text }) : `${text}.`);
}
