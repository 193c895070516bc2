// What happened last, in words: one move, or all moves of a round.

import { readMove } from "./notation.js";
import { nameOf, tableSeat } from "./seating.js";
import { keyOf, stackOf } from "./spaces.js";
import { article, capital, deedName, listed, moveName, pieceName, placeName, several, uncapital } from "./words.js";

const MOST_NAMED = 3;

/** A sentence for each event that the viewer saw. */
export function eventSentences(match) {
  return (match.view?.last ?? []).map((event) => sentence(match, event));
}

/** The spaces that changed last, by key: whether something stands there now. */
export function changedSpaces(match) {
  return new Map((match.view?.last ?? []).flatMap((event) => (event.changes ?? []).map(({ at, now }) => [keyOf(at), Boolean(now)])));
}

function sentence(match, { seat, move, failed, changes = [] }) {
  const by = capital(nameOf(match, seat));
  if (move === undefined) return changes.length > 0 ? `${by} moved${effects(match, changes)}.` : `${by} made a move that you did not see, or none.`;
  const deed = deedName(move);
  if (deed) return `${by} ${deed}.`;
  const board = match.view.table.board;
  const read = readMove(move, board);
  if (!read.to) return `${by} played ${move}.`;
  if (failed) return `${by} tried ${article(uncapital(moveName(withLooks(match, seat, read, []), board)))}: ${hindrance(changes, board)}, and nothing moved.`;
  const rest = changes.filter(({ at }) => !isPlace(at, read.to, board) && !(read.from && isLeft(at, read.from, board)));
  const played = article(uncapital(moveName(withLooks(match, seat, read, changes), board)));
  return `${by} played ${played}${riders(read, changes, board)}${arrival(read, changes, board)}${effects(match, rest)}.`;
}

/** A move that was read from its text, with what the text does not say: which piece it was. */
function withLooks(match, seat, read, changes) {
  const now = changes.find(({ at, now: looks }) => looks && isPlace(at, read.to, match.view.table.board))?.now;
  const color = read.color ?? now?.color ?? tableSeat(match, seat)?.color;
  return { ...read, color, shape: read.shape ?? (read.promotion ? undefined : now?.shape) };
}

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

/** A piece that did not survive its own move. */
function arrival(read, changes, board) {
  const there = changes.filter(({ at }) => isPlace(at, read.to, board));
  return board.kind !== "stacks" && there.length > 0 && !there[0].now ? ", and it was lost there" : "";
}

/** What else changed. */
function effects(match, changes) {
  const board = match.view.table.board;
  const emptied = changes.filter(({ now }) => !now);
  const changed = changes.filter(({ now }) => now);
  return [places(emptied, board, "emptying"), changed.length > 0 ? becoming(changed, board) : ""].filter(Boolean).map((words) => `; ${words}`).join("");
}

function places(changes, board, verb) {
  if (changes.length === 0) return "";
  if (changes.length > MOST_NAMED) return `${verb} ${several(changes.length, "space")}`;
  return `${verb} ${listed(changes.map(({ at }) => placeName(at, board)))}`;
}

function becoming(changes, board) {
  if (changes.length > MOST_NAMED) return `${several(changes.length, "more space")} changed`;
  return listed(changes.map(({ at, now }) => `${placeName(at, board)} is now ${article(pieceName(now))}`));
}
