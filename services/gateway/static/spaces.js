// Sets of spaces, as rule-set files write them: `x,y[,z]`, each a number, a range `3-5` or `*`; before them `b:` for one
// board; a missing z means all heights; `all` is every space; several are separated by blanks.
//
// A set is a Set of keys "b,x,y,z"; a board is {size, count}.

const TEXT = /^(?:(\*|\d+)(?:-(\d+))?:)?(\*|\d+)(?:-(\d+))?,(\*|\d+)(?:-(\d+))?(?:,(\*|\d+)(?:-(\d+))?)?$/;
const ALL = ["", "*", "", "*", "", "*", "", "*", ""];

export const keyOf = (at) => at.join(",");
export const atOf = (key) => key.split(",").map(Number);

/** The space of a table's mark: the mark itself, or the one that it names. */
export const placeOfMark = (mark) => (Array.isArray(mark) ? mark : mark.at);

/** The key of the stack that a space is in. */
export const stackOf = (key) => key.split(",").slice(0, 3).join(",");

/** The keys of the texts (a list, or one text). */
export function keysOf(texts, { size, count }) {
  const keys = new Set();
  for (const text of [texts ?? []].flat().join(" ").split(/\s+/).filter(Boolean)) {
    for (const at of spacesOf(text, size, count)) keys.add(keyOf(at));
  }
  return keys;
}

function spacesOf(text, [sizeX, sizeY, sizeZ], count) {
  const found = text === "all" ? ALL : TEXT.exec(text);
  if (!found) return [];
  const span = (first, last, most) => {
    if (first === undefined || first === "*") return [1, most];
    return [Number(first), Math.min(most, Number(last || first))];
  };
  const spans = [span(found[1], found[2], count), span(found[3], found[4], sizeX), span(found[5], found[6], sizeY), span(found[7], found[8], sizeZ)];
  return within(spans);
}

/** The spaces of a block: the first and the last of each of board, x, y and z. */
function within(spans) {
  return spans.reduce((spaces, [first, last]) => spaces.flatMap((space) => numbers(first, last).map((number) => [...space, number])), [[]]);
}

const numbers = (first, last) => Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);

/** The texts of a set: "all", or blocks as ranges, as the library writes them. */
export function textsOf(keys, board) {
  const [x, y, z] = board.size;
  if (keys.size > 0 && keys.size === x * y * z * board.count) return "all";
  const rest = new Set(keys);
  const texts = [];
  for (const key of [...keys].sort(byRow)) {
    if (!rest.has(key)) continue;
    const block = grown(atOf(key), rest, board);
    for (const at of within(block)) rest.delete(keyOf(at));
    texts.push(blockText(block, board));
  }
  return texts;
}

const [BOARD, X, Y, Z] = [0, 1, 2, 3];

function byRow(one, other) {
  const [from, to] = [atOf(one), atOf(other)];
  return [BOARD, Y, X, Z].map((axis) => from[axis] - to[axis]).find((difference) => difference !== 0) ?? 0;
}

/** The largest block from a space on, height first, then x, y and the boards: the order in which people speak. */
function grown(at, keys, { size, count }) {
  const block = at.map((number) => [number, number]);
  for (const [axis, most] of [[Z, size[2]], [X, size[0]], [Y, size[1]], [BOARD, count]]) {
    // Either all boards or one: what lies on some of them is said of each.
    if (axis === BOARD && at[BOARD] !== 1) continue;
    const next = (number) => within(block.map((span, index) => (index === axis ? [number, number] : span)));
    let last = block[axis][1];
    while (last < most && next(last + 1).every((space) => keys.has(keyOf(space)))) last += 1;
    if (axis !== BOARD || last === most) block[axis][1] = last;
  }
  return block;
}

function blockText(block, { size, count }) {
  const [board, x, y, z] = block.map(([first, last]) => (first === last ? String(first) : `${first}-${last}`));
  const isWhole = (axis, most) => block[axis][0] === 1 && block[axis][1] === most;
  return `${isWhole(BOARD, count) ? "" : `${board}:`}${x},${y}${isWhole(Z, size[2]) ? "" : `,${z}`}`;
}
