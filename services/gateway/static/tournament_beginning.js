// Beginning a tournament of people: its organizer sees first who plays, for nobody can join afterwards.

import { byId, dialogById, el, icon, say } from "./dom.js";
import { t } from "./texts.js";
import { listed } from "./words.js";

/** @import { Tournament } from "./tournament_words.js" */

/**
 * Begins it once that is confirmed; null as long as there are too few.
 *
 * @param {Tournament} tournament
 */
export function beginButton(tournament) {
  const { games, open } = tournament;
  const { playing, silent } = answered(tournament);
  if (playing.length < Math.max(...games.map(({ seats }) => seats.length))) return null;
  const words = [
    t("Players: {list}.", { list: listed(playing) }),
    silent.length > 0 ? t("Left out, as they have not answered: {list}.", { list: listed(silent) }) : "",
    t("Nobody can be added afterwards."),
  ];
  const onclick = () => {
    say(byId("begin-words"), words.filter(Boolean).join(" "));
    dialogById("begin-dialog").showModal();
  };
  const attributes = { type: "button", class: "button", id: "people-begin", onclick };
  return el("button", attributes, icon("fa-play"), open ? t("Begin") : t("Begin with those who accepted"));
}

/** Who would play, and who has not said anything. @param {Tournament} tournament */
function answered({ players }) {
  const named = (/** @type {string[]} */ entries) =>
    players.filter(({ entry }) => entries.includes(entry)).map(({ name }) => name);
  return { playing: named(["", "accepted"]), silent: named(["invited"]) };
}
