// Invitations: who is waited for, and what may be done.

import { copyField } from "./copying.js";
import { countdown } from "./countdown.js";
import { el, icon } from "./dom.js";
import { goTo } from "./going.js";
import { post, requestId } from "./request.js";
import { t } from "./texts.js";
import { capital, listed } from "./words.js";

/** @import { Match, Player, Seat } from "./family.js" */

/** @typedef {Player & { hosts?: Player[] }} Me whoever looks, with the personas as whom they invite, too */

/**
 * Whether somebody is whoever looks, were it as a persona of theirs.
 *
 * @param {Pick<Player, "id">} player
 * @param {Me} me
 */
export const isOneself = ({ id }, { id: own, hosts = [] }) => id === own || hosts.some((host) => host.id === id);

/** @param {Match} match */
export const inviter = (match) => match.seats[0].player;

/**
 * @param {Match} match
 * @param {Me} me
 */
export const isSentBy = (match, me) => isOneself(inviter(match), me);

/**
 * Whether the match waits for an answer of somebody.
 *
 * @param {Match} match
 * @param {Player} me
 */
export const isAsked = (match, me) => match.seats.some((seat) => seat.player.id === me.id && !seat.accepted);

/** @type {Record<string, string>} */
const WHOEVER = { open: t("whoever opens the link"), next: t("the next person available") };

/**
 * What is said of who sits there, or is to.
 *
 * @param {Seat} seat
 * @param {Me} me
 */
export function seatName({ player }, me) {
  if (player.id && player.id === me.id) return t("you");
  return isOneself(player, me) ? t("you, as {name}", { name: player.name }) : (WHOEVER[player.kind] ?? player.name);
}

/**
 * The same where it stands alone: whoever has a small letter in front keeps it.
 *
 * @param {Seat} seat
 * @param {Me} me
 */
function seatTitle(seat, me) {
  const name = seatName(seat, me);
  return name === seat.player.name ? name : capital(name);
}

/**
 * "Waiting for Bob and whoever opens the link."
 *
 * @param {Match} match
 * @param {Me} me
 */
export function waitingText(match, me) {
  const awaited = match.seats.filter((seat) => !seat.accepted).map((seat) => seatName(seat, me));
  return t("Waiting for {list}.", { list: listed([...new Set(awaited)]) });
}

/**
 * The others who are named in an invitation, or play in a match: "Bob and Random".
 *
 * @param {Match} match
 * @param {Me} me
 */
export const othersText = (match, me) =>
  listed(match.seats.filter(({ player }) => !isOneself(player, me)).map((seat) => seatName(seat, me)));

/** @type {Record<string, string>} */
const ICONS = {
  open: "fa-link",
  next: "fa-users",
  random: "fa-random",
  house: "fa-lightbulb-o",
  bot: "fa-robot",
  persona: "fa-user-secret",
};

/**
 * An entry for each seat: who it is, and whether they have accepted.
 *
 * @param {Match} match
 * @param {Me} me
 */
export const invitedSeats = (match, me) =>
  match.seats.map((seat) =>
    el(
      "li",
      { class: `invited-seat ${seat.accepted ? "is-in" : ""}` },
      icon(ICONS[seat.player.kind] ?? "fa-user"),
      el("span", { class: "invited-name" }, seatTitle(seat, me)),
      el("span", { class: "invited-state" }, icon(seat.accepted ? "fa-check" : "fa-clock-o"), stateOf(seat)),
    ),
  );

/** @param {Seat} seat */
function stateOf({ accepted, declined }) {
  if (declined) return t("declined");
  return accepted ? t("ready") : t("awaited");
}

/**
 * How long an invitation lasts.
 *
 * @param {Match} match
 */
export const timeLeft = (match) =>
  match.is_in_lobby
    ? null
    : el("span", { class: "time-left soft" }, countdown(match.lapses_at_ms), el("span", {}, " ", t("left to accept")));

/**
 * Accepts, declines or cancels; gives what has become of it.
 *
 * @param {Match} match
 * @param {"accept" | "decline" | "cancel"} verb
 * @returns {Promise<Match>}
 */
export const answer = (match, verb) => post(`/api/matches/${match.id}/${verb}`);

/**
 * Invites players, and goes to the match, which may have begun at once.
 *
 * @param {string} gameId
 * @param {string[]} playerIds
 */
export async function invite(gameId, playerIds) {
  const made = await post("/api/matches", { game_id: gameId, player_ids: playerIds, request_id: requestId() });
  await goTo(`/matches/${made.id}`);
}

/** @param {Match} match */
const addressOf = (match) => `${location.origin}/join/${match.link}`;

/**
 * The link to open seats, to be copied.
 *
 * @param {Match} match
 */
export function linkField(match) {
  const id = `link-${match.id}`;
  const field = el("input", { id, readonly: true, value: addressOf(match), onfocus: () => field.select() });
  const said = el("span", { class: "copied", role: "status" });
  const copy = async () => (said.textContent = await copyField(field));
  return el(
    "div",
    { class: "link-field" },
    el("label", { for: id }, t("Link to the open seat")),
    el(
      "div",
      { class: "link-row" },
      field,
      el("button", { type: "button", class: "button", id: `copy-${match.id}`, onclick: copy }, t("Copy")),
    ),
    said,
  );
}
