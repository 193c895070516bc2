// A match that is kept nowhere: without a clock, a rating or an address.

/** @import { Match, Player, View } from "./family.js" */

/** @type {Player} */
export const CHAOS = { id: "chaos", name: "Chaos", kind: "chaos" };

/**
 * @param {{ id: string, name: string }} game
 * @param {{ seat: string, player: Player }[]} seats
 * @param {{ viewer: string, view: View | null, view_version: number }} seen
 * @returns {Match<any>}
 */
export const unkeptMatch = (game, seats, { viewer, view, view_version: version }) => ({
  id: "",
  game,
  status: view?.outcome ? "ended" : "running",
  seats: seats.map((one) => ({
    ...one,
    accepted: true,
    declined: false,
    outcome: /** @type {"win" | "draw" | "lose" | ""} */ (view?.outcome?.seats[one.seat] ?? ""),
  })),
  viewer,
  view_version: version,
  view,
  proposed: [],
  impulses: [],
  was_forced: false,
  reason: view?.outcome ? "rules" : "",
  rated: false,
  unrated: "",
  hints: "",
  seconds_per_turn: 0,
  is_acting: view?.acting.includes(viewer) ?? false,
  acting: view?.acting ?? [],
  due_at_ms: 0,
  lapses_at_ms: 0,
  is_in_lobby: false,
  can_take_back: false,
  take_back_asked_by: "",
  take_back_agreed: [],
  can_pause: false,
  pause_asked_by: "",
  pause_agreed: [],
  is_paused: false,
  paused_until_ms: 0,
  paused_left_ms: 0,
  resumed_by: "",
  link: "",
  now_ms: 0,
  ended_at_ms: 0,
});
