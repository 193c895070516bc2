// Players whom one has made: personas, played by oneself, and bots with their tokens.

import { copyField } from "./copying.js";
import { buttonById, byId, dialogById, el, icon, inputById, replace, say } from "./dom.js";
import { toldInRow } from "./faults.js";
import { onSubmit } from "./forms.js";
import { playerFace } from "./player_link.js";
import { get, post } from "./request.js";
import { t } from "./texts.js";

/** @import { Known } from "./acquaintance.js" */

/**
 * A bot; whether it is connected is null where nobody can tell.
 *
 * @typedef {Known & { is_connected: boolean | null }} OwnBot
 */

/** @typedef {{ personas: Known[], bots: OwnBot[], universes: Record<string, string> }} Own */

/**
 * What is done for a player of one's own.
 *
 * @typedef {object} Editing
 * @property {(player: Known, onChosen: () => void) => void} chooseAvatar
 * @property {(player: Known, onRenamed: () => void) => void} askName
 */

const PUBLIC = "public";

export class OwnPlayers {
  /**
   * @param {Own} own
   * @param {boolean} mayMakeBots
   * @param {Editing} editing
   */
  constructor(own, mayMakeBots, editing) {
    this.editing = editing;
    this.mayMakeBots = mayMakeBots;
    const others = { universe_name: "universe-name" };
    onSubmit("persona-form", "persona-name", (name) => this.#makePersona(name), "name", others);
    if (mayMakeBots) onSubmit("bot-form", "bot-name", (name) => this.#makeBot(name), "name");
    byId("copy-token").addEventListener("click", copyToken);
    inputById("token").addEventListener("focus", () => inputById("token").select());
    this.#draw(own);
  }

  async #drawAnew() {
    this.#draw(await get("/api/me/own"));
  }

  /** @param {Own} own */
  #draw({ personas, bots, universes }) {
    replace(
      byId("personas"),
      personas.map((persona) => this.#item(persona, this.#personaWords(persona, universes), this.#invite(persona))),
    );
    if (!this.mayMakeBots) return;
    replace(
      byId("bots"),
      bots.map((bot) => this.#item(bot, connectedWords(bot), this.#tokenButtons(bot))),
    );
  }

  /**
   * @param {Known} persona
   * @param {Record<string, string>} universes
   */
  #personaWords({ universe }, universes) {
    return universe === PUBLIC ? "" : t("in {universe}", { universe: universes[universe] ?? t("a private universe") });
  }

  /**
   * @param {Known} player
   * @param {string} words
   * @param {(Node | null)[]} buttons
   */
  #item(player, words, buttons) {
    const anew = () => this.#drawAnew();
    return el(
      "li",
      { class: "person", "data-player": player.id },
      el("span", { class: "person-text" }, playerFace(player), el("span", { class: "soft hint" }, words)),
      el(
        "span",
        { class: "actions" },
        button(player, t("Rename"), "fa-pencil", () => this.editing.askName(player, anew)),
        button(player, t("Avatar"), "fa-user", () => this.editing.chooseAvatar(player, anew)),
        buttons,
      ),
    );
  }

  /**
   * Plays against a persona, or in a private universe as it.
   *
   * @param {Known} persona
   */
  #invite({ id, universe }) {
    const how = universe === PUBLIC ? "with" : "as";
    return [el("a", { class: "button", href: `/?${how}=${id}` }, icon("fa-fort-awesome"), t("Play"))];
  }

  /** @param {Known} bot */
  #tokenButtons(bot) {
    return [
      button(bot, t("New token"), "fa-key", () => this.#withFault(bot, () => this.#rotate(bot))),
      button(bot, t("Revoke"), "fa-ban", () => this.#withFault(bot, () => this.#revoke(bot))),
    ];
  }

  /** @param {string} name */
  async #makePersona(name) {
    await post("/api/me/personas", { name, universe_name: inputById("universe-name").value });
    inputById("persona-name").value = inputById("universe-name").value = "";
    await this.#drawAnew();
  }

  /** @param {string} name */
  async #makeBot(name) {
    const { player, token } = await post("/api/me/bots", { name }, { repeat: false });
    inputById("bot-name").value = "";
    await this.#drawAnew();
    if (token) showToken(player.name, token);
    else {
      say(
        byId("bots-said"),
        t("You already have {name}. Make a new token for it if you have lost the old one.", { name: player.name }),
      );
    }
  }

  /** @param {Known} bot */
  async #rotate(bot) {
    const { token } = await post(`/api/me/bots/${bot.id}/token`);
    showToken(bot.name, token);
  }

  /** @param {Known} bot */
  async #revoke(bot) {
    await post(`/api/me/bots/${bot.id}/revoke`);
    say(byId("bots-said"), t("{name} no longer has a token, and cannot play until it gets one.", { name: bot.name }));
  }

  /**
   * @param {Known} bot
   * @param {() => Promise<void>} change
   */
  async #withFault(bot, change) {
    say(byId("bots-said"), "");
    await toldInRow(document.querySelector(`[data-player="${bot.id}"]`), change);
  }
}

/** @param {OwnBot} bot */
function connectedWords({ is_connected: isConnected }) {
  if (isConnected === null) return "";
  return isConnected ? t("connected") : t("not connected");
}

/**
 * @param {Known} player
 * @param {string} words
 * @param {string} iconName
 * @param {() => void} onclick
 */
const button = ({ id, name }, words, iconName, onclick) =>
  el(
    "button",
    {
      type: "button",
      class: "button",
      id: `${words.replace(" ", "-").toLowerCase()}-${id}`,
      "aria-label": `${words}: ${name}`,
      onclick,
    },
    icon(iconName),
    words,
  );

/**
 * @param {string} name
 * @param {string} token
 */
function showToken(name, token) {
  say(byId("token-title"), t("The token of {name}", { name }));
  say(byId("token-said"), "");
  inputById("token").value = token;
  const dialog = dialogById("token-dialog");
  dialog.addEventListener("close", () => (inputById("token").value = ""), { once: true });
  dialog.showModal();
  buttonById("copy-token").focus();
}

const copyToken = async () => say(byId("token-said"), await copyField(inputById("token")));
