// Who sits where in a match, what they owe, and what they are called.

import { seatWord } from "./seat_words.js";
import { t } from "./texts.js";
import { capital, listed } from "./words.js";

/** @import { Game, Happening, LegalMove, Match, Seat } from "./family.js" */

/** Sees what those see who do not play. */
export const SPECTATOR = "spectator";
/** Sees a match as it really is. */
export const EVERYTHING = "everything";

/** @param {Match} match */
export const isOver = (match) => match.status === "ended";
/** @param {Match} match */
export const isPlayer = (match) => match.viewer !== SPECTATOR && match.viewer !== "";
/** @param {Match} match */
export const actingIn = (match) => (isOver(match) || match.is_paused ? [] : (match.view?.acting ?? []));
/** @param {Match} match */
export const isActing = (match) => isPlayer(match) && actingIn(match).includes(match.viewer);

/**
 * Whether what is told of a match is not to be shown in place of what is known, which is newer. Whoever plays several
 * seats is told of each with its own count of views; what waits for them then comes first, but not while they choose a
 * move for another.
 *
 * @param {Match} match
 * @param {Match} known
 * @param {boolean} isChoosing
 */
export function isPast(match, known, isChoosing) {
  if (match.viewer === known.viewer) return match.view_version < known.view_version;
  if (isChoosing && actingIn(match).includes(known.viewer)) return true;
  return match.now_ms < known.now_ms || (match.now_ms === known.now_ms && !isActing(match));
}

/**
 * Whether a match is seen with other eyes, or has another view.
 *
 * @param {Match} match
 * @param {Match} known
 */
export const isOther = (match, known) => match.viewer !== known.viewer || match.view_version > known.view_version;

/**
 * Whether one player may have several seats in a match, as themself and by a persona.
 *
 * @param {Match} match
 */
export const hasPersonas = (match) => match.seats.some(({ player }) => player.kind === "persona");

/**
 * Whether the viewer played, and has left while the others go on.
 *
 * @param {Match} match
 */
export const hasLeft = (match) => leaversIn(match).includes(match.viewer);

/** @param {Match} match */
export const leaversIn = (match) => match.view?.left ?? [];

/**
 * Those by whose leaving a match ended; not who had left before, nor a partner who is out with them.
 *
 * @param {Match<any>} match
 * @returns {string[]}
 */
export function lastLeavers(match) {
  /** @type {Happening[]} */
  const last = match.view?.last ?? [];
  const told = last.filter(({ move }) => move === "leave").map(({ seat }) => seat);
  return told.length > 0 ? told : leaversIn(match);
}

/**
 * What is said of a seat that plays no more: whether it left, or was too late, or is out with a partner.
 *
 * @param {Match<any>} match
 * @param {string} seat
 */
export function goneWords(match, seat) {
  if (match.reason === "aborted") return "";
  const isByLeaving = isOver(match) && (match.reason === "time" || match.reason === "resigned");
  if (isByLeaving && !lastLeavers(match).includes(seat)) return t("out");
  return match.reason === "time" ? t("out of time") : t("left");
}

/**
 * What the viewer may do now.
 *
 * @param {Match} match
 * @returns {LegalMove[]}
 */
export const legalMoves = (match) => (isActing(match) ? (match.view?.legal ?? []) : []);

/**
 * A move as it is written, of which somebody may have typed small letters for capitals; the text where none is meant.
 *
 * @param {string} text
 * @param {LegalMove[]} legal
 */
export function asWritten(text, legal) {
  const meant = legal.filter(({ move }) => move.toLowerCase() === text.toLowerCase());
  return meant.length === 1 ? meant[0].move : text;
}

/**
 * Whether those who act plan in secret, to move at once.
 *
 * @param {Match} match
 */
export const isPlanning = (match) => match.view?.decision === "plan";

/**
 * Whether a draw has been offered, and those who act are asked.
 *
 * @param {Match} match
 */
export const isDrawAsked = (match) => actingIn(match).length > 0 && match.view?.decision === "answer";

/**
 * How many moves the viewer has sealed.
 *
 * @param {Match} match
 */
export const planned = (match) => match.view?.plan?.length ?? 0;

const TALKERS = new Set(["person", "bot"]);

/**
 * Whether a player can talk: visitors only read.
 *
 * @param {{ kind: string }} player
 */
export const canTalk = ({ kind }) => TALKERS.has(kind);

/**
 * How many others play a match who can talk.
 *
 * @param {Match} match
 * @param {{ id: string }} me
 */
export const talkersBeside = (match, me) =>
  match.seats.filter(({ player }) => canTalk(player) && player.id !== me.id).length;

/**
 * Whether the moves of a match are listed beside its table: one that is over has its replay.
 *
 * @param {Match} match
 */
export const isListed = (match) => !isOver(match) && Boolean(match.view);

/**
 * The seats of players: Chaos is none.
 *
 * @param {Match} match
 */
export const playersIn = (match) => match.seats.filter(({ player }) => player.kind !== "chaos");

/**
 * The seats in order of play, Chaos last.
 *
 * @param {Match} match
 * @param {Game} game
 * @returns {Seat[]}
 */
export function seatsOf(match, game) {
  const place = (/** @type {Seat} */ { seat }) =>
    game.seats.includes(seat) ? game.seats.indexOf(seat) : game.seats.length;
  return [...match.seats].sort((one, other) => place(one) - place(other));
}

/**
 * Who plays a seat: "you", or their name, and the seat where one name has several.
 *
 * @param {Match<any>} match
 * @param {string} seat
 */
export function nameOf(match, seat) {
  if (seat === match.viewer) return t("you");
  const name = match.seats.find((one) => one.seat === seat)?.player.name;
  if (!name) return capital(seatWord(seat));
  const alike = match.seats.filter((one) => one.player.name === name).length > 1;
  return alike ? `${name} (${seatWord(seat)})` : name;
}

/**
 * Who plays some seats, as a sentence begins with it: "You and bob". Whoever has a small letter in front keeps it.
 *
 * @param {Match<any>} match
 * @param {...string} seats
 */
export function subject(match, ...seats) {
  const names = listed(seats.map((seat) => nameOf(match, seat)));
  return seats[0] === match.viewer ? capital(names) : names;
}

/**
 * What the match waits for, in a few words.
 *
 * @param {Match} match
 */
export function waitingFor(match) {
  const acting = actingIn(match);
  if (match.is_paused) return t("Paused, by agreement");
  if (acting.length === 0) return "";
  const others = acting.filter((seat) => seat !== match.viewer);
  const who = subject(match, ...others);
  if (isDrawAsked(match)) return isActing(match) ? t("You are asked") : t("{who} to answer", { who });
  if (isActing(match)) return isPlanning(match) ? t("Your plan") : t("Your time");
  if (isPlanning(match) && others.length === 1) return t("Waiting for {who}", { who });
  if (isPlanning(match)) return isPlayer(match) ? t("Waiting for the others") : t("All are planning");
  // Where turns are secret nobody is told who of the others it is.
  if (others.length > 1) return isPlayer(match) ? t("One of the others to move") : t("Who is to move is not shown");
  return t("{who} to move", { who });
}

/**
 * What a seat owes now, in a word or two; undefined where that is nothing.
 *
 * @param {Match} match
 * @param {string} seat
 */
export function dueOf(match, seat) {
  const acting = actingIn(match);
  if (!acting.includes(seat)) return seat === match.viewer && planned(match) > 0 ? t("plan made") : undefined;
  if (isDrawAsked(match)) return t("to answer");
  if (isPlanning(match)) return t("planning");
  return acting.length > 1 ? t("to move?") : t("to move");
}

/**
 * All that is made by a proposal, one after the other.
 *
 * @param {LegalMove} chosen
 */
export const movesOf = ({ move, moves }) => moves ?? [move];

/**
 * The proposal that the server keeps for the viewer, if it may still be made.
 *
 * @param {Match} match
 * @returns {LegalMove | null}
 */
export function keptProposal({ proposed, view }) {
  const [text] = proposed;
  if (proposed.length > 1) return { move: proposed.join(" "), moves: proposed };
  return view?.legal.find((one) => one.move === text) ?? null;
}
