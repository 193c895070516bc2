// What the Factory puts on spaces: pieces, and the properties that spaces have.

import { keysOf, textsOf } from "./spaces.js";
import { atOf, keyOf, stackOf } from "./view.js";

/** @import { Draft } from "./draft.js" */
/** @import { Field } from "./form.js" */
/** @import { At, Key, Marks, PieceAt } from "./view.js" */

/**
 * What a click on a space sets or clears: a field, with whom or what of it.
 *
 * @typedef {Field & {
 *   name: string,
 *   key: string,
 *   seat?: string,
 *   owner?: string,
 *   shape?: string,
 *   color?: string,
 *   whole?: boolean,
 * }} Marker `key` tells those of one field apart; `whole` says that on stacks the whole stack is meant
 */

/** @typedef {Map<Key, string[]>} Pieces by place, in a stack from the bottom: "white O", "dealt black" */

export const NOBODY = "communal";

/**
 * The board of a draft, as the texts of its spaces need it.
 *
 * @param {Draft} draft
 */
const boardOf = (draft) => ({ size: draft.rules.board.size, count: draft.get("board.count") ?? 1 });

/**
 * Sets what a marker stands for on a space, or clears it where it is set.
 *
 * @param {Draft} draft
 * @param {Marker} marker
 * @param {At} at
 */
export function toggleMark(draft, marker, at) {
  if (marker.values === "pieces" || marker.values === "dealt") togglePiece(draft, marker, at);
  else if (marker.values === "seats") toggleSeat(draft, marker, at);
  else toggleProperty(draft, marker, at);
}

/**
 * What spaces have in a phase, as a table says it.
 *
 * @param {Draft} draft
 * @param {number} phase
 * @returns {Marks}
 */
export function marksOf(draft, phase) {
  const spaces = (/** @type {string} */ path) => [...keysOf(draft.get(path), boardOf(draft))].map(atOf);
  return {
    walls: spaces("board.walls"),
    sticky: spaces("board.sticky"),
    exclusive: [...exclusiveOf(draft, "board.exclusive")].map(([key, seats]) => ({ at: atOf(key), seats: [...seats] })),
    locked: spaces(`phases[${phase}].locks`),
    cloaked: spaces(`phases[${phase}].cloaks`),
  };
}

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
 * The keys that a choice of `at` means.
 *
 * @param {Draft} draft
 * @param {At} at
 * @param {boolean} [whole]
 */
function meant(draft, at, whole) {
  if (!draft.stands || !whole) return [keyOf(at)];
  return everyHeight(draft).map((z) => keyOf([...stackOf(at), z]));
}

/** @param {Draft} draft */
const everyHeight = (draft) => Array.from({ length: draft.rules.board.size[2] }, (_, index) => index + 1);

/**
 * @param {Draft} draft
 * @param {Marker} marker
 * @param {At} at
 */
function toggleProperty(draft, { path, whole }, at) {
  const keys = keysOf(draft.get(path), boardOf(draft));
  const isSet = keys.has(keyOf(at));
  for (const key of meant(draft, at, whole)) {
    if (isSet) keys.delete(key);
    else keys.add(key);
  }
  put(draft, path, textsOf(keys, boardOf(draft)));
}

/**
 * @param {Draft} draft
 * @param {Marker} marker
 * @param {At} at
 */
function toggleSeat(draft, { path, seat = "", whole }, at) {
  const seats = exclusiveOf(draft, path);
  const isSet = seats.get(keyOf(at))?.has(seat);
  for (const key of meant(draft, at, whole)) {
    const among = new Set(seats.get(key));
    if (isSet) among.delete(seat);
    else among.add(seat);
    seats.set(key, among);
  }
  putExclusive(draft, path, seats);
}

/**
 * The seats by key.
 *
 * @param {Draft} draft
 * @param {string} path
 * @returns {Map<Key, Set<string>>}
 */
function exclusiveOf(draft, path) {
  const entries = Object.entries(/** @type {Record<string, string | string[]>} */ (draft.get(path) ?? {}));
  return new Map(
    entries.flatMap(([texts, among]) =>
      [...keysOf(texts, boardOf(draft))].map((key) => /** @type {const} */ ([key, new Set([among].flat())])),
    ),
  );
}

/**
 * Spaces of the same seats share an entry.
 *
 * @param {Draft} draft
 * @param {string} path
 * @param {Map<Key, Set<string>>} seats
 */
function putExclusive(draft, path, seats) {
  /** @type {Map<Key, string>} */
  const names = new Map();
  for (const [key, among] of seats) names.set(key, draft.seats.filter((seat) => among.has(seat)).join(" "));
  const written = [...grouped(names)].map(([name, keys]) => [textOf(keys, draft), name.split(" ")]);
  put(draft, path, Object.fromEntries(written));
}

/**
 * Keys by what they have; those that have nothing are left out.
 *
 * @param {Map<Key, string>} contents
 */
function grouped(contents) {
  /** @type {Map<string, Set<Key>>} */
  const groups = new Map();
  for (const [key, content] of contents) {
    if (content) groups.set(content, (groups.get(content) ?? new Set()).add(key));
  }
  return groups;
}

/**
 * @param {Set<Key>} keys
 * @param {Draft} draft
 */
const textOf = (keys, draft) => [textsOf(keys, boardOf(draft))].flat().join(" ");

/**
 * @param {Draft} draft
 * @param {Marker} marker
 * @param {At} at
 */
function togglePiece(draft, { path, values, owner = NOBODY, shape }, at) {
  const pieces = piecesOf(draft, path);
  const place = placeOf(draft, keyOf(at));
  const row = pieces.get(place) ?? [];
  const heights = heightsAt(draft, at);
  const text = values === "dealt" ? dealtText(owner) : `${owner} ${shape}`;
  const index = heights.indexOf(at[3]);
  if (index < 0 || index >= row.length) row.push(text);
  else if (row[index] === text) row.splice(index, 1);
  else row[index] = text;
  pieces.set(place, row.slice(0, heights.length));
  putPieces(draft, path, pieces);
}

/** @param {string} owner */
const dealtText = (owner) => (owner === NOBODY ? "dealt" : `dealt ${owner}`);

/**
 * Where pieces are counted from: a stack, or a space by itself.
 *
 * @param {Draft} draft
 * @param {Key} key
 */
const placeOf = (draft, key) => (draft.stands ? keyOf(stackOf(atOf(key))) : key);

/**
 * The heights on which pieces come to rest: in a stack all that are no walls, unless all are.
 *
 * @param {Draft} draft
 * @param {At} at a space, or a stack
 */
function heightsAt(draft, at) {
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
function piecesOf(draft, path) {
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
function putPieces(draft, path, pieces) {
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
 * What is empty is left out, so that the file says no more than it must.
 *
 * @param {Draft} draft
 * @param {string} path
 * @param {object | string} value
 */
function put(draft, path, value) {
  draft.put(path, Object.keys(value).length > 0 ? value : undefined);
}

/**
 * Drops what lies outside a board that has become smaller, or belongs to seats and shapes that play no more.
 *
 * @param {Draft} draft
 */
export function pruneMarks(draft) {
  for (const { path, values } of draft.markerFields) {
    for (const real of draft.inEachPhase(path)) {
      if (draft.get(real) === undefined) continue;
      if (values === "seats") putExclusive(draft, real, exclusiveOf(draft, real));
      else if (values === "pieces") prunePieces(draft, real);
      else if (values === undefined) put(draft, real, textsOf(keysOf(draft.get(real), boardOf(draft)), boardOf(draft)));
    }
  }
}

/**
 * @param {Draft} draft
 * @param {string} path
 */
function prunePieces(draft, path) {
  const owners = [...draft.owners, NOBODY];
  const plays = (/** @type {string} */ text) => {
    const [owner, shape] = text.split(" ");
    return owner === "dealt"
      ? owners.includes(shape ?? NOBODY)
      : owners.includes(owner) && draft.shapes.includes(shape);
  };
  /** @type {Pieces} */
  const kept = new Map();
  for (const [place, row] of piecesOf(draft, path)) {
    kept.set(place, row.filter(plays).slice(0, heightsAt(draft, atOf(place)).length));
  }
  putPieces(draft, path, kept);
}
