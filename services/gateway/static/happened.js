// What happened last, in words: one move, or all moves of a round.

import { readMove } from "./notation.js";
import { nameOf, tableSeat } from "./seating.js";
import { choosesColor } from "./seats.js";
import { keyOf, placeOfMark, stackOf } from "./spaces.js";
import { article, capital, deedName, listed, moveName, pieceName, placeName, several, uncapital } from "./words.js";

const MOST_NAMED = 3;

/** A sentence for each event that the viewer saw. */
export function eventSentences(match) {
  const events = match.view?.last ?? [];
  return events.map((event, number) => sentence(match, event, changesOf(events), events.slice(number + 1)));
}

// In a round a space that several moves concern is told with one of them only.
const changesOf = (events) => events.flatMap(({ changes = [] }) => changes);

/** The spaces that changed last, by key: whether something stands there now. */
export function changedSpaces(match) {
  return new Map(changesOf(match.view?.last ?? []).map(({ at, now }) => [keyOf(at), Boolean(now)]));
}

function sentence(match, { seat, move, failed, changes = [] }, all, later) {
  const by = capital(nameOf(match, seat));
  if (move === undefined) return changes.length > 0 ? `${by} moved${effects(match, changes)}.` : `${by} made a move that you did not see, or none.`;
  const deed = deedName(move);
  if (deed) return `${by} ${deed}.`;
  const board = match.view.table.board;
  const read = readMove(move, board);
  if (!read.to) return `${by} played ${move}.`;
  if (failed) return `${by} tried ${article(uncapital(moveName(withLooks(match, seat, read, []), board)))}: ${hindrance(changes, board)}, and nothing moved.`;
  const rest = changes.filter(({ at }) => !isPlace(at, read.to, board) && !(read.from && isLeft(at, read.from, board)));
  const played = article(uncapital(moveName(withLooks(match, seat, read, all), board)));
  return `${by} played ${played}${riders(read, changes, board)}${isLost(match, seat, read, all) && !hasMovedOn(read, later, board) ? ", and it was lost there" : ""}${effects(match, rest)}.`;
}

/** A move that was read from its text, with what the text does not say: which piece it was. */
function withLooks(match, seat, read, changes) {
  const color = read.color ?? tableSeat(match, seat)?.color;
  // What stands there now may be another's, who captured it or landed there too.
  const now = changes.find(({ at, now: looks }) => looks && isPlace(at, read.to, match.view.table.board) && isOwn(match, seat, read, looks))?.now;
  return { ...read, color, shape: read.shape ?? (read.promotion ? undefined : now?.shape) };
}

/** Whether a piece can be the one that a seat played. */
function isOwn(match, seat, read, { color }) {
  if (read.color) return color === read.color;
  if (read.from && (color === "communal" || match.view.table.seats.some(choosesColor))) return true;
  return color === tableSeat(match, seat)?.color;
}

/** Whether a piece is seen not to have survived its own move. */
function isLost(match, seat, read, changes) {
  const { board, pieces, marks } = match.view.table;
  const isThere = ({ at }) => isPlace(at, read.to, board);
  const changed = changes.filter(isThere);
  const survives = (piece) => piece && isOwn(match, seat, read, piece) && (!read.shape || read.shape === piece.shape || !piece.shape);
  const isHazy = (marks.cloaked ?? []).some((one) => isPlace(placeOfMark(one), read.to, board));
  if (board.kind === "stacks") return !read.from && !isHazy && !changed.some(({ now }) => survives(now));
  if (changed.length > 0) return !survives(changed[0].now);
  return !isHazy && !survives(pieces.find(isThere));
}

/** Whether what came there has gone on since. */
const hasMovedOn = ({ to }, later, board) => later.some(({ move }) => {
  const { from } = move && !deedName(move) ? readMove(move, board) : {};
  return from && isPlace(from, to, board);
});

/** Whether a space is the one that is meant; one without height means its whole stack. */
const isPlace = (at, meant, { kind }) => (kind === "stacks" && meant[3] === undefined ? stackOf(keyOf(at)) === stackOf(keyOf(meant)) : keyOf(at) === keyOf(meant));

/** What was in the way of an attempt, which is seen from then on. */
function hindrance(changes, board) {
  const found = changes.filter(({ now }) => now).map(({ at, now }) => `${article(pieceName(now))} stands on ${placeName(at, board)}`);
  return found.length > 0 ? listed(found) : "something that you had not seen was in the way";
}

/** Whether a space is the one that was left, or in the stack that was left. */
const isLeft = (at, from, { kind }) => (kind === "stacks" ? stackOf(keyOf(at)) === stackOf(keyOf(from)) : keyOf(at) === keyOf(from));

/** What came along from a stack. */
function riders({ from }, changes, board) {
  const left = from && board.kind === "stacks" ? changes.filter(({ at, now }) => !now && isLeft(at, from, board) && at[3] > from[3]).length : 0;
  return left > 0 ? `, with ${several(left, "piece")} above it` : "";
}

/** What else changed. */
function effects(match, changes) {
  const board = match.view.table.board;
  const emptied = changes.filter(({ now }) => !now);
  const changed = changes.filter(({ now }) => now);
  return `${emptied.length > 0 ? `, emptying ${places(emptied, board)}` : ""}${changed.length > 0 ? `; ${becoming(changed, board)}` : ""}`;
}

function places(changes, board) {
  if (changes.length > MOST_NAMED) return several(changes.length, "space");
  return listed(changes.map(({ at }) => placeName(at, board)));
}

function becoming(changes, board) {
  if (changes.length > MOST_NAMED) return `${several(changes.length, "more space")} changed`;
  return listed(changes.map(({ at, now }) => `${placeName(at, board)} is now ${article(pieceName(now))}`));
}
