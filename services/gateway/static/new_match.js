// A new match: which game, against whom, or against anybody at once.

import { Combobox, folded } from "./combobox.js";
import { buttonById, byId, el, icon, inputById, replace, say } from "./dom.js";
import { inWords, showFault } from "./faults.js";
import { fill, renderNote } from "./game_note.js";
import { invite } from "./invitations.js";
import { drawnBy, openingOf, pictureOf } from "./pictures.js";
import { whenReleased } from "./press.js";
import { get, Refused } from "./request.js";
import { t } from "./texts.js";

/** @import { Game, Player } from "./family.js" */
/** @import { Option } from "./combobox.js" */

/** @typedef {Pick<Game, "id" | "name"> & Partial<Game>} Listed a game of which not everything may be told yet */
/** @typedef {Option & { value: string }} Choice somebody for a seat: `value` is what the server is told */

/** @typedef {{ id: string, name: string, about: string }} House */

/**
 * What there is to choose from.
 *
 * @typedef {object} Offer
 * @property {Player} me
 * @property {string} random_id
 * @property {string} standard_id
 * @property {House[]} house the players that think, the weakest first
 * @property {Listed[]} last_used
 * @property {Listed[]} all
 * @property {Game | null} game the one to begin with, null where there is none
 * @property {Player | null} opponent who is asked for
 * @property {(Player & { universe_name: string })[]} hosts as whom one may invite, too: personas in private universes
 * @property {string} host_id as whom it is asked for; "" for oneself
 */

/** Where it is shown what there is to know of the game. */
const SHOWN = ["game-note", "game-picture"];
/** @type {Record<string, { icon: string, note: string }>} */
const KINDS = {
  random: { icon: "fa-random", note: t("plays at random") },
  person: { icon: "fa-user", note: t("friend") },
  persona: { icon: "fa-user-secret", note: t("your persona, played by you") },
  house: { icon: "fa-lightbulb-o", note: t("thinks") },
  bot: { icon: "fa-robot", note: t("bot, connected") },
};

export class NewMatch {
  /** @type {Listed | null} */
  #game = null;
  /** By slot; the first is whoever invites.
   * @type {Choice[]} */
  #chosen = [];
  /** Texts that are nobody's name, by slot.
   * @type {Map<number, string>} */
  #unknown = new Map();
  /** @type {Combobox<Choice>[]} */
  #fields = [];

  /** @param {Offer} offer */
  constructor(offer) {
    this.offer = offer;
    this.isVisit = offer.me.kind === "anonymous";
    this.host = offer.hosts.find(({ id }) => id === offer.host_id) ?? offer.me;
    this.random = { id: "random", value: offer.random_id, name: "Random", ...KINDS.random };
    this.house = offer.house.map(thinking);
    this.game = new Combobox(inputById("game"), byId("games"), {
      find: (text) => this.#gamesNamed(text),
      onChoose: (option) => this.choose(option),
      onUnknown: (text, refusal) => this.#forget(refusal || noGame(text)),
      none: t("No game has this name."),
    });
    byId("new-match").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#play(() => this.#chosen.map(({ value }) => value), "play-fault");
    });
    byId("play-standard").addEventListener("click", () => this.#play(() => this.#all(offer.standard_id)));
    byId("play-random").addEventListener("click", () => this.#play(() => this.#all(offer.random_id)));
    byId("play-next").addEventListener("click", () => this.#play(() => this.#all("next")));
    if (offer.game) this.choose(offer.game);
    else this.#renderSlots();
  }

  // --- which game ---------------------------------------------------------------------------------------------------

  /** @param {string} text */
  async #gamesNamed(text) {
    if (text) {
      /** @type {Game[]} */
      const found = await get(`/api/games?name=${encodeURIComponent(text)}`);
      return [{ title: "", options: found.map((one) => ({ ...one, note: one.nearest ?? otherName(one, text) })) }];
    }
    const { last_used: lastUsed, all } = this.offer;
    const known = new Set(lastUsed.map((one) => one.id));
    return [
      { title: t("Played last"), options: lastUsed },
      { title: lastUsed.length > 0 ? t("All games") : "", options: all.filter((one) => !known.has(one.id)) },
    ];
  }

  /**
   * Has a game played, and shows what there is to know of it.
   *
   * @param {Listed} option
   */
  async choose(option) {
    showFault("game", "");
    this.game.value = option.name;
    this.#game = option;
    this.#renderSlots();
    for (const id of SHOWN) byId(id).setAttribute("aria-busy", "true");
    try {
      const whole = isWhole(option) ? option : await this.#wholeOf(option);
      if (this.#game?.id !== whole.id) return;
      if (isWhole(option)) renderNote(whole);
      this.#picture(whole);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (this.#game?.id !== option.id) return;
      this.#forget(error.message);
      for (const id of SHOWN) fill(id);
    }
  }

  /** Shows what a game looks like; one can play without. @param {Game} game */
  async #picture(game) {
    const picture = await pictureOf(drawnBy(game), openingOf(game)).catch(() => null);
    if (this.#game?.id !== game.id) return;
    byId("game-picture").dataset.family = game.family;
    fill("game-picture", picture);
  }

  /**
   * @param {Listed} option
   * @returns {Promise<Game>}
   */
  async #wholeOf({ id }) {
    /** @type {Game} */
    const whole = await get(`/api/games/${id}`);
    if (this.#game?.id === id) {
      this.#game = whole;
      whenReleased(() => {
        this.#renderSlots();
        renderNote(whole);
      });
    }
    return whole;
  }

  /** @param {string} fault why no game is chosen */
  #forget(fault) {
    this.#game = null;
    showFault("game", fault);
  }

  // --- against whom -------------------------------------------------------------------------------------------------

  /** @param {string} other */
  #all(other) {
    return this.#chosen.map(({ value }, slot) => (slot === 0 ? value : other));
  }

  #renderSlots() {
    const count = this.#game?.seats?.length ?? 2;
    if (this.#chosen.length === count) return;
    const { opponent } = this.offer;
    this.#unknown.clear();
    this.#fields = [];
    this.#chosen = [asChoice(this.host)];
    byId("play-next").hidden = !this.#meetsStrangers;
    for (let slot = 1; slot < count; slot++) {
      this.#chosen.push(slot === 1 && opponent ? this.#named(opponent) : this.random);
    }
    const others = this.#chosen.slice(1).map((choice, index) => this.#slot(index + 1, choice));
    replace(byId("slots"), this.#ownSlot(), others);
  }

  /** Whether whoever is there may take a seat: not in private universes. */
  get #meetsStrangers() {
    return !this.isVisit && this.host === this.offer.me;
  }

  #ownSlot() {
    const { me, hosts } = this.offer;
    if (hosts.length === 0) return fixedSlot("fa-user", me.name, t("you"));
    const options = [me, ...hosts].map((one) => el("option", { value: one.id, selected: one === this.host }, one.name));
    const chooseHost = (/** @type {Event} */ { target }) => {
      if (!(target instanceof HTMLSelectElement)) return;
      this.host = hosts.find(({ id }) => id === target.value) ?? me;
      this.#chosen = [];
      this.#renderSlots();
    };
    const where = hosts.find((one) => one === this.host)?.universe_name;
    return el(
      "li",
      { class: "slot" },
      el("span", { class: "slot-icon" }, icon(where ? "fa-user-secret" : "fa-user")),
      el("label", { class: "visually-hidden", for: "slot-0" }, t("Play as")),
      el("select", { id: "slot-0", onchange: chooseHost }, options),
      el("span", { class: "slot-note soft" }, where ? t("you, in {universe}", { universe: where }) : t("you")),
    );
  }

  /**
   * @param {number} slot
   * @param {Choice} choice
   */
  #slot(slot, choice) {
    const id = `slot-${slot}`;
    const input = el("input", {
      id,
      role: "combobox",
      autocomplete: "off",
      spellcheck: "false",
      "aria-expanded": "false",
      "aria-controls": `${id}-list`,
      "aria-autocomplete": "list",
      "aria-describedby": `${id}-note ${id}-fault`,
    });
    const list = el("ul", {
      id: `${id}-list`,
      role: "listbox",
      "aria-label": t("Player {slot}", { slot: slot + 1 }),
      hidden: true,
    });
    const sign = el("span", { class: "slot-icon", id: `${id}-icon` }, icon(choice.icon ?? "fa-user"));
    const note = el("span", { class: "slot-note soft", id: `${id}-note` }, choice.note);
    const field = new Combobox(input, list, {
      find: (text) => this.#opponents(text, slot),
      onChoose: (option) => this.#seat(slot, option),
      onUnknown: (text, refusal) => {
        this.#unknown.set(slot, text);
        this.#sign(slot, {});
        showFault(id, refusal || this.#nobody(text));
      },
      none: this.#meetsStrangers
        ? t("None of your friends has this name. “By a link” invites anybody.")
        : t("Nobody whom you can invite has this name."),
    });
    field.value = choice.name;
    this.#fields.push(field);
    return el(
      "li",
      { class: "slot" },
      sign,
      el("label", { class: "visually-hidden", for: id }, t("Player {slot}", { slot: slot + 1 })),
      el("div", { class: "combobox" }, input, list),
      note,
      el("p", { class: "fault", id: `${id}-fault`, role: "alert" }),
    );
  }

  /** Why a text invites nobody, and what does. @param {string} text */
  #nobody(text) {
    return this.#meetsStrangers
      ? t("“{text}” is none of your friends. Ask them under Friends in the menu, or choose “By a link”.", { text })
      : t("There is nobody called “{text}” whom you can invite. Choose from the list.", { text });
  }

  /**
   * @param {number} slot
   * @param {Choice} option
   */
  #seat(slot, option) {
    this.#unknown.delete(slot);
    this.#chosen[slot] = option;
    showFault(`slot-${slot}`, "");
    this.#sign(slot, option);
  }

  /**
   * Shows beside a slot who is in it.
   *
   * @param {number} slot
   * @param {Partial<Option>} option {} for nobody who is known
   */
  #sign(slot, { icon: sign = "fa-user", note = "" }) {
    replace(byId(`slot-${slot}-icon`), icon(sign));
    say(byId(`slot-${slot}-note`), note);
  }

  /** @param {Player} player */
  #named(player) {
    return this.house.find(({ id }) => id === player.id) ?? asChoice(player);
  }

  /**
   * @param {string} text
   * @param {number} slot
   */
  async #opponents(text, slot) {
    const as = this.host === this.offer.me ? "" : this.host.id;
    const query = new URLSearchParams({ game: this.#game?.id ?? "", name: text, as });
    const { friends, bots, personas, away } = await get(`/api/opponents?${query}`);
    const taken = new Set(this.#chosen.filter((_, index) => index !== slot).map(({ value }) => value));
    const free = (/** @type {Player[]} */ players) => players.filter(({ id }) => !taken.has(id)).map(asChoice);
    const isMeant = ({ name = "" }) => name.toLowerCase().includes(text.toLowerCase());
    return [
      { title: "", options: [...(this.#meetsStrangers ? WHOEVER : []), this.random].filter(isMeant) },
      { title: t("Players that think"), options: this.house.filter(isMeant) },
      { title: t("Friends"), options: free(friends) },
      { title: t("Bots"), options: [...free(bots), ...free(away).map((one) => ({ ...one, ...AWAY }))] },
      { title: t("Your personas"), options: free(personas) },
    ];
  }

  // --- begin --------------------------------------------------------------------------------------------------------

  /**
   * Plays as soon as it is known what was typed last.
   *
   * @param {() => string[]} players
   * @param {string} [place] where it is said why that is refused
   */
  async #play(players, place = "now-fault") {
    const buttons = ["play", "play-next", "play-standard", "play-random"].map(buttonById);
    if (buttons.some((button) => button.getAttribute("aria-busy") === "true")) return;
    for (const button of buttons) button.setAttribute("aria-busy", "true");
    for (const each of ["play-fault", "now-fault"]) say(byId(each), "");
    for (let slot = 1; slot < this.#chosen.length; slot++) if (!this.#unknown.has(slot)) showFault(`slot-${slot}`, "");
    try {
      await Promise.all([this.game, ...this.#fields].map((field) => field.settled));
      if (this.#isInOrder()) await invite(/** @type {Listed} */ (this.#game).id, players());
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const slots = place === "play-fault" && error instanceof Refused ? slotsAtFault(error) : [];
      for (const [slot, words] of slots) showFault(slot, words);
      if (slots.length > 0) byId(slots[0][0]).focus();
      else say(byId(place), error.message);
    }
    for (const button of buttons) button.removeAttribute("aria-busy");
  }

  #isInOrder() {
    const [slot] = this.#unknown.keys();
    if (!this.#game) {
      if (!byId("game-fault").textContent) showFault("game", t("No game is chosen. Choose one from the list."));
      byId("game").focus();
      return false;
    }
    if (slot !== undefined) byId(`slot-${slot}`).focus();
    return slot === undefined;
  }
}

/**
 * The fields of those who cannot play, each with why.
 *
 * @param {Refused} refused
 */
const slotsAtFault = ({ faults }) =>
  faults.flatMap((fault) => {
    const field = fault.path.replace(/^player_ids\[(\d+)\]$/, "slot-$1");
    return document.getElementById(field) ? [[field, inWords(fault)]] : [];
  });

/**
 * Whether all is told of a game.
 *
 * @param {Listed} game
 * @returns {game is Game}
 */
const isWhole = (game) => Boolean(game.rule_set);

/**
 * What else a game is called, where that is why it was found.
 *
 * @param {Game} game
 * @param {string} text
 */
function otherName({ name, also_called: others }, text) {
  const has = (/** @type {string} */ one) => folded(one).includes(folded(text));
  const other = has(name) ? undefined : others.find(has);
  return other && t("also {other}", { other });
}

const AWAY = { note: t("your bot, not connected"), is_away: true };

/** @type {Choice[]} */
const WHOEVER = [
  { id: "next", value: "next", name: t("Next person"), icon: "fa-users", note: t("whoever is available") },
  { id: "link", value: "", name: t("By a link"), icon: "fa-link", note: t("whoever opens it") },
];

/**
 * @param {House} player
 * @returns {Choice}
 */
const thinking = ({ id, name, about }) => ({ id, value: id, name, icon: KINDS.house.icon, note: about });

/**
 * @param {Player} player
 * @returns {Choice}
 */
const asChoice = ({ id, name, kind }) => ({ id, value: id, name, ...KINDS[kind] });

/**
 * @param {string} iconName
 * @param {string} name
 * @param {string} words
 */
const fixedSlot = (iconName, name, words) =>
  el(
    "li",
    { class: "slot" },
    el("span", { class: "slot-icon" }, icon(iconName)),
    el("span", { class: "slot-name" }, name),
    el("span", { class: "slot-note soft" }, words),
  );

/** @param {string} text */
const noGame = (text) => t("There is no game called “{text}”. Choose one from the list.", { text });
