// Taking back one's last move: asked for beside the move, and answered there by the others.

import { standing } from "./agreement.js";
import { subject } from "./seating.js";
import { t } from "./texts.js";

/** @import { Terms } from "./agreement.js" */
/** @import { Match } from "./family.js" */

/** @param {Match} match */
const of = (match) => standing(match, match.take_back_asked_by, match.take_back_agreed);

/** @type {Terms} */
export const TAKE_BACK = {
  id: "take-back",
  deeds: {
    "take-back-ask": { path: "take-back", offered: (match) => match.can_take_back },
    "take-back-agree": { path: "take-back", offered: (match) => of(match).isOthers && !of(match).hasAgreed },
    "take-back-refuse": { path: "take-back/refuse", offered: (match) => of(match).isOthers },
    "take-back-withdraw": { path: "take-back/refuse", offered: (match) => of(match).isOwn },
  },
  asked: (match) => match.take_back_asked_by,
  text(match) {
    const { isOwn, isOthers, hasAgreed } = of(match);
    if (isOwn) return t("You asked to take back your last move.");
    if (!isOthers) return "";
    const asked = t("{who} asks to take back a move.", { who: subject(match, match.take_back_asked_by) });
    return hasAgreed ? t("{asked} You agreed.", { asked }) : asked;
  },
  note(match, before, sending) {
    const isDropped = match.take_back_asked_by === "" && match.view_version === before.view_version;
    const isRefused = of(before).isOwn && isDropped && sending !== "take-back-withdraw";
    return isRefused ? t("This was refused. After the next turn you may ask again.") : "";
  },
};
