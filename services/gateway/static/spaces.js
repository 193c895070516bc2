// Sets of spaces, as rule-set files write them: `x,y[,z]`, each a number, a range `3-5` or `*`; before them `b:` for one
// board; a missing z means all heights; `all` is every space; several are separated by blanks.

const TEXT = /^(?:(\*|\d+)(?:-(\d+))?:)?(\*|\d+)(?:-(\d+))?,(\*|\d+)(?:-(\d+))?(?:,(\*|\d+)(?:-(\d+))?)?$/;

/** The spaces of texts (a list, or one text) as keys "b,x,y,z", in the order of boards, heights, rows and columns. */
export function keysOf(texts, { size, count }) {
  const keys = new Set();
  for (const text of [texts ?? []].flat().join(" ").split(/\s+/).filter(Boolean)) {
    for (const [b, x, y, z] of spacesOf(text, size, count)) keys.add(`${b},${x},${y},${z}`);
  }
  return keys;
}

function spacesOf(text, [sizeX, sizeY, sizeZ], count) {
  const found = text === "all" ? ["", "*", "", "*", "", "*", "", "*", ""] : TEXT.exec(text);
  if (!found) return [];
  const span = (first, last, most) => {
    if (first === undefined || first === "*") return [1, most];
    return [Number(first), Math.min(most, Number(last || first))];
  };
  const spans = [span(found[1], found[2], count), span(found[3], found[4], sizeX), span(found[5], found[6], sizeY), span(found[7], found[8], sizeZ)];
  return spans.reduce((spaces, [first, last]) => spaces.flatMap((space) => numbers(first, last).map((number) => [...space, number])), [[]]);
}

const numbers = (first, last) => Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);

/** The text of one space, or of a whole stack where `z` is left out. */
export function textOf([b, x, y, z], { size, count }) {
  const height = z !== undefined && size[2] > 1 ? `,${z}` : "";
  return `${count > 1 ? `${b}:` : ""}${x},${y}${height}`;
}

/** The texts of a set of keys: "all", or each by itself. */
export function textsOf(keys, board) {
  const [x, y, z] = board.size;
  if (keys.size > 0 && keys.size === x * y * z * board.count) return "all";
  return [...keys].map((key) => textOf(key.split(",").map(Number), board));
}

/** The key of the stack that a space is in. */
export const stackOf = (key) => key.split(",").slice(0, 3).join(",");
