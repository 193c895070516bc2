// The newest matches of a game, for those who watch and those who learn: who plays, and how it ended.

import { byId, el, replace } from "./dom.js";
import { headline } from "./headline.js";
import { dayText } from "./numbers.js";
import { t } from "./texts.js";

/** @import { Match } from "./family.js" */

/** @param {Match[]} matches */
export function showMatches(matches) {
  const none = () => el("p", { class: "empty" }, t("No matches to show."));
  replace(byId("matches"), matches.length > 0 ? el("ul", { class: "game-matches" }, matches.map(item)) : none());
}

/** @param {Match} match */
function item(match) {
  const isRunning = match.status === "running";
  return el(
    "li",
    {},
    el("a", { class: "player-link", href: `/matches/${match.id}` }, names(match)),
    el("span", {}, isRunning ? t("Being played now.") : headline(match)),
    isRunning ? null : el("span", { class: "soft" }, dayText(match.ended_at_ms)),
  );
}

/** @param {Match} match */
const names = ({ seats }) => seats.map(({ player }) => player.name).join(" – ");
