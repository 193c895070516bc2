// What is shown, in words.

const SHAPES = {
  O: ["circle", "circles"],
  P: ["pentagon", "pentagons"],
  X: ["X", "Xs"],
  "+": ["cross", "crosses"],
  T: ["triangle", "triangles"],
  S: ["star", "stars"],
  dealt: ["dealt piece", "dealt pieces"],
};
const UNKNOWN = ["piece of unknown shape", "pieces of unknown shape"];

/** As the language orders them. */
export const SHAPE_ORDER = Object.keys(SHAPES).filter((shape) => shape !== "dealt");

export const shapeName = (shape, count = 1) => (SHAPES[shape] ?? UNKNOWN)[count === 1 ? 0 : 1];

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
/** The same within a sentence; the shape X stays as it is. */
export const uncapital = (text) => (/^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text);
/** "a circle", "an X". */
export const article = (noun) => `${/^[aeioX]/.test(noun) ? "an" : "a"} ${noun}`;

/** "black", "black and white", "black, white and pink". */
export function listed(words, last = "and") {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;
}

/** "white circle", "nobody’s circle"; what is unknown of it is left out. */
export function pieceName({ shape, color, paralyzed }, count = 1) {
  const whose = color === "communal" ? "nobody’s" : color;
  return [paralyzed ? "paralyzed" : "", whose, shapeName(shape, count)].filter(Boolean).join(" ");
}

export const seatName = (seat) => capital(seat);

/** Where a space is: "column 4, row 2", with the level and the board where there are several; a stack where it has no height. */
export function placeName([board, x, y, z], { kind, size, count }) {
  const parts = [];
  if (count > 1) parts.push(`board ${board}`);
  const long = size.filter((extent) => extent > 1).length;
  if (kind === "stacks") {
    parts.push(size[1] > 1 ? `stack ${x}, ${y}` : `column ${x}`);
    if (z) parts.push(`height ${z}`);
  } else if (long <= 1) {
    parts.push(`space ${Math.max(x, y, z)}`);
  } else {
    if (size[0] > 1) parts.push(`column ${x}`);
    if (size[1] > 1) parts.push(`row ${y}`);
    if (size[2] > 1) parts.push(`level ${z}`);
  }
  return parts.join(", ");
}

const COUNTS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

export const countName = (count) => COUNTS[count] ?? String(count);

/** "3 circles", "one circle". */
export const several = (count, noun, nouns = `${noun}s`) => `${countName(count)} ${count === 1 ? noun : nouns}`;

const ANSWERS = { pass: "Pass", draw: "Offer a draw", agree: "Agree to a draw", refuse: "Refuse the draw" };
const DEEDS = { pass: "passed", draw: "offered a draw", agree: "agreed to a draw", refuse: "refused the draw", leave: "left the match" };

/** What somebody did who moved nothing: "offered a draw"; "" for any other move. */
export const deedName = (move) => DEEDS[move] ?? "";

/**
 * A move: "Circle to column 4, row 2". It is an entry of the view's list, or one read from its text, which may lack
 * shape, colour and height.
 */
export function moveName({ kind, move, shape, color, from, to, promotion, captures }, board) {
  if (!to) return ANSWERS[kind] ?? capital(move ?? kind);
  const end = `${promotion ? `, becoming ${article(shapeName(promotion))}` : ""}${captures ? ", capturing" : ""}`;
  if (!from) return `${capital(pieceName({ shape, color }))} to ${placeName(to, board)}${end}`;
  const what = shape ? shapeName(shape) : "piece";
  return `${capital(what)} from ${placeName(from, board)} to ${placeName(to, board)}${end}`;
}

/** A length of time, to one unit: "40 s", "12 min", "3 h", "5 days". */
export function lasting(ms) {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 172_800) return `${Math.floor(seconds / 3_600)} h`;
  return `${Math.floor(seconds / 86_400)} days`;
}

/** A clock's face: "0:42". */
export function clockFace(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** A rating, to two places, with a true minus sign. */
export function ratingText(rating) {
  const text = rating.toFixed(2);
  return (text === "-0.00" ? "0.00" : text).replace("-", "−");
}

/** A change of rating, with its sign. */
export const changeText = (change) => `${change < 0 ? "" : "+"}${ratingText(change)}`;
