// What is shown, in words.

const SHAPES = { O: "circle", P: "pentagon", X: "X", "+": "cross", T: "triangle", S: "star" };

export const shapeName = (shape) => SHAPES[shape] ?? "piece";

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** "white circle"; what is unknown of it is left out. */
export function pieceName({ shape, color }) {
  const name = shape ? shapeName(shape) : "hidden piece";
  return color && color !== "communal" ? `${color} ${name}` : name;
}

export const seatName = (seat) => capital(seat);

/** Where a space is: "column 4, row 2", with the level and the board where there are several. */
export function placeName([board, x, y, z], { kind, size, count }) {
  const parts = [];
  if (count > 1) parts.push(`board ${board}`);
  const long = size.filter((extent) => extent > 1).length;
  if (kind === "stacks") {
    parts.push(size[1] > 1 ? `stack ${x}, ${y}` : `column ${x}`);
    parts.push(`height ${z}`);
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
export const several = (count, noun) => `${countName(count)} ${noun}${count === 1 ? "" : "s"}`;

const WORDS = { pass: "Pass", draw: "Offer a draw", agree: "Agree to a draw", refuse: "Refuse the draw" };

/** What somebody did who placed nothing: "offered a draw". */
export const deedName = (move) =>
  ({ pass: "passed", draw: "offered a draw", agree: "agreed to a draw", refuse: "refused the draw", leave: "left the match" })[move] ?? `played ${move}`;

/** A move of the view's list: "Circle to column 4, row 2". */
export function moveName(legal, board) {
  if (legal.kind === "place") {
    return `${capital(pieceName({ shape: legal.shape, color: legal.color }))} to ${placeName(legal.to, board)}`;
  }
  if (legal.from && legal.to) {
    return `${capital(shapeName(legal.shape))} from ${placeName(legal.from, board)} to ${placeName(legal.to, board)}`;
  }
  return WORDS[legal.kind] ?? capital(legal.move);
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
