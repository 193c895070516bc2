// What the Factory puts on spaces: pieces, and the properties that spaces have.

import { keyOf } from "./layout.js";
import { keysOf, stackOf, textOf, textsOf } from "./spaces.js";

/** The board of a draft, as the texts of its spaces need it. */
const boardOf = (draft) => ({ size: draft.rules.board.size, count: draft.get("board.count") ?? 1 });

/** The keys that a choice of `at` means: on stacks a property is the whole stack's. */
function meant(draft, at) {
  if (!draft.stands) return [keyOf(at)];
  return Array.from({ length: draft.rules.board.size[2] }, (_, index) => keyOf([...at.slice(0, 3), index + 1]));
}

/** Sets what `marker` ({path, values, seat, owner, shape}) stands for on a space, or clears it where it is set. */
export function toggleMark(draft, marker, at) {
  if (marker.values === "pieces") togglePiece(draft, marker, at);
  else if (marker.values === "seats") toggleSeat(draft, marker, at);
  else toggleProperty(draft, marker, at);
}

function toggleProperty(draft, { path }, at) {
  const keys = keysOf(draft.get(path), boardOf(draft));
  const isSet = keys.has(keyOf(at));
  for (const key of meant(draft, at)) {
    if (isSet) keys.delete(key);
    else keys.add(key);
  }
  put(draft, path, textsOf(keys, boardOf(draft)));
}

function toggleSeat(draft, { path, seat }, at) {
  const seats = exclusiveOf(draft, path);
  const isSet = seats.get(keyOf(at))?.has(seat);
  for (const key of meant(draft, at)) {
    const among = new Set(seats.get(key));
    if (isSet) among.delete(seat);
    else among.add(seat);
    if (among.size > 0) seats.set(key, among);
    else seats.delete(key);
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

/** Spaces of the same seats share an entry, a whole stack is one text. */
function putExclusive(draft, path, seats) {
  const groups = new Map();
  for (const [key, among] of seats) {
    const name = draft.seats.filter((seat) => among.has(seat)).join(" ");
    if (name) groups.set(name, [...(groups.get(name) ?? []), key]);
  }
  const written = [...groups].map(([name, keys]) => {
    const texts = draft.stands ? [...new Set(keys.map((key) => textOf(stackOf(key).split(",").map(Number), boardOf(draft))))] : keys.map((key) => textOf(key.split(",").map(Number), boardOf(draft)));
    return [texts.join(" "), name.split(" ")];
  });
  put(draft, path, Object.fromEntries(written));
}

function togglePiece(draft, { path, owner, shape }, at) {
  const pieces = piecesOf(draft, path);
  const place = draft.stands ? stackOf(keyOf(at)) : keyOf(at);
  const here = pieces.get(place) ?? [];
  const text = `${owner} ${shape}`;
  const index = draft.stands ? at[3] - 1 : 0;
  if (here[index] === text) here.splice(index, 1);
  else if (draft.stands) here.push(text);
  else here[0] = text;
  pieces.set(place, here.slice(0, draft.stands ? draft.rules.board.size[2] : 1));
  putPieces(draft, path, pieces);
}

/** The pieces before the first move by key, or by stack from the bottom: "white O". */
function piecesOf(draft, path) {
  const pieces = new Map();
  for (const [texts, told] of Object.entries(draft.get(path) ?? {})) {
    const row = [told].flat().flatMap((text) => {
      const counted = /^(\d+) (.*)$/.exec(text);
      return counted ? Array(Number(counted[1])).fill(counted[2]) : [text];
    });
    for (const key of keysOf(texts, boardOf(draft))) {
      const place = draft.stands ? stackOf(key) : key;
      if (!pieces.has(place)) pieces.set(place, draft.stands ? row.slice() : row.slice(0, 1));
    }
  }
  return pieces;
}

function putPieces(draft, path, pieces) {
  const written = [...pieces].filter(([, row]) => row.length > 0).map(([place, row]) => [textOf(place.split(",").map(Number), boardOf(draft)), row.length === 1 ? row[0] : row]);
  put(draft, path, Object.fromEntries(written));
}

/** Nothing is left out, so that the file says no more than it must. */
function put(draft, path, value) {
  draft.put(path, Object.keys(value).length > 0 ? value : undefined);
}

/** Drops what lies outside a board that has become smaller, or belongs to seats and shapes that play no more. */
export function pruneMarks(draft) {
  for (const { path, values } of draft.markerFields) {
    for (const real of draft.rules.phases.map((_, phase) => path.replace("{phase}", phase))) {
      if (draft.get(real) === undefined) continue;
      if (values === "seats") prune(draft, real, exclusiveOf(draft, real), putExclusive);
      else if (values === "pieces") prunePieces(draft, real);
      else if (values === undefined) put(draft, real, textsOf(new Set([...keysOf(draft.get(real), boardOf(draft))].filter((key) => isOn(draft, key))), boardOf(draft)));
    }
  }
}

function prune(draft, path, places, write) {
  write(draft, path, new Map([...places].filter(([key]) => isOn(draft, key))));
}

function prunePieces(draft, path) {
  const stands = (text) => {
    const [owner, shape] = text.split(" ");
    return shape === undefined || ((draft.owners.includes(owner) || owner === "communal") && draft.shapes.includes(shape));
  };
  const pieces = [...piecesOf(draft, path)].map(([place, row]) => [place, row.filter(stands).slice(0, draft.stands ? draft.rules.board.size[2] : 1)]);
  prune(draft, path, new Map(pieces), putPieces);
}

function isOn(draft, key) {
  const { size, count } = boardOf(draft);
  const [b, x, y, z = 1] = key.split(",").map(Number);
  return b <= count && x <= size[0] && y <= size[1] && z <= size[2];
}
