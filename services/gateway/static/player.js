// A player's page: who they are, what one has to do with them, and a tab.

import { act, friendButtons, mayInvite, relationOf } from "./acquaintance.js";
import { byId, el, icon, pageData, replace, say } from "./dom.js";
import { showCreations, showFavoritism, showStatistics } from "./deeds.js";
import { showFriends } from "./friends.js";
import { showHistory } from "./past_matches.js";
import { KINDS } from "./player_link.js";
import { Refused } from "./request.js";
import { t } from "./texts.js";

/** @import { Known } from "./acquaintance.js" */

/**
 * @typedef {object} PlayerPage
 * @property {Known} me
 * @property {Known} player
 * @property {Known | null} owner
 * @property {string} tab
 * @property {string} stance
 * @property {any} list what the tab begins with
 */

/** @type {PlayerPage} */
const { me, player, tab, stance: told, list } = pageData();

/** @type {Record<string, string>} */
const STANDS = {
  friends: t("You are friends."),
  asked: t("You have asked to be friends; there is no answer yet."),
  asking: t("Asks you to be friends."),
  banned: t("You have banned this player: their requests are not shown to you."),
};

byId("player-kind").hidden = !KINDS[player.kind];
say(byId("player-kind"), KINDS[player.kind] ?? "");

/** @param {string} stance */
function drawButtons(stance) {
  const relation = relationOf(player, me, stance);
  say(byId("stance"), STANDS[relation] ?? "");
  const invite = mayInvite(player, relation, me)
    ? el(
        "a",
        { class: "button primary", id: "invite", href: `/?with=${player.id}` },
        icon("fa-fort-awesome"),
        t("Invite"),
      )
    : null;
  const settings =
    relation === "self" || relation === "own"
      ? el("a", { class: "button", href: "/me" }, icon("fa-cog"), t("Settings"))
      : null;
  const together =
    me.kind === "person" && relation !== "self"
      ? el(
          "a",
          {
            class: "button",
            id: "together",
            href: `/players/${me.id}/history?${new URLSearchParams({ search: player.name })}`,
          },
          icon("fa-history"),
          t("Your matches"),
        )
      : null;
  const change =
    me.role === "admin" && relation !== "self" && ["person", "bot", "persona"].includes(player.kind)
      ? el("a", { class: "button", href: `/admin?player=${player.id}` }, icon("fa-pencil"), t("Change as an admin"))
      : null;
  replace(byId("player-actions"), invite, settings, friendButtons(player, relation, press), together, change);
}

/** @param {import("./acquaintance.js").Action} action */
async function press(action) {
  say(byId("player-fault"), "");
  try {
    drawButtons(await act(player.id, action));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    say(byId("player-fault"), error.message);
  }
}

/** @type {Record<string, (player: Known, list: any, me: Known) => void>} */
const TABS = {
  stats: showStatistics,
  history: showHistory,
  favoritism: showFavoritism,
  creations: showCreations,
  friends: showFriends,
};

drawButtons(told);
TABS[tab](player, list, me);
