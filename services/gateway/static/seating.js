// Who sits where in a match, what they owe, and what they are called.

import { capital, listed, seatName } from "./words.js";

export const isOver = (match) => match.status === "ended" || match.status === "aborted";
export const isPlayer = (match) => match.viewer !== "spectator" && match.viewer !== "";
export const actingIn = (match) => (isOver(match) ? [] : (match.view?.acting ?? []));
export const isActing = (match) => isPlayer(match) && actingIn(match).includes(match.viewer);

/** Whether the viewer played, and has left while the others go on. */
export const hasLeft = (match) => tableSeat(match, match.viewer)?.status === "left";

/** What the viewer may do now. */
export const legalMoves = (match) => (isActing(match) ? match.view.legal : []);

/** Whether all plan in secret and move at once. */
export const isSealed = (match) => (match.view?.order ?? "sequential") !== "sequential";

/** Whether a draw has been offered, and those who act are asked. */
export function isDrawAsked(match) {
  if (actingIn(match).length === 0) return false;
  if (isActing(match)) return match.view.legal.some(({ kind }) => kind === "agree");
  return ["draw", "agree"].includes(match.view.last?.at(-1)?.move);
}

export const tableSeat = (match, seat) => match.view?.table.seats.find((one) => one.seat === seat);

/** The seats of players: Chaos is none. */
export const playersIn = (match) => match.seats.filter(({ player }) => player.kind !== "chaos");

/** The seats in order of play, Chaos last, each with its player. */
export function seatsOf(match) {
  const known = new Map(match.seats.map((one) => [one.seat, one]));
  const told = match.view?.table.seats ?? [];
  if (told.length === 0) return match.seats;
  return told.map(({ seat }) => known.get(seat) ?? { seat, player: { name: seatName(seat), kind: seat }, outcome: "" });
}

/** Who plays a seat: "you", or their name, and the seat where one name has several. */
export function nameOf(match, seat) {
  if (seat === match.viewer) return "you";
  const name = match.seats.find((one) => one.seat === seat)?.player.name;
  if (!name) return seatName(seat);
  const alike = match.seats.filter((one) => one.player.name === name).length > 1;
  return alike ? `${name} (${seat})` : name;
}

/** What the match waits for, in a few words. */
export function waitingFor(match) {
  const acting = actingIn(match);
  if (acting.length === 0) return "";
  const others = acting.filter((seat) => seat !== match.viewer);
  if (isDrawAsked(match)) return isActing(match) ? "You are asked" : `${capital(listed(others.map((seat) => nameOf(match, seat))))} to answer`;
  if (isActing(match)) return isSealed(match) ? "Your plan" : "Your time";
  if (isSealed(match)) return isPlayer(match) ? "Waiting for the others" : "All are planning";
  // Where spaces are cloaked nobody is told who of the others it is.
  if (others.length > 1) return isPlayer(match) ? "One of the others to move" : "Who is to move is not shown";
  return `${capital(nameOf(match, others[0]))} to move`;
}

/** What a seat owes now, in a word or two; undefined where that is nothing. */
export function dueOf(match, seat) {
  const acting = actingIn(match);
  if (!acting.includes(seat)) return seat === match.viewer && isSealed(match) && match.view?.plan?.length > 0 ? "plan made" : undefined;
  if (isDrawAsked(match)) return "to answer";
  if (isSealed(match)) return "planning";
  return acting.length > 1 ? "to move?" : "to move";
}

/** How a seat stands, in a word: "" where it plays as usual. */
export function standingOf(match, seat) {
  const { status = "in" } = tableSeat(match, seat) ?? {};
  return status === "in" ? "" : status;
}
