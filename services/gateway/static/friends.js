// Friends, and those who are not yet or no more; and a way to find others.

import { act, followFriends, friendButtons, mayInvite } from "./acquaintance.js";
import { Combobox } from "./combobox.js";
import { byId, el, icon, inputById, replace } from "./dom.js";
import { toldInRow } from "./faults.js";
import { goTo } from "./going.js";
import { playerFace } from "./player_link.js";
import { get } from "./request.js";
import { t } from "./texts.js";

/** @import { Action, Known, Relation } from "./acquaintance.js" */

/** @typedef {Record<"friends" | "asked" | "asking" | "banned", Known[]>} Friends */

/** @type {{ group: keyof Friends, title: string, none: string }[]} */
const GROUPS = [
  { group: "asking", title: t("They ask you"), none: "" },
  {
    group: "friends",
    title: t("Friends"),
    none: t("No friends yet. Look for a player by name, or add somebody you have played with."),
  },
  { group: "asked", title: t("You have asked"), none: "" },
  { group: "banned", title: t("Banned by you"), none: "" },
];

/**
 * @param {Known} _
 * @param {Friends} list
 * @param {Known} me
 */
export function showFriends(_, list, me) {
  let shown = "";
  /** @param {Friends} friends */
  const draw = (friends) => {
    shown = JSON.stringify(friends);
    replace(
      byId("rows"),
      GROUPS.filter(({ group, none }) => friends[group].length > 0 || none).map(({ group, title, none }) =>
        el(
          "section",
          { class: "people-group", "aria-label": title },
          el("h3", {}, title, el("span", { class: "soft" }, ` ${friends[group].length || ""}`)),
          friends[group].length > 0
            ? el(
                "ul",
                { class: "people" },
                friends[group].map((player) => item(player, group)),
              )
            : el("p", { class: "empty" }, none),
        ),
      ),
    );
  };

  /**
   * @param {Known} player
   * @param {Relation} relation
   */
  const item = (player, relation) =>
    el(
      "li",
      { class: "person", "data-player": player.id },
      playerFace(player),
      el(
        "span",
        { class: "actions" },
        mayInvite(player, relation, me) ? inviteLink(player) : null,
        friendButtons(player, relation, (action) => press(player, action)),
      ),
    );

  /**
   * @param {Known} player
   * @param {Action} action
   */
  async function press(player, action) {
    await toldInRow(document.querySelector(`[data-player="${player.id}"]`), async () => {
      await act(player.id, action);
      draw(await get(`/api/players/${me.id}/friends`));
    });
  }

  draw(list);
  followFriends(me.id, (friends) => {
    if (JSON.stringify(friends) !== shown) draw(friends);
  });
  new Combobox(inputById("find-player"), byId("found-players"), {
    find: async (text) => [{ title: "", options: text ? await found(text, me) : [] }],
    onChoose: ({ id }) => goTo(`/players/${id}`),
    none: t("Nobody's name begins like that."),
  });
}

/** @param {Known} player */
function inviteLink({ id }) {
  const link = { class: "button primary", id: `invite-${id}`, href: `/?with=${id}` };
  return el("a", link, icon("fa-fort-awesome"), t("Invite"));
}

/**
 * @param {string} text
 * @param {Known} me
 * @returns {Promise<Known[]>}
 */
async function found(text, me) {
  /** @type {Known[]} */
  const players = await get(`/api/players?name=${encodeURIComponent(text)}`);
  return players.filter(({ id }) => id !== me.id);
}
