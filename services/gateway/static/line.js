// A line of moves that are made by one person for all seats: compared with others, and as text.

import { t } from "./texts.js";

/**
 * What a seat makes in one go; the seat is "" for whoever is to move, and `isNamed` where that was said by its name.
 *
 * @typedef {{ seat: string, moves: string[], isNamed?: boolean }} Made
 */

const BETWEEN = "~";
/** What is written before a move for people alone: "12." */
const NUMERAL = /^\d+\.+/;
/** The text of a state begins with a digest and a seed. */
const STATE = /^\s*[0-9a-f]{8,}\s+([0-9a-f]+|\?)(\s+|$)/;

/**
 * The moves of a line before one of that number.
 *
 * @param {Made[]} line
 * @param {number} number
 */
export function before(line, number) {
  let count = 0;
  return line.slice(
    0,
    line.findIndex(({ moves }) => (count += moves.length) > number),
  );
}

/**
 * A line once it is known who has made each move.
 *
 * @param {Made[]} line
 * @param {string[]} seats
 */
export function seated(line, seats) {
  if (line.every(({ seat }) => seat !== "")) return line;
  let number = 0;
  return line.map((made) => {
    const seat = made.seat || (seats[number] ?? "");
    number += made.moves.length;
    return { ...made, seat };
  });
}

/** @typedef {(move: string) => string} Together what moves make that are one step together; "" for one by itself */

/**
 * A line in which what makes one step is one, though it came move by move.
 *
 * @param {Made[]} line whose seats are known
 * @param {Together} together
 */
export function gathered(line, together) {
  /** @type {Made[]} */
  const steps = [];
  for (const made of line) {
    const last = steps.at(-1);
    const moves = [...(last?.moves ?? []), ...made.moves];
    if (last?.seat === made.seat && moves.every(together)) steps.splice(-1, 1, { ...last, moves });
    else steps.push(made);
  }
  return steps;
}

/**
 * What a list says of a step.
 *
 * @param {Made} made
 * @param {Together} together
 */
export const stepText = ({ moves }, together) => (moves.length > 1 && together(moves[0])) || moves.join(" ");

/** @type {(one: Made, other: Made) => boolean} */
export const isSame = (one, other) =>
  (one.seat === other.seat || !one.seat || !other.seat) && one.moves.join(BETWEEN) === other.moves.join(BETWEEN);

/**
 * With how many moves two lines begin alike.
 *
 * @param {Made[]} one
 * @param {Made[]} other
 */
export function alike(one, other) {
  const differs = one.findIndex((made, index) => !other[index] || !isSame(made, other[index]));
  return differs < 0 ? one.length : differs;
}

/** @param {Made[]} line */
const moveByMove = (line) => line.flatMap(({ seat, moves }) => moves.map((move) => ({ seat, moves: [move] })));

/** @type {(one: Made[], other: Made[]) => boolean} */
function isWithin(one, other) {
  const moves = moveByMove(one);
  return alike(moves, moveByMove(other)) === moves.length;
}

/**
 * The lines that are worth keeping beside another: those that are no part of it, nor of one before them.
 *
 * @param {Made[]} line
 * @param {Made[][]} lines
 */
export function keptBeside(line, lines) {
  const others = lines.filter((other) => other.length > 0 && !isWithin(other, line));
  return others.filter((other, index) => !others.slice(0, index).some((one) => isWithin(other, one)));
}

/**
 * What people are told of a line that cannot be made as a whole.
 *
 * @param {Made[]} line
 * @param {number} at what of it cannot be made
 * @param {string} fault
 */
export function refusalOf(line, at, fault) {
  const move = line[at].moves.join(" ");
  const text = t("Move {number}, {move}, cannot be made: {fault}", { number: at + 1, move, fault });
  return `${text} ${t("The moves before it are shown. Correct it, or leave it out.")}`;
}

/**
 * A line as parts of an address.
 *
 * @param {Made[]} line
 */
export const partsOf = (line) => line.map(({ seat, moves }) => [seat, ...moves].join(BETWEEN));

/**
 * A line as `partsOf` wrote it.
 *
 * @param {string[]} parts
 * @returns {Made[]}
 */
export const madeOf = (parts) =>
  parts.map((part) => {
    const [seat, ...moves] = part.split(BETWEEN);
    return { seat, moves };
  });

/**
 * The moves of a text, as it is pasted and as it stands in an address. What they mean is the server's to say.
 *
 * Blanks stand between moves; one within a move is written "_", as in the text of a state. A move may name its seat
 * ("white:2,2"), which is left out where it is whoever is to move anyway.
 *
 * @param {string} text
 * @param {string[]} seats of the game
 * @returns {Made[]}
 */
export const lineOf = (text, seats) =>
  text
    .replace(STATE, "")
    .split(/[\s;]+/)
    .map((word) => word.replace(NUMERAL, ""))
    .filter(Boolean)
    .map((word) => {
      const [first, ...rest] = word.split(":");
      const isNamed = seats.includes(first) && rest.length > 0;
      const move = isNamed ? rest.join(":") : word;
      return { seat: isNamed ? first : "", moves: [move.replaceAll("_", " ")], isNamed };
    });

/**
 * A line as such a text.
 *
 * @param {Made[]} line
 */
export const lineText = (line) =>
  line
    .flatMap(({ seat, moves, isNamed }) =>
      moves.map((move) => `${isNamed ? `${seat}:` : ""}${move.replaceAll(" ", "_")}`),
    )
    .join(" ");

/** The same in an address: only what means something there is written otherwise. @param {Made[]} line */
export const lineQuery = (line) =>
  encodeURIComponent(lineText(line))
    .replaceAll("%20", "+")
    .replaceAll("%2C", ",")
    .replaceAll("%40", "@")
    .replaceAll("%3A", ":");
