// What happened last, in words: one move, or all moves of a round.

import { nameOf } from "../../seating.js";
import { capital, listed, several } from "../../words.js";
import { article, deedName, moveName, pieceName, placeName, uncapital } from "./names.js";
import { isIn, keyOf, stackOf } from "./view.js";

/** @import { At, BoardRules, Change, Happening, Key, Looks, Scene, View } from "./view.js" */

const MOST_NAMED = 3;

/**
 * A sentence for each event that the viewer saw.
 *
 * @param {Scene} scene
 */
export function eventSentences({ match, view }) {
  const { board } = view.table;
  const deed = (/** @type {Happening} */ event) =>
    event.kind === "leave" && match.reason === "time" ? "ran out of time" : did(event, board);
  return view.last.map((event) => `${capital(nameOf(match, event.seat))} ${deed(event)}.`);
}

/**
 * The spaces that changed last, by key: whether something stands there now.
 *
 * @param {View} view
 */
export function changedSpaces({ last }) {
  return new Map(last.flatMap(({ changes }) => changes).map(({ at, now }) => [keyOf(at), Boolean(now)]));
}

/**
 * Where pieces that came last have come from, by where they are now; "" for those that fell on a stack.
 *
 * @param {View} view
 * @returns {Map<Key, Key>}
 */
export function arrivals({ last, table: { board } }) {
  const isStacked = board.kind === "stacks";
  return new Map(last.flatMap(({ from, to, changes }) => (to ? arrivalsAt(to, from, changes, isStacked) : [])));
}

/**
 * Those of one move: on stacks what lay above comes along.
 *
 * @param {At} to
 * @param {At | undefined} from
 * @param {Change[]} changes
 * @param {boolean} isStacked
 * @returns {[Key, Key][]}
 */
function arrivalsAt(to, from, changes, isStacked) {
  if (!from && !isStacked) return [];
  const here = changes.filter(({ at, now }) => now && isIn(at, to)).map(({ at }) => at);
  here.sort((one, other) => one[3] - other[3]);
  return here.map((at, index) => [keyOf(at), from ? keyOf([...stackOf(from), from[3] + index]) : ""]);
}

/**
 * @param {Happening} event
 * @param {BoardRules} board
 */
function did(event, board) {
  const { kind, from, to, failed, lost, converted, captured = [], changes } = event;
  if (kind === undefined) {
    return changes.length > 0 ? `moved${effects(changes, board)}` : "made a move that you did not see, or none";
  }
  if (!to) return deedName(kind) ?? `played ${kind}`;
  const name = article(uncapital(moveName({ ...event, kind }, board)));
  if (failed) return `tried ${name}: ${hindrance(changes, board)}, and nothing moved`;
  const elsewhere = changes.filter(({ at }) => !isIn(at, to) && !(from && isLeft(at, from, board)));
  const riding = from ? riders(from, changes, board) : "";
  const fate = lost ? ", and it was lost there" : converted ? ", and it was converted there" : "";
  // What was captured is named; the spaces where it stood need not be.
  const rest = captured.length > 0 ? elsewhere.filter(({ now }) => now) : elsewhere;
  return `played ${name}${riding}${capturing(captured)}${fate}${effects(rest, board)}`;
}

/**
 * What was captured: "capturing a white circle", "capturing two white circles and a white star".
 *
 * @param {Looks[]} captured
 */
function capturing(captured) {
  if (captured.length === 0) return "";
  const kinds = new Map(captured.map((looks) => [pieceName(looks), looks]));
  const words = [...kinds].map(([name, looks]) => {
    const count = captured.filter((one) => pieceName(one) === name).length;
    return count === 1 ? article(name) : several(count, name, pieceName(looks, count));
  });
  return `, capturing ${listed(words)}`;
}

/**
 * What was in the way of an attempt, which is seen from then on.
 *
 * @param {Change[]} changes
 * @param {BoardRules} board
 */
function hindrance(changes, board) {
  const found = changes.flatMap(({ at, now }) =>
    now ? [`${article(pieceName(now))} stands on ${placeName(at, board)}`] : [],
  );
  return found.length > 0 ? listed(found) : "something that you had not seen was in the way";
}

/**
 * Whether a space is the one that was left, or in the stack that was left.
 *
 * @param {At} at
 * @param {At} from
 * @param {BoardRules} board
 */
const isLeft = (at, from, { kind }) => isIn(at, kind === "stacks" ? stackOf(from) : from);

/**
 * What came along from a stack.
 *
 * @param {At} from
 * @param {Change[]} changes
 * @param {BoardRules} board
 */
function riders(from, changes, board) {
  if (board.kind !== "stacks") return "";
  const left = changes.filter(({ at, now }) => !now && isLeft(at, from, board) && at[3] > from[3]).length;
  return left > 0 ? `, with ${several(left, "piece")} above it` : "";
}

/**
 * What else changed.
 *
 * @param {Change[]} changes
 * @param {BoardRules} board
 */
function effects(changes, board) {
  const emptied = changes.filter(({ now }) => !now);
  const changed = changes.filter(({ now }) => now);
  const emptying = emptied.length > 0 ? `, emptying ${places(emptied, board)}` : "";
  return `${emptying}${changed.length > 0 ? `; ${becoming(changed, board)}` : ""}`;
}

/**
 * @param {Change[]} changes
 * @param {BoardRules} board
 */
function places(changes, board) {
  if (changes.length > MOST_NAMED) return several(changes.length, "space");
  return listed(changes.map(({ at }) => placeName(at, board)));
}

/**
 * @param {Change[]} changes
 * @param {BoardRules} board
 */
function becoming(changes, board) {
  if (changes.length > MOST_NAMED) return `${several(changes.length, "more space")} changed`;
  return listed(changes.map(({ at, now }) => `${placeName(at, board)} is now ${article(pieceName(now ?? {}))}`));
}
