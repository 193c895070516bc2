// The seats' palettes, between which the board is drawn: whose colour, which goal, how many pieces in reserve; and the
// markers with which spaces are given what they have.

import { el } from "./dom.js";
import { number } from "./fields.js";
import { idOf } from "./paths.js";
import { pieceIcon } from "./pieces.js";
import { capital, pieceName, shapeName } from "./words.js";

/**
 * Two lists of palettes: those before the board and those after it.
 *
 * `edit` is null where nothing can be changed, else {change, markers, chosen, choose}: the fields of the markers that can
 * be played, the marker that is chosen, and what chooses another.
 */
export function palettesOf(draft, table, edit) {
  const palettes = draft.seats.map((seat) => palette(draft, table, seat, edit));
  const half = Math.ceil(palettes.length / 2);
  return [palettes.slice(0, half), palettes.slice(half)];
}

/** Whose reserve stands in whose palette: a reserve that several share is the first one's. */
function ownersAt(draft, seat) {
  const rest = draft.owners.filter((owner) => !draft.seats.includes(owner));
  return [...draft.owners.filter((owner) => owner === seat), ...(seat === draft.seats.at(-1) ? rest : [])];
}

function palette(draft, table, seat, edit) {
  const told = table?.seats.find((one) => one.seat === seat);
  const color = told?.color ?? (seat === "chaos" ? "yellow" : seat);
  const rows = ownersAt(draft, seat).flatMap((owner) => draft.shapes.map((shape) => row(draft, { owner, shape, color: owner === "chaos" ? color : owner }, edit)));
  return el(
    "section",
    { class: "palette", "aria-label": capital(seat) },
    el("h3", { class: "palette-name" }, pieceIcon({ shape: "O", color }), capital(seat)),
    el("p", { class: "palette-goal soft" }, goalWords(told?.goal)),
    rows,
    seatMarkers(seat, edit),
  );
}

const goalWords = (goal) => (goal ? `Goal: ${goal.axis} = ${goal.at}` : "");

function row(draft, { owner, shape, color }, edit) {
  const path = `shapes.${shape}.reserve.${owner}`;
  const count = draft.get(path) ?? 0;
  if (!edit) return count > 0 ? el("p", { class: "palette-row" }, pieceIcon({ shape, color }), el("strong", {}, String(count)), ` ${shapeName(shape)}${count === 1 ? "" : "s"}`) : null;
  const id = idOf(path);
  return el(
    "div",
    { class: "palette-row", "data-path": path },
    pieceMarker({ shape, color, owner }, edit) ?? pieceIcon({ shape, color }),
    el("label", { for: id }, `${shapeName(shape)}s`, el("span", { class: "visually-hidden" }, ` of ${owner} in reserve`)),
    number(id, { minimum: 0, maximum: draft.form.limits.reserve }, count, (to, more) => edit.change((one) => one.set(path, to), more)),
    el("p", { class: "fault", id: `${id}-fault`, role: "alert" }),
  );
}

/** The marker that puts a piece on the board. */
function pieceMarker({ shape, color, owner }, edit) {
  const field = edit.markers.find((one) => one.values === "pieces");
  if (!field) return null;
  const name = `Put ${pieceName({ shape, color })}s on the board`;
  return markerButton({ ...field, name, owner, shape, color, key: `${owner}-${shape}` }, edit, pieceIcon({ shape, color }));
}

function seatMarkers(seat, edit) {
  return (edit?.markers ?? [])
    .filter((field) => field.values === "seats")
    .map((field) => markerButton({ ...field, name: `Exclusive to ${seat}`, seat, key: seat }, edit, "Exclusive"));
}

/** The markers that are nobody's: properties of spaces, and pieces that belong to all. */
export function commonMarkers(draft, edit) {
  const properties = edit.markers.filter((field) => field.values === undefined).map((field) => markerButton({ ...field, name: field.label, key: "" }, edit, field.label));
  const pieces = edit.markers
    .filter((field) => field.values === "pieces")
    .flatMap((field) => (field.owners ?? []).flatMap((owner) => draft.shapes.map((shape) => ({ ...field, owner, shape, color: owner, key: `${owner}-${shape}` }))))
    .map((marker) => markerButton({ ...marker, name: `Put ${shapeName(marker.shape)}s of nobody on the board` }, edit, [pieceIcon(marker), ` Nobody’s ${shapeName(marker.shape)}`]));
  const faults = [...new Set(edit.markers.map((field) => field.path))].map((path) => el("p", { class: "fault", id: `${idOf(path)}-fault`, role: "alert" }));
  return [...properties, ...pieces, ...faults];
}

function markerButton(marker, { chosen, choose }, content) {
  const id = `marker-${marker.marker}-${marker.key}`.replace("+", "plus");
  const pressed = chosen?.marker === marker.marker && chosen?.key === marker.key;
  return el("button", { type: "button", class: "marker", id, "aria-pressed": String(pressed), "aria-label": marker.name, title: marker.name, onclick: () => choose(pressed ? null : marker) }, content);
}
