// The seats' palettes, between which the board is drawn: whose colour, which goal, how many pieces in reserve; and the
// markers with which spaces are given what they have.

import { el } from "./dom.js";
import { number } from "./fields.js";
import { NOBODY } from "./marks.js";
import { idOf } from "./paths.js";
import { pieceIcon } from "./pieces.js";
import { capital, listed, pieceName, shapeName } from "./words.js";

/**
 * Two lists of palettes: those before the board and those after it.
 *
 * `edit` is null where nothing can be changed, else {change, phase, markers, chosen, choose}: the number of the phase
 * shown, from 0, and how many there are; the fields of the markers, their paths written out; the marker that is chosen,
 * and what chooses another.
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
  const owners = ownersAt(draft, seat).map((owner) => ({ owner, color: owner === "chaos" ? color : owner }));
  return el(
    "section",
    { class: "palette", "aria-label": capital(seat) },
    el("h3", { class: "palette-name" }, pieceIcon({ shape: "O", color }), capital(seat), color === seat ? null : el("span", { class: "soft" }, color)),
    el("p", { class: "palette-goal soft" }, goalWords(told?.goal)),
    owners.flatMap((one) => draft.shapes.map((shape) => row(draft, { ...one, shape }, edit))),
    edit ? seatMarkers(draft, seat, owners, edit) : lockWords(draft, seat),
  );
}

const goalWords = (goal) => (goal ? `Goal: ${goal.axis} = ${goal.at}` : "");

function lockWords(draft, seat) {
  const phases = draft.rules.phases.map((_, index) => index).filter((index) => draft.seatsAt(`phases[${index}].locked`).includes(seat));
  if (phases.length === 0) return null;
  return el("p", { class: "palette-goal soft" }, `Locked in phase ${listed(phases.map((index) => index + 1))}`);
}

function row(draft, { owner, shape, color }, edit) {
  const path = `shapes.${shape}.reserve.${owner}`;
  const count = draft.get(path) ?? 0;
  if (!edit) return count > 0 ? el("p", { class: "palette-row" }, pieceIcon({ shape, color }), el("strong", {}, String(count)), ` ${shapeName(shape, count)}`) : null;
  const id = idOf(path);
  return el(
    "div",
    { class: "palette-row", "data-path": path },
    pieceMarker({ shape, color, owner }, edit) ?? pieceIcon({ shape, color }),
    el("label", { for: id }, shapeName(shape, 2), el("span", { class: "visually-hidden" }, ` of ${owner} in reserve`)),
    number(id, { minimum: 0, maximum: draft.form.limits.reserve }, count, (to, more) => edit.change((one) => one.set(path, to), more)),
    el("p", { class: "fault", id: `${id}-fault`, role: "alert" }),
  );
}

/** The marker that puts a piece on the board. */
function pieceMarker({ shape, color, owner }, edit) {
  const field = edit.markers.find((one) => one.values === "pieces");
  if (!field) return null;
  const name = `Put ${pieceName({ shape, color }, 2)} on the board`;
  return markerButton({ ...field, name, owner, shape, color, key: `${owner}-${shape}` }, edit, pieceIcon({ shape, color }));
}

function seatMarkers(draft, seat, owners, edit) {
  const marked = edit.markers.flatMap((field) => {
    if (field.values === "seats") return [markerButton({ ...field, name: `Exclusive to ${seat}`, seat, key: seat }, edit, "Exclusive")];
    if (field.values !== "dealt") return [];
    return owners.map(({ owner, color }) =>
      markerButton({ ...field, name: `Deal to ${owner}`, owner, shape: "dealt", color, key: owner }, edit, "Dealt"),
    );
  });
  return el("div", { class: "palette-markers" }, edit.seatMarkers.map((field) => seatMarker(draft, field, seat, edit)), marked);
}

/** What is set for a seat itself in the phase that is shown. */
function seatMarker(draft, { path, label }, seat, { change, phase, phases }) {
  const isSet = draft.seatsAt(path).includes(seat);
  const when = phases > 1 ? ` in phase ${phase + 1}` : "";
  return el(
    "button",
    {
      type: "button",
      class: "marker",
      id: `${idOf(path)}-${seat}`,
      "aria-pressed": String(isSet),
      "aria-label": `${label} for ${seat}${when}`,
      title: `${capital(seat)} is skipped${when}`,
      onclick: () => change((one) => one.toggleSeatAt(path, seat)),
    },
    label,
  );
}

/** The markers that are nobody's: properties of spaces, and pieces that belong to all. */
export function commonMarkers(draft, edit) {
  const properties = edit.markers.filter((field) => field.values === undefined).map((field) => markerButton({ ...field, name: field.label, key: "" }, edit, field.label));
  const nobodys = edit.markers.filter((field) => field.owners?.includes(NOBODY)).flatMap((field) => (field.values === "dealt" ? [commonDealt(field, edit)] : communalPieces(draft, field, edit)));
  const paths = [...edit.markers, ...edit.seatMarkers].map((field) => field.path);
  const faults = [...new Set(paths)].map((path) => el("p", { class: "fault", id: `${idOf(path)}-fault`, role: "alert" }));
  return [...properties, ...nobodys, ...faults];
}

function commonDealt(field, edit) {
  return markerButton({ ...field, name: "Deal to nobody", owner: NOBODY, shape: "dealt", color: NOBODY, key: NOBODY }, edit, "Dealt common");
}

function communalPieces(draft, field, edit) {
  return draft.shapes.map((shape) => {
    const kind = { owner: NOBODY, shape, color: NOBODY };
    const name = `Put ${shapeName(shape, 2)} of nobody on the board`;
    return markerButton({ ...field, ...kind, name, key: `${NOBODY}-${shape}` }, edit, [pieceIcon(kind), ` Nobody’s ${shapeName(shape)}`]);
  });
}

const isSameMarker = (one, other) => one?.marker === other?.marker && one?.key === other?.key;

function markerButton(marker, { chosen, choose }, content) {
  const id = `marker-${marker.marker}-${marker.key}`.replace("+", "plus");
  const pressed = isSameMarker(chosen, marker);
  return el("button", { type: "button", class: "marker", id, "aria-pressed": String(pressed), "aria-label": marker.name, title: marker.name, onclick: () => choose(pressed ? null : marker) }, content);
}
