// What happens in Stratego, in words.

import { subject } from "../../seating.js";
import { t } from "../../texts.js";
import { capital } from "../../words.js";
import { kindName } from "./names.js";
import { isWord, way } from "./view.js";

/** @import { LegalMove } from "../../family.js" */
/** @import { Attack, Entry, Happening, Scene, Square, View } from "./view.js" */

/** @type {Record<string, string>} */
const WORDS = { draw: t("Offer a draw"), agree: t("Agree"), refuse: t("Refuse") };
/**
 * What is done without a piece, in a sentence.
 *
 * @type {Record<string, (who: string) => string>}
 */
const DEEDS = {
  draw: (who) => t("{who} offered a draw.", { who }),
  agree: (who) => t("{who} agreed to a draw.", { who }),
  refuse: (who) => t("{who} refused a draw.", { who }),
  leave: (who) => t("{who} left the match.", { who }),
};

/** The same in a list that says whose it is. @type {Record<string, string>} */
const BRIEFLY = {
  draw: t("offered a draw"),
  agree: t("agreed"),
  refuse: t("refused"),
  leave: t("left"),
};

/**
 * What was done without a piece; "" for a move on the board.
 *
 * @param {string} [move] absent for a set-up, which nobody is told before the end
 */
export const briefly = (move) => (move === undefined ? t("set up") : (BRIEFLY[move] ?? ""));

/** @param {Attack} attack */
export function attackWords({ attacker, defender, came }) {
  const both = { attacker: kindName(attacker), defender: kindName(defender) };
  if (came === "tied") return t("both {attacker}s were captured", both);
  if (came === "lost") return t("the {attacker} was captured by the {defender}", both);
  return t("the {attacker} captured the {defender}", both);
}

/**
 * A sentence for each event that the viewer saw.
 *
 * @param {Scene} scene
 */
export function eventSentences({ match, view }) {
  if (view.last.some(({ move }) => move === undefined)) return [t("Both armies are set up.")];
  return view.last.map((event) => {
    const who = subject(match, event.seat);
    return event.move === "leave" && match.reason === "time"
      ? t("{who} ran out of time.", { who })
      : did(who, event, view);
  });
}

/**
 * @param {string} who
 * @param {Happening | Entry} event
 * @param {View} view
 */
function did(who, { move = "", attack }, view) {
  const went = way(move);
  if (!went) return DEEDS[move]?.(who) ?? t("{who} played {move}.", { who, move });
  if (attack) return t("{who} attacked {to} from {from}: {outcome}.", { who, ...went, outcome: attackWords(attack) });
  const kind = kindAt(went.to, view);
  return kind
    ? t("{who} moved the {piece} from {from} to {to}.", { who, ...went, piece: kindName(kind) })
    : t("{who} moved a piece from {from} to {to}.", { who, ...went });
}

/**
 * @param {Square} square
 * @param {View} view
 */
const kindAt = (square, { table }) => table.pieces.find(({ at }) => at === square)?.kind;

/**
 * A move that may be made, or a whole set-up.
 *
 * @param {LegalMove} move
 * @param {View} view
 */
export function moveWords({ move, moves }, view) {
  if (moves) return t("Your army is complete.");
  if (isWord(move)) return WORDS[move];
  const went = way(move);
  if (!went) return move;
  const { pieces } = view.table;
  const [piece, other] = [went.from, went.to].map((square) => pieces.find(({ at }) => at === square));
  const said = { ...went, piece: capital(piece?.kind ? kindName(piece.kind) : t("piece")) };
  if (!other) return t("{piece} from {from} to {to}", said);
  return other.kind
    ? t("{piece} from {from} attacks the {other} on {to}", { ...said, other: kindName(other.kind) })
    : t("{piece} from {from} attacks what stands on {to}", said);
}
