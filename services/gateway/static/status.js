// Whose turn it is and what is owed, in a sentence; and what becomes of the turn when time runs out.

import { Refused } from "./request.js";
import { hasLeft, isActing, isDrawAsked, isOver, isPlanning, isPlayer, planned, waitingFor } from "./seating.js";
import { t } from "./texts.js";

/** @import { Match } from "./family.js" */

/** @param {Match} match */
export function statusText(match) {
  if (isOver(match)) return "";
  if (!match.view) return t("Waiting for the others to accept.");
  if (isActing(match)) return ownTurn(match);
  const waiting = `${waitingFor(match)}.`;
  if (!isPlayer(match)) return t("You are watching. {waiting}", { waiting });
  if (hasLeft(match)) return t("You left the match. {waiting}", { waiting });
  return planned(match) > 0 ? t("Your plan is made. {waiting}", { waiting }) : waiting;
}

/** @param {Match} match */
function ownTurn(match) {
  if (isDrawAsked(match)) return t("A draw is offered.");
  if (!isPlanning(match)) return t("Your turn.");
  return planned(match) > 0 ? t("Plan your next move.") : t("Make your plan.");
}

/**
 * What becomes of the viewer's own turn when time runs out; "" where it is not theirs.
 *
 * @param {Match} match
 * @param {boolean} isKept whether a move is kept, to be made then
 * @param {string} [otherwise] what happens to whoever has made none, as a sentence
 */
export function timeOutText(match, isKept, otherwise = t("When time runs out, you lose.")) {
  if (!isActing(match)) return "";
  if (isDrawAsked(match)) return t("When time runs out, the draw is refused.");
  return isKept ? t("When time runs out, your move is made.") : otherwise;
}

/**
 * What happened last, with that the viewer's last move was made by itself, if it was. That stands where it belongs: it
 * may have been answered by now.
 *
 * @param {Match} match
 * @param {string[]} told a sentence for each event, or one for all
 */
export function withForced(match, told) {
  if (!match.was_forced) return told;
  const next = (match.view?.last ?? []).findLastIndex(({ seat }) => seat === match.viewer) + 1;
  const text = t("Your last move was made for you: you had no choice.");
  return [...told.slice(0, next), text, ...told.slice(next)];
}

/** @type {Record<string, string>} */
const REFUSED = {
  "match/stale_view": t("The position changed before your move arrived. Look again, then choose."),
  "match/over": "",
};

/**
 * Why a move was not made, in words.
 *
 * @param {unknown} error
 */
export function whyRefused(error) {
  if (!(error instanceof Error)) throw error;
  return (error instanceof Refused ? REFUSED[error.code] : undefined) ?? error.message;
}

/** @type {Record<string, string>} */
const IMPULSES = { subtle: t("subtle"), basic: t("basic"), rare: t("rare"), common: t("common") };

/** @param {string[]} impulses that the viewer has */
export const impulsesText = (impulses) =>
  t("Impulses: {list}", { list: impulses.map((impulse) => IMPULSES[impulse] ?? impulse).join(", ") });
