// One's own settings: name, avatar, sessions; the address, personas, bots and erasure are next door.

import { avatar, AVATARS } from "./avatar.js";
import { byId, dialogById, el, pageData, replace, say } from "./dom.js";
import { showRowFault, told } from "./faults.js";
import { onSubmit } from "./forms.js";
import { longAgo } from "./numbers.js";
import { OwnAddress } from "./own_address.js";
import { OwnErasure } from "./own_erasure.js";
import { OwnPlayers } from "./own_players.js";
import { RenameDialog } from "./rename_dialog.js";
import { post, Refused } from "./request.js";
import { t } from "./texts.js";

/** @import { Known } from "./acquaintance.js" */
/** @import { Own } from "./own_players.js" */

/** @typedef {{ id: string, label: string, used_at_ms: number, is_this: boolean }} Session */
/** @typedef {Own & { me: Known, sessions: Session[], may_make_bots: boolean }} AccountPage */

/** @type {AccountPage} */
const account = pageData();
const { me } = account;

// --- name -----------------------------------------------------------------------------------------------------------

onSubmit("name-form", "name", async (name) => {
  say(byId("name-said"), "");
  const renamed = await post("/api/me/name", { name });
  for (const place of document.querySelectorAll(".user-name, .menu-note strong")) say(place, renamed.name);
  say(
    byId("name-said"),
    t("You are called {name} now. Matches that you have played keep the name that you had in them.", {
      name: renamed.name,
    }),
  );
});

new OwnAddress();
new OwnErasure();

// --- avatars --------------------------------------------------------------------------------------------------------

const avatarDialog = dialogById("avatar-dialog");

/**
 * Lets an avatar be chosen for oneself, or a player of one's own.
 *
 * @param {Known} player
 * @param {(chosen: Known) => void} onChosen
 */
function chooseAvatar(player, onChosen) {
  /** @param {number} number */
  const choose = async (number) => {
    try {
      onChosen(await post("/api/me/avatar", { avatar: number, player_id: player.id }));
      avatarDialog.close();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      say(byId("avatar-fault"), error.message);
    }
  };
  say(
    byId("avatar-title"),
    player.id === me.id ? t("Choose your avatar") : t("Choose an avatar for {name}", { name: player.name }),
  );
  say(byId("avatar-fault"), "");
  const button = (/** @type {string} */ name, /** @type {number} */ index) => {
    const pressed = String(index + 1 === player.avatar);
    const about = { type: "button", class: "avatar-button", "aria-label": name, title: name, "aria-pressed": pressed };
    return el("button", { ...about, onclick: () => choose(index + 1) }, avatar(index + 1));
  };
  replace(byId("avatars"), AVATARS.map(button));
  avatarDialog.showModal();
}

byId("own-avatar").addEventListener("click", () =>
  chooseAvatar(me, (chosen) => {
    me.avatar = chosen.avatar;
    replace(byId("own-avatar"), avatar(chosen.avatar, "large"));
    document.querySelector("#user-menu summary .avatar")?.replaceWith(avatar(chosen.avatar));
  }),
);

// --- sessions -------------------------------------------------------------------------------------------------------

/** @param {Session[]} sessions */
function drawSessions(sessions) {
  replace(byId("sessions"), sessions.map(sessionItem));
  byId("end-others").hidden = sessions.length < 2;
}

/** @param {string} label as it was kept at the log-in, in English: "Firefox on Linux" */
function labelText(label) {
  const [browser, system, ...more] = label.split(" on ");
  if (system && more.length === 0) return t("{browser} on {system}", { browser, system });
  return label || t("A program");
}

/** @param {Session} session */
const sessionItem = ({ id, label, used_at_ms: used, is_this: isThis }) =>
  el(
    "li",
    { class: "person", "data-session": id },
    el(
      "span",
      { class: "person-text" },
      el("span", {}, labelText(label), isThis ? el("span", { class: "tag" }, t("this one")) : null),
      el("span", { class: "soft hint" }, usedText(used)),
    ),
    isThis
      ? null
      : el(
          "button",
          {
            type: "button",
            class: "button",
            "aria-label": t("Log out {label}", { label: labelText(label) }),
            onclick: () => end(`/${id}`),
          },
          t("Log out"),
        ),
  );

const HOUR_MS = 3_600_000;

/** @param {number} used to within an hour */
const usedText = (used) =>
  Date.now() - used < HOUR_MS
    ? t("Used within the last hour")
    : t("Last used {ago}", { ago: longAgo(Date.now() - used) });

/** @param {string} which "" for all others */
async function end(which) {
  const row = document.querySelector(`[data-session="${which.slice(1)}"]`);
  await told(
    (text) => (row ? showRowFault(row, text) : say(byId("sessions-fault"), text)),
    async () => drawSessions(await post(`/api/me/sessions${which}/end`)),
  );
}

byId("end-others").addEventListener("click", () => end(""));
drawSessions(account.sessions);

// --- personas and bots ----------------------------------------------------------------------------------------------

const renameDialog = new RenameDialog();

/**
 * @param {Known} player
 * @param {() => void} onRenamed
 */
const askName = ({ id, name }, onRenamed) =>
  renameDialog.ask(name, (to) => post("/api/me/name", { name: to, player_id: id }), onRenamed);

new OwnPlayers(account, account.may_make_bots, { chooseAvatar, askName });
