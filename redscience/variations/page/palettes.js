// The seats' palettes, between which the board is drawn: whose colour, which goal, how many pieces in reserve; and the
// markers with which spaces are given what they have.

import { el, icon } from "../../dom.js";
import { idOf } from "../../paths.js";
import { t } from "../../texts.js";
import { capital, listed } from "../../words.js";
import { number } from "./fields.js";
import { colorName, pieceName, shapeName } from "./names.js";
import { pieceIcon } from "./pieces.js";
import { NOBODY } from "./placing.js";
import { share } from "./reserves.js";

/** @import { Child } from "../../dom.js" */
/** @import { Draft } from "./draft.js" */
/** @import { Field } from "./form.js" */
/** @import { ChangeDraft } from "./fields.js" */
/** @import { Marker } from "./marks.js" */
/** @import { TableSeat } from "./view.js" */

/**
 * What can be changed, and how.
 *
 * @typedef {object} Edit
 * @property {ChangeDraft} change
 * @property {number} phase that is shown, from 0
 * @property {number} phases how many there are
 * @property {Field[]} markers the fields of the markers, their paths written out
 * @property {Field[]} seatMarkers likewise those that are put on seats
 * @property {Marker | null} chosen the marker that is chosen
 * @property {(marker: Marker | null, isAgain?: boolean) => void} choose `isAgain`: it goes where the last one was put
 */

/** @typedef {{ owner: string, color: string }} Owner whose reserve it is, and in which colour */

/**
 * Two lists of palettes: those before the board and those after it.
 *
 * @param {Draft} draft
 * @param {TableSeat[]} seats
 * @param {Edit | null} edit null where nothing can be changed
 * @returns {[before: HTMLElement[], after: HTMLElement[]]}
 */
export function palettesOf(draft, seats, edit) {
  const palettes = seats.map((seat) => palette(draft, seat, edit));
  if (edit) palettes[0].append(...numbersOffered(draft));
  const half = Math.ceil(palettes.length / 2);
  return [palettes.slice(0, half), palettes.slice(half)];
}

/**
 * Whose reserve stands in whose palette: a reserve that several share is the first one's.
 *
 * @param {Draft} draft
 * @param {string} seat
 */
function ownersAt(draft, seat) {
  const rest = draft.owners.filter((owner) => !draft.seats.includes(owner));
  return [...draft.owners.filter((owner) => owner === seat), ...(seat === draft.seats.at(-1) ? rest : [])];
}

/**
 * @param {Draft} draft
 * @param {TableSeat} seat
 * @param {Edit | null} edit
 */
function palette(draft, { seat, color, goal }, edit) {
  const owners = ownersAt(draft, seat).map((owner) => ({ owner, color: owner === "chaos" ? color : owner }));
  const colorWord = color === seat ? null : el("span", { class: "soft" }, colorName(color));
  return el(
    "section",
    { class: "palette", "aria-label": capital(colorName(seat)) },
    el("h3", { class: "palette-name" }, pieceIcon({ shape: "seat", color }), capital(colorName(seat)), colorWord),
    goal ? el("p", { class: "palette-goal soft" }, t("Goal: {axis} = {at}", { ...goal })) : null,
    owners.flatMap((one) => draft.shapes.map((shape) => row(draft, one, shape, edit))),
    edit ? seatMarkers(draft, seat, owners, edit) : lockWords(draft, seat),
  );
}

/**
 * @param {Draft} draft
 * @param {string} seat
 */
function lockWords(draft, seat) {
  const numbers = draft.rules.phases.map((_, index) => index + 1);
  const locked = numbers.filter((phase) => draft.seatsAt(`phases[${phase - 1}].locked`).includes(seat));
  if (locked.length === 0) return null;
  return el("p", { class: "palette-goal soft" }, t("Locked in phase {list}", { list: listed(locked) }));
}

/**
 * @param {Draft} draft
 * @param {Owner} whose
 * @param {string} shape
 * @param {Edit | null} edit
 */
function row(draft, { owner, color }, shape, edit) {
  const path = `shapes.${shape}.reserve.${owner}`;
  const count = draft.get(path) ?? 0;
  if (!edit) return count > 0 ? shownRow(shape, color, count) : null;
  const id = idOf(path);
  const bounds = { minimum: 0, maximum: draft.form.limits.reserve };
  const input = number(id, bounds, count, (to, more) => edit.change((one) => one.set(path, to), more));
  input.disabled = edit.phase > 0;
  const most = share(draft, draft.owners.indexOf(owner));
  input.setAttribute("list", offeredId(most));
  input.setAttribute("title", t("{count} fit on the board", { count: most }));
  const whoseReserve = t("of {owner} in reserve", { owner: colorName(owner) });
  return el(
    "div",
    { class: "palette-row", "data-path": path },
    pieceMarker(owner, shape, color, edit) ?? pieceIcon({ shape, color }),
    el(
      "div",
      { class: "palette-kind soft" },
      el("label", { for: id }, shapeName(shape, 2), el("span", { class: "visually-hidden" }, ` ${whoseReserve}`)),
      t("{count} fit", { count: most }),
    ),
    input,
    el("p", { class: "fault", id: `${id}-fault` }),
  );
}

/** @param {number} most */
const offeredId = (most) => `up-to-${most}`;

/**
 * The numbers from 0 to what fits on the board, for fields in which others can be typed: a list for each most.
 *
 * @param {Draft} draft
 */
function numbersOffered(draft) {
  const mosts = new Set(draft.owners.map((_, index) => share(draft, index)));
  return [...mosts].map((most) =>
    el(
      "datalist",
      { id: offeredId(most) },
      Array.from({ length: most + 1 }, (_, count) => el("option", { value: count })),
    ),
  );
}

/**
 * @param {string} shape
 * @param {string} color
 * @param {number} count
 */
function shownRow(shape, color, count) {
  const words = [el("strong", {}, String(count)), ` ${shapeName(shape, count)}`];
  return el("p", { class: "palette-row" }, pieceIcon({ shape, color }), words);
}

/**
 * The marker that puts a piece on the board.
 *
 * @param {string} owner
 * @param {string} shape
 * @param {string} color
 * @param {Edit} edit
 */
function pieceMarker(owner, shape, color, edit) {
  const field = edit.markers.find((one) => one.values === "pieces");
  if (!field) return null;
  const name = t("Put {pieces} on the board", { pieces: pieceName({ shape, color }, 2) });
  const marker = { ...field, name, owner, shape, color, key: `${owner}-${shape}` };
  return markerButton(marker, edit, pieceIcon({ shape, color }));
}

/**
 * @param {Draft} draft
 * @param {string} seat
 * @param {Owner[]} owners
 * @param {Edit} edit
 */
function seatMarkers(draft, seat, owners, edit) {
  const marked = edit.markers.flatMap((field) => {
    if (field.values === "seats") {
      const marker = { ...field, name: t("Exclusive to {seat}", { seat: colorName(seat) }), seat, key: seat };
      return [markerButton(marker, edit, named("exclusive", t("Exclusive")))];
    }
    if (field.values !== "dealt") return [];
    return owners.map(({ owner, color }) => {
      const marker = {
        ...field,
        name: t("Deal to {owner}", { owner: colorName(owner) }),
        owner,
        shape: "dealt",
        color,
        key: owner,
      };
      return markerButton(marker, edit, [pieceIcon({ shape: "dealt", color }), t("Dealt")]);
    });
  });
  const own = edit.seatMarkers.map((field) => seatMarker(draft, field, seat, edit));
  return el("div", { class: "palette-markers" }, own, marked);
}

/**
 * What is set for a seat itself in the phase that is shown.
 *
 * @param {Draft} draft
 * @param {Field} field
 * @param {string} seat
 * @param {Edit} edit
 */
function seatMarker(draft, { path, label }, seat, { change, phase, phases }) {
  const values = { label, seat: colorName(seat), who: capital(colorName(seat)), number: phase + 1 };
  const isOne = phases === 1;
  const index = draft.seatsAt(path).indexOf(seat);
  return el(
    "button",
    {
      type: "button",
      class: "marker",
      id: `${idOf(path)}-${seat}`,
      "data-path": index < 0 ? path : `${path}[${index}]`,
      "aria-pressed": String(index >= 0),
      "aria-label": isOne ? t("{label} for {seat}", values) : t("{label} for {seat} in phase {number}", values),
      title: isOne ? t("{who} is skipped", values) : t("{who} is skipped in phase {number}", values),
      onclick: () => change((one) => one.toggleSeatAt(path, seat)),
    },
    named("phase_lock", label),
  );
}

/**
 * The markers that are nobody's: properties of spaces, and pieces that belong to all.
 *
 * @param {Draft} draft
 * @param {Edit} edit
 */
export function commonMarkers(draft, edit) {
  const plain = edit.markers.filter((field) => field.values === undefined);
  const properties = plain.map((field) =>
    markerButton({ ...field, name: field.label, key: "" }, edit, named(field.marker ?? "", field.label)),
  );
  const nobodys = edit.markers.filter((field) => field.owners?.includes(NOBODY));
  const pieces = nobodys.map((field) =>
    field.values === "dealt" ? commonDealt(field, edit) : communalPieces(draft, field, edit),
  );
  const paths = new Set([...edit.markers, ...edit.seatMarkers].map((field) => field.path));
  const faults = [...paths].map((path) => el("p", { class: "fault", id: `${idOf(path)}-fault` }));
  return [...properties, ...pieces, ...faults];
}

/**
 * @param {Field} field
 * @param {Edit} edit
 */
function commonDealt(field, edit) {
  const marker = { ...field, name: t("Deal to nobody"), owner: NOBODY, shape: "dealt", color: NOBODY, key: NOBODY };
  return markerButton(marker, edit, [pieceIcon({ shape: "dealt", color: NOBODY }), t("Dealt common")]);
}

/**
 * @param {Draft} draft
 * @param {Field} field
 * @param {Edit} edit
 */
function communalPieces(draft, field, edit) {
  const isOnly = draft.shapes.length === 1;
  const buttons = draft.shapes.map((shape) => {
    const kind = { owner: NOBODY, shape, color: NOBODY };
    const name = t("Put nobody’s {shape} on the board", { shape: shapeName(shape) });
    const content = [pieceIcon(kind), isOnly ? t("Nobody’s {shape}", { shape: shapeName(shape) }) : ""];
    return markerButton({ ...field, ...kind, name, key: `${NOBODY}-${shape}` }, edit, content);
  });
  return isOnly ? buttons[0] : el("span", { class: "marker-row" }, t("Nobody’s"), buttons);
}

/**
 * @param {Marker} marker
 * @param {Edit} edit
 * @param {Child | Child[]} content
 */
function markerButton(marker, { chosen, choose, phase }, content) {
  const pressed = chosen?.marker === marker.marker && chosen?.key === marker.key;
  const isSetBefore = phase > 0 && !isOfPhase(marker);
  const attributes = {
    type: "button",
    class: "marker",
    id: `marker-${marker.marker}-${marker.key}`.replace("+", "plus"),
    "data-path": marker.path,
    "aria-pressed": String(pressed),
    "aria-label": marker.name,
    title: isSetBefore
      ? t("The same in all phases: go to phase 1 to change it")
      : t("{what}. With Shift: where the last one was painted", { what: marker.hint || marker.name }),
    disabled: isSetBefore,
    onclick: (/** @type {MouseEvent} */ { shiftKey }) => choose(pressed && !shiftKey ? null : marker, shiftKey),
  };
  return el("button", attributes, content);
}

/**
 * Whether what a field says is of one phase alone.
 *
 * @param {Field} field its path written out
 */
export const isOfPhase = ({ path }) => path.startsWith("phases[");

/** @type {Record<string, string>} */
const ICONS = {
  exclusive: "fa-key",
  wall: "fa-ban",
  sticky: "fa-thumb-tack",
  phase_lock: "fa-user-lock",
  lock: "fa-lock",
  cloak: "fa-eye-slash",
};

/**
 * The icon of a marker, and its name.
 *
 * @param {string} marker
 * @param {string} label
 */
const named = (marker, label) => [icon(ICONS[marker]), label];
