// The phase of a match, its order and what it allows, in a line.

import { isOver } from "../../seating.js";
import { capital } from "../../words.js";

/** @import { Scene } from "./view.js" */

const ORDERS = {
  sequential: "in turn",
  simultaneous: "all plan in secret, then move at once",
  single: "all plan in secret, then move at once, a single time",
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
  const parts = [ORDERS[order], placementOnly ? "placing only" : "", mayPass ? "passing allowed" : "no passing"];
  const number = phases > 1 ? `Phase ${phase} of ${phases}: ` : "";
  return capital(`${number}${parts.filter(Boolean).join("; ")}.`);
}
