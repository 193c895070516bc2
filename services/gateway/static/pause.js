// Pausing a match: asked for beside the ways out of it, answered beside the move, and ended there.

import { standing } from "./agreement.js";
import { subject } from "./seating.js";
import { language, t } from "./texts.js";

/** @import { Terms } from "./agreement.js" */
/** @import { Match } from "./family.js" */

/** @param {Match} match */
const of = (match) => standing(match, match.pause_asked_by, match.pause_agreed);

/** @type {Terms} */
export const PAUSE = {
  id: "pause",
  deeds: {
    "pause-ask": { path: "pause", offered: (match) => match.can_pause },
    "pause-agree": { path: "pause", offered: (match) => of(match).isOthers && !of(match).hasAgreed },
    "pause-refuse": { path: "pause/refuse", offered: (match) => of(match).isOthers },
    "pause-withdraw": { path: "pause/refuse", offered: (match) => of(match).isOwn },
    "pause-resume": { path: "pause/resume", offered: (match) => match.is_paused },
  },
  asked: (match) => `${match.is_paused} ${match.pause_asked_by}`,
  text(match) {
    const { isOwn, isOthers, hasAgreed } = of(match);
    if (match.is_paused) return pausedText(match);
    if (isOwn) return t("You asked for a pause. It lapses if it is not agreed to within half a minute.");
    if (!isOthers) return "";
    const asked = t("{who} asks for a pause.", { who: subject(match, match.pause_asked_by) });
    return hasAgreed ? t("{asked} You agreed.", { asked }) : asked;
  },
  note(match, before, sending) {
    if (before.is_paused) return resumedText(match);
    const isDropped = match.pause_asked_by === "" && match.view_version === before.view_version;
    const isRefused = of(before).isOwn && isDropped && sending !== "pause-withdraw";
    return isRefused ? t("No pause was agreed on. After the next turn you may ask again.") : "";
  },
};

/** @param {Match} match */
function pausedText({ paused_until_ms: untilMs }) {
  const until = new Date(untilMs).toLocaleTimeString(language, { hour: "numeric", minute: "2-digit" });
  return t("Any player may resume. A pause lasts an hour at most: this one until {until}.", { until });
}

/** @param {Match} match */
const resumedText = (match) =>
  match.resumed_by
    ? t("{who} resumed the match.", { who: subject(match, match.resumed_by) })
    : t("The pause is over, and the match goes on.");
