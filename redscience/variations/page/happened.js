// What happened last, in words: one move, or all moves of a round.

import { countName, several } from "../../numbers.js";
import { isPlayer, subject } from "../../seating.js";
import { t, tn } from "../../texts.js";
import { listed } from "../../words.js";
import { article, deedName, wayName } from "./move_names.js";
import { colorName, pieceName, placeName, shapeName } from "./names.js";
import { isIn, keyOf, stackOf } from "./view.js";

/** @import { At, BoardRules, Change, Happening, Key, Looks, Scene, Table, View } from "./view.js" */

const MOST_NAMED = 3;

/**
 * A sentence for each event that the viewer saw.
 *
 * @param {Scene} scene
 */
export function eventSentences({ match, view }) {
  const deed = (/** @type {Happening} */ event) =>
    event.kind === "leave" && match.reason === "time" ? t("ran out of time") : did(event, view.table, isPlayer(match));
  const told = view.last.map((event) => ({ who: subject(match, event.seat), deed: deed(event) }));
  for (const [index, held] of shared(view)) {
    told[index].deed = t("{deed}; {held}", { deed: told[index].deed, held });
  }
  for (const [index, { compared = [] }] of view.last.entries()) {
    for (const { hands } of compared) {
      told[index].deed = t("{deed} ({hands})", { deed: told[index].deed, hands: handsInWords(hands) });
    }
  }
  const sentences = told.map(({ who, deed: done }) => t("{who} {deed}.", { who, deed: done }));
  const idle = view.passed_over ?? [];
  return idle.length > 0 ? [...sentences, t("{who} had no move.", { who: subject(match, ...idle) })] : sentences;
}

/** Of a hand of pieces that are alike, how many are; of a straight, how long it is. @type {Record<string, number[]>} */
const ALIKE = {
  single: [1],
  pair: [2],
  two_pairs: [2, 2],
  three_alike: [3],
  full_house: [3, 2],
  four_alike: [4],
  five_alike: [5],
};
/** @type {Record<string, number>} */
const STRAIGHT = { two_straight: 2, three_straight: 3, four_straight: 4, five_straight: 5 };

/**
 * The hands that met: "black: two crosses; white: a straight of three up to square".
 *
 * @param {Record<string, { hand: string, shapes: string[] }>} hands by colour
 */
function handsInWords(hands) {
  return Object.entries(hands)
    .map(([color, { hand, shapes }]) => {
      const alike = (ALIKE[hand] ?? []).map((count, index) => {
        const name = shapeName(shapes[index], count);
        return count > 1 ? several(count, name, name) : name;
      });
      const straight = { number: countName(STRAIGHT[hand]), shape: shapeName(shapes[0]) };
      const held = hand in STRAIGHT ? t("a straight of {number} up to {shape}", straight) : listed(alike);
      return t("{color}: {hand}", { color: colorName(color), hand: held });
    })
    .join("; ");
}

/**
 * Who has how much of a stack on which pieces changed hands that lay there before, in words, by the event that was the
 * last to come there. What came there in one round is judged together.
 *
 * @param {View} view
 * @returns {Map<number, string>}
 */
function shared({ last, table: { board, pieces } }) {
  const said = new Map();
  if (board.kind !== "stacks") return said;
  const stacks = new Set(last.flatMap(({ to }) => (to ? [keyOf(stackOf(to))] : [])));
  for (const stack of stacks) {
    const coming = last.filter(({ to, failed }) => to && !failed && keyOf(stackOf(to)) === stack);
    const came = coming.flatMap(({ from, changes }) => (from ? changes.filter((one) => isRider(one, from)) : [null]));
    const changed = coming.flatMap(({ to = [], changes }) => changes.filter(({ at, now }) => now && isIn(at, to)));
    if (changed.length <= came.length) continue;
    const here = pieces.filter(({ at, color }) => keyOf(stackOf(at)) === stack && color !== "communal");
    const colors = [...new Set(here.map(({ color }) => color))];
    const counts = colors.map((color) => {
      const count = here.filter((one) => one.color === color).length;
      const values = { number: countName(count), color: colorName(color ?? "") };
      return tn(["{number} {color} piece", "{number} {color} pieces"], count, values);
    });
    const values = { place: placeName(stack.split(",").map(Number), board), pieces: listed(counts) };
    said.set(last.lastIndexOf(coming[coming.length - 1]), t("{place} now holds {pieces}", values));
  }
  return said;
}

/**
 * Whether a change is that a piece left a stack: the one that moved, or one that lay on it.
 *
 * @param {Change} change
 * @param {At} from
 */
const isRider = ({ at, now }, from) => !now && isIn(at, stackOf(from)) && at[3] >= from[3];

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
 * @param {Table} table
 * @param {boolean} isTold whether it is told to the one who saw it, as "you"
 */
function did(event, { board, pieces }, isTold) {
  const { kind, from, to, failed, lost, converted, captured = [], changes } = event;
  if (kind === undefined) return unnamed(changes, captured, board, isTold);
  if (!to) return deedName(kind) ?? t("played {move}", { move: kind });
  const move = article(wayName({ ...event, kind }, to, board));
  if (failed) {
    // Where all is shown, what was in the way has been there to see.
    const there = kind === "place" ? pieces.filter(({ at }) => keyOf(at) === keyOf(to)) : [];
    const found = changes.length > 0 ? changes : there.map(({ at, ...now }) => ({ at, now }));
    return t("tried {move}: {hindrance}, and nothing moved", { move, hindrance: hindrance(found, board) });
  }
  const elsewhere = changes.filter(({ at }) => !isIn(at, to) && !(from && isLeft(at, from, board)));
  let deed = withCaptives(withRiders(t("played {move}", { move }), from, changes, board), captured);
  if (lost) deed = t("{deed}, and it was lost there", { deed });
  else if (event.converted_by) {
    deed = t("{deed}, which was converted there by {piece}", { deed, piece: article(pieceName(event.converted_by)) });
  } else if (converted) deed = t("{deed}, and it was converted there", { deed });
  if (event.turned) return t("{deed}, turning {places}", { deed, places: places(elsewhere, board) });
  // What was captured is named; the spaces where it stood need not be.
  const rest = captured.length > 0 ? elsewhere.filter(({ now }) => now) : elsewhere;
  return withEffects(deed, rest, board);
}

/**
 * What is told of something that was done and not seen.
 *
 * @param {Change[]} changes
 * @param {Looks[]} captured
 * @param {BoardRules} board
 * @param {boolean} isTold whether it is told to the one who saw it, as "you"
 */
function unnamed(changes, captured, board, isTold) {
  if (changes.length === 0) {
    return isTold ? t("made a move that you did not see, or none") : t("made a move that was not seen, or none");
  }
  const isGone = captured.length > 0 || changes.some(({ now }) => !now);
  if (isGone) return withEffects(withCaptives(t("moved"), captured), changes, board);
  // It may have been a pass, and what is shown since the phase that it ended.
  return t("{deed}; {changes}", { deed: t("took a turn"), changes: becoming(changes, board) });
}

/**
 * A deed with what was seen to be captured.
 *
 * @param {string} deed
 * @param {Looks[]} captured
 */
const withCaptives = (deed, captured) =>
  captured.length > 0 ? t("{deed}, capturing {pieces}", { deed, pieces: countedPieces(captured) }) : deed;

/**
 * What was captured: "a white circle", "two white circles and a white star".
 *
 * @param {Looks[]} captured
 */
function countedPieces(captured) {
  const kinds = new Map(captured.map((looks) => [pieceName(looks), looks]));
  const words = [...kinds].map(([name, looks]) => {
    const count = captured.filter((one) => pieceName(one) === name).length;
    return count === 1 ? article(name) : several(count, name, pieceName(looks, count));
  });
  return listed(words);
}

/**
 * What was in the way of an attempt.
 *
 * @param {Change[]} there what is seen of it
 * @param {BoardRules} board
 */
function hindrance(there, board) {
  const found = there.flatMap(({ at, now }) =>
    now ? [t("{piece} stands on {place}", { piece: article(pieceName(now)), place: placeName(at, board) })] : [],
  );
  return found.length > 0 ? listed(found) : t("something unseen was in the way");
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
 * A deed with what came along from a stack.
 *
 * @param {string} deed
 * @param {At | undefined} from
 * @param {Change[]} changes
 * @param {BoardRules} board
 */
function withRiders(deed, from, changes, board) {
  if (!from || board.kind !== "stacks") return deed;
  const left = changes.filter(({ at, now }) => !now && isLeft(at, from, board) && at[3] > from[3]).length;
  if (left === 0) return deed;
  const values = { deed, number: countName(left) };
  return tn(["{deed}, with one piece above it", "{deed}, with {number} pieces above it"], left, values);
}

/**
 * A deed with what else changed.
 *
 * @param {string} deed
 * @param {Change[]} changes
 * @param {BoardRules} board
 */
function withEffects(deed, changes, board) {
  const emptied = changes.filter(({ now }) => !now);
  const changed = changes.filter(({ now }) => now);
  const all = emptied.length > 0 ? t("{deed}, emptying {places}", { deed, places: places(emptied, board) }) : deed;
  if (changed.length === 0) return all;
  const more = tn(["one more space changed", "{number} more spaces changed"], changed.length, {
    number: countName(changed.length),
  });
  return t("{deed}; {changes}", { deed: all, changes: changed.length > MOST_NAMED ? more : becoming(changed, board) });
}

/**
 * @param {Change[]} changes
 * @param {BoardRules} board
 */
function places(changes, board) {
  const { length } = changes;
  if (length > MOST_NAMED) return tn(["one space", "{number} spaces"], length, { number: countName(length) });
  return listed(changes.map(({ at }) => placeName(at, board)));
}

/**
 * @param {Change[]} changes
 * @param {BoardRules} board
 */
function becoming(changes, board) {
  const { length } = changes;
  if (length > MOST_NAMED) {
    return tn(["one space changed", "{number} spaces changed"], length, { number: countName(length) });
  }
  return listed(
    changes.map(({ at, now }) =>
      t("{place} is now {piece}", { place: placeName(at, board), piece: article(pieceName(now ?? {})) }),
    ),
  );
}
