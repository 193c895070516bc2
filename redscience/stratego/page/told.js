// What happens in Stratego, in words.

import { nameOf } from "../../seating.js";
import { capital } from "../../words.js";
import { isWord, way } from "./view.js";

/** @import { LegalMove } from "../../family.js" */
/** @import { Attack, Entry, Happening, Scene, Square, View } from "./view.js" */

/** @type {Record<string, string>} */
const WORDS = { draw: "Offer a draw", agree: "Agree", refuse: "Refuse" };
/** @type {Record<string, string>} */
const DEEDS = { draw: "offered a draw", agree: "agreed to a draw", refuse: "refused a draw", leave: "left the match" };

/** @param {Attack} attack */
export function attackWords({ attacker, defender, came }) {
  if (came === "tied") return `both ${attacker}s were captured`;
  if (came === "lost") return `the ${attacker} was captured by the ${defender}`;
  return `the ${attacker} captured the ${defender}`;
}

/**
 * A sentence for each event that the viewer saw.
 *
 * @param {Scene} scene
 */
export function eventSentences({ match, view }) {
  if (view.last.some(({ move }) => move === undefined)) return ["Both armies are set up."];
  return view.last.map((event) => {
    const deed = event.move === "leave" && match.reason === "time" ? "ran out of time" : did(event, view);
    return `${capital(nameOf(match, event.seat))} ${deed}.`;
  });
}

/**
 * @param {Happening | Entry} event
 * @param {View} view
 */
function did({ move = "", attack }, view) {
  const went = way(move);
  if (!went) return DEEDS[move] ?? `played ${move}`;
  if (attack) return `attacked ${went.to} from ${went.from}: ${attackWords(attack)}`;
  return `moved ${named(went.to, view)} from ${went.from} to ${went.to}`;
}

/**
 * @param {Square} square
 * @param {View} view
 */
function named(square, { table }) {
  const kind = table.pieces.find(({ at }) => at === square)?.kind;
  return kind ? `the ${kind}` : "a piece";
}

/**
 * A move that may be made, or a whole set-up.
 *
 * @param {LegalMove} move
 * @param {View} view
 */
export function moveWords({ move, moves }, view) {
  if (moves) return "Your army is complete.";
  if (isWord(move)) return WORDS[move];
  const went = way(move);
  if (!went) return move;
  const { pieces } = view.table;
  const [piece, other] = [went.from, went.to].map((square) => pieces.find(({ at }) => at === square));
  const name = capital(piece?.kind ?? "piece");
  if (!other) return `${name} from ${went.from} to ${went.to}`;
  return `${name} from ${went.from} attacks ${other.kind ? `the ${other.kind}` : "what stands"} on ${went.to}`;
}
