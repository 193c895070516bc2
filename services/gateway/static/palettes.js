// The seats' palettes, between which the board is drawn: whose colour, which goal, and how many pieces in reserve.

import { el } from "./dom.js";
import { number } from "./fields.js";
import { idOf } from "./paths.js";
import { pieceIcon } from "./pieces.js";
import { capital, shapeName } from "./words.js";

const MOST = 512;

/** Two lists of palettes: those before the board and those after it. `change` is null where nothing can be changed. */
export function palettesOf(draft, table, change) {
  const palettes = draft.owners.map((owner) => palette(draft, table, owner, change));
  const half = Math.ceil(palettes.length / 2);
  return [palettes.slice(0, half), palettes.slice(half)];
}

function palette(draft, table, owner, change) {
  const seat = table?.seats.find((one) => one.seat === owner);
  const color = seat?.color ?? (owner === "chaos" ? "yellow" : owner);
  const rows = draft.shapes
    .map((shape) => ({ shape, path: `shapes.${shape}.reserve.${owner}`, count: draft.get(`shapes.${shape}.reserve.${owner}`) ?? 0 }))
    .filter(({ count }) => change || count !== 0);
  return el(
    "section",
    { class: "palette", "aria-label": capital(owner) },
    el("h3", { class: "palette-name" }, pieceIcon({ shape: "O", color }), capital(owner)),
    el("p", { class: "palette-goal soft" }, goalWords(seat?.goal)),
    rows.map(({ shape, path, count }) => (change ? reserveField(draft, { shape, color, owner, path, count }, change) : reserveWords(shape, color, count))),
  );
}

function goalWords(goal) {
  return goal ? `Goal: ${goal.axis} = ${goal.at}` : "";
}

function reserveField(draft, { shape, color, owner, path, count }, change) {
  const id = idOf(path);
  return el(
    "div",
    { class: "palette-row", "data-path": path },
    pieceIcon({ shape, color }),
    el("label", { for: id }, `${shapeName(shape)}s`, el("span", { class: "visually-hidden" }, ` of ${owner} in reserve`)),
    number(id, { minimum: 0, maximum: MOST }, count, (to, more) => change((one) => one.set(path, to), more)),
    el("p", { class: "fault", id: `${id}-fault`, role: "alert" }),
  );
}

function reserveWords(shape, color, count) {
  return el("p", { class: "palette-row" }, pieceIcon({ shape, color }), el("strong", {}, String(count)), ` ${shapeName(shape)}${count === 1 ? "" : "s"}`);
}
