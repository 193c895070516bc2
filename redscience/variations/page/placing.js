// The pieces that a draft has on the board before the first move.

import { boardOf, everyHeight, grouped, meant, put, textOf } from "./entries.js";
import { keysOf } from "./spaces.js";
import { atOf, keyOf, stackOf } from "./view.js";

/** @import { Draft } from "./draft.js" */
/** @import { At, Key, PieceAt } from "./view.js" */

/** @typedef {Map<Key, string[]>} Pieces by place, in a stack from the bottom: "white O", "dealt black" */

export const NOBODY = "communal";

// Numbers in the name of a space: the board, x, y and z.
const PLACE = 4;

/**
 * The pieces before the first move, as a table says them; those that are to be dealt have the shape "dealt".
 *
 * @param {Draft} draft
 * @param {(owner: string) => string} colorOf
 * @returns {PieceAt[]}
 */
export function piecesAt(draft, colorOf) {
  return [...piecesOf(draft, "setup")].flatMap(([place, row]) => {
    const at = atOf(place);
    const heights = heightsAt(draft, at);
    return row.slice(0, heights.length).map((text, index) => {
      const [owner, shape] = text.startsWith("dealt") ? [text.split(" ")[1] ?? NOBODY, "dealt"] : text.split(" ");
      return { at: [...stackOf(at), heights[index]], shape, color: colorOf(owner) };
    });
  });
}

/**
 * Whether some piece on the board is to be dealt.
 *
 * @param {Draft} draft
 */
export const isDealt = (draft) =>
  [...piecesOf(draft, "setup").values()].flat().some((text) => text.startsWith("dealt"));

/**
 * Where pieces are counted from: a stack, or a space by itself.
 *
 * @param {Draft} draft
 * @param {Key} key
 */
export const placeOf = (draft, key) => (draft.stands ? keyOf(stackOf(atOf(key))) : key);

/**
 * The heights on which pieces come to rest: in a stack all that are no walls, unless all are.
 *
 * @param {Draft} draft
 * @param {At} at a space, or a stack
 */
export function heightsAt(draft, at) {
  if (!draft.stands) return [at[3]];
  const walls = keysOf(draft.get("board.walls"), boardOf(draft));
  const open = everyHeight(draft).filter((z) => !walls.has(keyOf([...stackOf(at), z])));
  return open.length > 0 ? open : everyHeight(draft);
}

/**
 * The pieces before the first move.
 *
 * @param {Draft} draft
 * @param {string} path
 * @returns {Pieces}
 */
export function piecesOf(draft, path) {
  /** @type {Pieces} */
  const pieces = new Map();
  const entries = Object.entries(/** @type {Record<string, string | string[]>} */ (draft.get(path) ?? {}));
  for (const [texts, told] of entries) {
    const row = [told].flat().flatMap(eachOf);
    for (const key of keysOf(texts, boardOf(draft))) {
      const place = placeOf(draft, key);
      if (!pieces.has(place)) pieces.set(place, draft.stands ? row.slice() : row.slice(0, 1));
    }
  }
  return pieces;
}

/**
 * "3 black P" as three texts.
 *
 * @param {string} text
 * @returns {string[]}
 */
function eachOf(text) {
  const [, count = "1", one = text] = /^(\d+) (.*)$/.exec(text) ?? [];
  return Array(Number(count)).fill(one === `dealt ${NOBODY}` ? "dealt" : one);
}

/**
 * Places with the same pieces share an entry.
 *
 * @param {Draft} draft
 * @param {string} path
 * @param {Pieces} pieces
 */
export function putPieces(draft, path, pieces) {
  /** @type {Map<Key, string>} */
  const contents = new Map();
  for (const [place, row] of pieces) {
    for (const key of draft.stands ? meant(draft, atOf(place), true) : [place]) contents.set(key, row.join("\n"));
  }
  const written = [...grouped(contents)].map(([content, keys]) => [textOf(keys, draft), counted(content.split("\n"))]);
  put(draft, path, Object.fromEntries(written));
}

/**
 * Equal neighbours as one text, "3 black P"; the only one stands without a list.
 *
 * @param {string[]} row
 */
function counted(row) {
  /** @type {{ text: string, count: number }[]} */
  const runs = [];
  for (const text of row) {
    const run = runs.at(-1);
    if (run?.text === text) run.count += 1;
    else runs.push({ text, count: 1 });
  }
  const texts = runs.map(({ text, count }) => (count > 1 ? `${count} ${text}` : text));
  return texts.length === 1 ? texts[0] : texts;
}

/**
 * @param {Draft} draft
 * @param {string} path
 */
export function prunePieces(draft, path) {
  /** @type {Pieces} */
  const kept = new Map();
  for (const [place, row] of piecesOf(draft, path)) {
    kept.set(place, row.filter((text) => isPlayed(draft, text)).slice(0, roomAt(draft, place)));
  }
  putPieces(draft, path, kept);
}

/**
 * Whether a piece is one of this game: its owner plays, and so does its shape.
 *
 * @param {Draft} draft
 * @param {string} text
 */
export function isPlayed(draft, text) {
  const owners = [...draft.owners, NOBODY];
  const [owner, shape] = text.split(" ");
  if (owner === "dealt") return owners.includes(shape ?? NOBODY);
  return owners.includes(owner) && draft.shapes.includes(shape);
}

/**
 * How many pieces there is room for: in a stack, or on a space by itself.
 *
 * @param {Draft} draft
 * @param {Key} place
 */
export function roomAt(draft, place) {
  const at = atOf(place);
  return draft.stands === at.length < PLACE ? heightsAt(draft, at).length : 0;
}
