// What the Factory puts on spaces: pieces, and the properties that spaces have.

import { atOf, keyOf, keysOf, stackOf, textsOf } from "./spaces.js";

export const NOBODY = "communal";

/** The board of a draft, as the texts of its spaces need it. */
const boardOf = (draft) => ({ size: draft.rules.board.size, count: draft.get("board.count") ?? 1 });

/**
 * Sets what `marker` stands for on a space, or clears it where it is set: {path, values, seat, owner, shape, whole}.
 * `whole` says that on stacks the whole stack is meant.
 */
export function toggleMark(draft, marker, at) {
  if (marker.values === "pieces" || marker.values === "dealt") togglePiece(draft, marker, at);
  else if (marker.values === "seats") toggleSeat(draft, marker, at);
  else toggleProperty(draft, marker, at);
}

/** What spaces have in a phase, as a table says it. */
export function marksOf(draft, phase) {
  const spaces = (path) => [...keysOf(draft.get(path), boardOf(draft))].map(atOf);
  return {
    walls: spaces("board.walls"),
    sticky: spaces("board.sticky"),
    exclusive: [...exclusiveOf(draft, "board.exclusive")].map(([key, seats]) => ({ at: atOf(key), seats: [...seats] })),
    locked: spaces(`phases[${phase}].locks`),
    cloaked: spaces(`phases[${phase}].cloaks`),
  };
}

/** The pieces before the first move, as a table says them; those that are to be dealt have the shape "dealt". */
export function piecesAt(draft, colorOf) {
  return [...piecesOf(draft, "setup")].flatMap(([place, row]) => {
    const at = atOf(place);
    const room = roomAt(draft, draft.stands ? [...at, 1] : at);
    return row.slice(0, room.length).map((text, index) => {
      const [owner, shape] = text.startsWith("dealt") ? [text.split(" ")[1] ?? NOBODY, "dealt"] : text.split(" ");
      return { at: [...at.slice(0, 3), room[index]], shape, color: colorOf(owner) };
    });
  });
}

/** Whether some piece on the board is to be dealt. */
export const isDealt = (draft) => [...piecesOf(draft, "setup").values()].flat().some((text) => text.startsWith("dealt"));

/** The keys that a choice of `at` means. */
function meant(draft, at, whole) {
  if (!draft.stands || !whole) return [keyOf(at)];
  return Array.from({ length: draft.rules.board.size[2] }, (_, index) => keyOf([...at.slice(0, 3), index + 1]));
}

function toggleProperty(draft, { path, whole }, at) {
  const keys = keysOf(draft.get(path), boardOf(draft));
  const isSet = keys.has(keyOf(at));
  for (const key of meant(draft, at, whole)) {
    if (isSet) keys.delete(key);
    else keys.add(key);
  }
  put(draft, path, textsOf(keys, boardOf(draft)));
}

function toggleSeat(draft, { path, seat, whole }, at) {
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

/** The seats by key. */
function exclusiveOf(draft, path) {
  const seats = new Map();
  for (const [texts, among] of Object.entries(draft.get(path) ?? {})) {
    for (const key of keysOf(texts, boardOf(draft))) seats.set(key, new Set([among].flat()));
  }
  return seats;
}

/** Spaces of the same seats share an entry. */
function putExclusive(draft, path, seats) {
  const names = new Map([...seats].map(([key, among]) => [key, draft.seats.filter((seat) => among.has(seat)).join(" ")]));
  const written = [...grouped(names)].map(([name, keys]) => [textOf(keys, draft), name.split(" ")]);
  put(draft, path, Object.fromEntries(written));
}

/** Keys by what they have; those that have nothing are left out. */
function grouped(contents) {
  const groups = new Map();
  for (const [key, content] of contents) {
    if (content) groups.set(content, (groups.get(content) ?? new Set()).add(key));
  }
  return groups;
}

const textOf = (keys, draft) => [textsOf(keys, boardOf(draft))].flat().join(" ");

function togglePiece(draft, { path, values, owner, shape }, at) {
  const pieces = piecesOf(draft, path);
  const place = placeOf(draft, keyOf(at));
  const row = pieces.get(place) ?? [];
  const room = roomAt(draft, at);
  const text = values === "dealt" ? dealtText(owner) : `${owner} ${shape}`;
  const index = room.indexOf(at[3]);
  if (index < 0 || index >= row.length) row.push(text);
  else if (row[index] === text) row.splice(index, 1);
  else row[index] = text;
  pieces.set(place, row.slice(0, room.length));
  putPieces(draft, path, pieces);
}

const dealtText = (owner) => (owner === NOBODY ? "dealt" : `dealt ${owner}`);

/** Where pieces are counted from: a stack, or a space by itself. */
const placeOf = (draft, key) => (draft.stands ? stackOf(key) : key);

/** The heights on which pieces come to rest: in a stack all that are no walls, unless all are. */
function roomAt(draft, at) {
  if (!draft.stands) return [at[3]];
  const walls = keysOf(draft.get("board.walls"), boardOf(draft));
  const heights = Array.from({ length: draft.rules.board.size[2] }, (_, index) => index + 1);
  const open = heights.filter((z) => !walls.has(keyOf([...at.slice(0, 3), z])));
  return open.length > 0 ? open : heights;
}

/** The pieces before the first move by place, in a stack from the bottom: "white O", "dealt black". */
function piecesOf(draft, path) {
  const pieces = new Map();
  for (const [texts, told] of Object.entries(draft.get(path) ?? {})) {
    const row = [told].flat().flatMap(eachOf);
    for (const key of keysOf(texts, boardOf(draft))) {
      const place = placeOf(draft, key);
      if (!pieces.has(place)) pieces.set(place, draft.stands ? row.slice() : row.slice(0, 1));
    }
  }
  return pieces;
}

/** "3 black P" as three texts. */
function eachOf(text) {
  const counted = /^(\d+) (.*)$/.exec(text);
  const one = counted ? counted[2] : text;
  return Array(counted ? Number(counted[1]) : 1).fill(one === `dealt ${NOBODY}` ? "dealt" : one);
}

/** Places with the same pieces share an entry. */
function putPieces(draft, path, pieces) {
  const contents = new Map();
  for (const [place, row] of pieces) {
    for (const key of draft.stands ? meant(draft, [...atOf(place), 1], true) : [place]) contents.set(key, row.join("\n"));
  }
  const written = [...grouped(contents)].map(([content, keys]) => [textOf(keys, draft), counted(content.split("\n"))]);
  put(draft, path, Object.fromEntries(written));
}

/** Equal neighbours as one text, "3 black P"; the only one stands without a list. */
function counted(row) {
  const runs = [];
  for (const text of row) {
    if (runs.at(-1)?.text === text) runs.at(-1).count += 1;
    else runs.push({ text, count: 1 });
  }
  const texts = runs.map(({ text, count }) => (count > 1 ? `${count} ${text}` : text));
  return texts.length === 1 ? texts[0] : texts;
}

/** What is empty is left out, so that the file says no more than it must. */
function put(draft, path, value) {
  draft.put(path, Object.keys(value).length > 0 ? value : undefined);
}

/** Drops what lies outside a board that has become smaller, or belongs to seats and shapes that play no more. */
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

function prunePieces(draft, path) {
  const owners = [...draft.owners, NOBODY];
  const plays = (text) => {
    const [owner, shape] = text.split(" ");
    return owner === "dealt" ? owners.includes(shape ?? NOBODY) : owners.includes(owner) && draft.shapes.includes(shape);
  };
  const kept = [...piecesOf(draft, path)].map(([place, row]) => {
    const at = atOf(place);
    return [place, row.filter(plays).slice(0, roomAt(draft, draft.stands ? [...at, 1] : at).length)];
  });
  putPieces(draft, path, new Map(kept));
}
