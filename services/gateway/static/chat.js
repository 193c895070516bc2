// What is said about the match: in the room of those who play, and in that of those who watch.

import { buttonById, byId, dialogById, el, focusOn, icon, inputById, kindById } from "./dom.js";
import { rememberKeyboard, replace, say } from "./dom.js";
import { ask, post, requestId } from "./request.js";
import { canTalk, isOver, isPlayer, talkersBeside } from "./seating.js";
import { replaceChanged } from "./changed.js";
import { language, t } from "./texts.js";

/** @import { Match, Player } from "./family.js" */

/** @typedef {"seats" | "watchers"} Room */
/**
 * @typedef {object} Message
 * @property {number} number
 * @property {{ id: string, name: string }} player
 * @property {string} text
 * @property {number} at_ms
 * @property {boolean} is_hidden by an Admin, without its text
 */

/** @type {Record<Room, string>} */
const NAMES = { seats: t("Players"), watchers: t("Watchers") };

export class Chat {
  /** @type {Record<Room, Message[]>} */
  #said = { seats: [], watchers: [] };
  /** Up to which message each room has been seen. */
  #seen = { seats: 0, watchers: 0 };
  /** @type {Room} */
  #room = "seats";
  /** @type {{ id: string, name: string }[]} */
  #muted = [];
  /** @type {{ room: Room, message: Message } | null} what is about to be reported, or who to be muted */
  #about = null;
  #sending = false;
  #watchers = 0;
  #box = kindById("chat", HTMLDetailsElement);

  /**
   * @param {Player} me
   * @param {Match} match
   */
  constructor(me, match) {
    this.me = me;
    this.match = match;
    this.#room = isPlayer(match) ? "seats" : "watchers";
    this.#box.addEventListener("toggle", () => this.#draw());
    byId("chat-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#send();
    });
    byId("report-close").addEventListener("click", () => dialogById("report-dialog").close());
    byId("mute").addEventListener("click", () => this.#mute());
    byId("report-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#report();
    });
    this.#draw();
  }

  /** @param {{ room: Room, messages: Message[] }} told the whole of a room */
  take({ room, messages }) {
    this.#said[room] = messages;
    this.show(this.match, this.#watchers);
    this.#draw();
  }

  /**
   * Shows the rooms that one may enter now; nothing where there is nothing to read and nobody to talk with.
   *
   * @param {Match} match
   * @param {number} watchers
   */
  show(match, watchers) {
    const changed = isOver(match) !== isOver(this.match);
    this.match = match;
    this.#watchers = watchers;
    const said = this.#said.seats.length + this.#said.watchers.length;
    const company = this.#isSomebody ? talkersBeside(match, this.me) + watchers : 0;
    this.#box.hidden = match.status === "invited" || company + said === 0;
    if (changed) this.#draw();
  }

  // --- what somebody does -------------------------------------------------------------------------------------------

  async #send() {
    const input = inputById("chat-text");
    const text = input.value.trim();
    if (!text || this.#sending) return;
    const [room, isHere] = [this.#room, rememberKeyboard()];
    this.#sending = buttonById("chat-send").disabled = true;
    say(byId("chat-fault"), "");
    // What is typed meanwhile begins the next message.
    input.value = "";
    try {
      const message = await post(`/api/matches/${this.match.id}/chat/${room}`, { text, request_id: requestId() });
      this.#add(room, message);
    } catch (error) {
      input.value = `${text} ${input.value}`.trim();
      say(byId("chat-fault"), error instanceof Error ? error.message : String(error));
    }
    this.#sending = buttonById("chat-send").disabled = false;
    if (isHere()) focusOn("chat-text");
  }

  /**
   * What one has said oneself is there at once; the events tell it too.
   *
   * @param {Room} room
   * @param {Message} message
   */
  #add(room, message) {
    if (this.#said[room].every(({ number }) => number !== message.number)) {
      this.#said[room] = [...this.#said[room], message].sort((one, other) => one.number - other.number);
    }
    this.#draw();
  }

  async #mute() {
    const { player } = /** @type {{ message: Message }} */ (this.#about).message;
    await this.#try(() => post(`/api/muted/${player.id}`));
    if (byId("report-fault").textContent) return;
    this.#muted = [...this.#muted.filter(({ id }) => id !== player.id), player];
    this.#draw();
  }

  /** @param {{ id: string }} player */
  async #unmute({ id }) {
    say(byId("chat-fault"), "");
    try {
      await ask("DELETE", `/api/muted/${id}`, {});
    } catch (error) {
      say(byId("chat-fault"), error instanceof Error ? error.message : String(error));
      return;
    }
    this.#muted = this.#muted.filter((one) => one.id !== id);
    this.#draw();
  }

  async #report() {
    const { room, message } = /** @type {{ room: Room, message: Message }} */ (this.#about);
    const path = `/api/matches/${this.match.id}/chat/${room}/${message.number}/report`;
    await this.#try(() => post(path, { reason: inputById("report-reason").value }));
    if (!byId("report-fault").textContent) say(byId("chat-note"), t("Thank you. The admins will look at it."));
  }

  /**
   * Does what the dialog asks for, once, and closes it where that worked.
   *
   * @param {() => Promise<unknown>} deed
   */
  async #try(deed) {
    const buttons = [buttonById("mute"), buttonById("report")];
    for (const button of buttons) button.disabled = true;
    try {
      await deed();
      say(byId("report-fault"), "");
      dialogById("report-dialog").close();
    } catch (error) {
      say(byId("report-fault"), error instanceof Error ? error.message : String(error));
    }
    for (const button of buttons) button.disabled = false;
  }

  /**
   * @param {Room} room
   * @param {Message} message
   */
  #openDialog(room, message) {
    this.#about = { room, message };
    say(byId("report-title"), message.player.name);
    say(byId("report-text"), `“${message.text}”`);
    say(byId("report-fault"), "");
    inputById("report-reason").value = "";
    dialogById("report-dialog").showModal();
  }

  // --- what is shown ------------------------------------------------------------------------------------------------

  #draw() {
    const rooms = this.#rooms();
    if (!rooms.includes(this.#room)) this.#room = rooms[0];
    const stay = staysWhereItIs(byId("chat-text"));
    const messages = this.#heard(this.#room);
    if (this.#box.open) this.#seen[this.#room] = messages.at(-1)?.number ?? 0;
    this.#drawTitle(rooms);
    const list = byId("chat-list");
    const atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
    replaceChanged(
      list,
      messages.map((message) => this.#line(message)),
    );
    if (atEnd) list.scrollTop = list.scrollHeight;
    byId("chat-none").hidden = messages.length > 0;
    byId("chat-form").hidden = !this.#maySay();
    replace(
      byId("chat-muted"),
      this.#muted.map((player) => this.#mutedLine(player)),
    );
    stay();
  }

  /** @param {Room[]} rooms */
  #drawTitle(rooms) {
    const unseen = rooms.flatMap((room) => this.#heard(room).filter(({ number }) => number > this.#seen[room])).length;
    say(byId("chat-title"), isPlayer(this.match) || isOver(this.match) ? t("Chat") : t("Chat among watchers"));
    say(byId("chat-new"), unseen > 0 ? t("{unseen} new", { unseen }) : "");
    const tabs = byId("chat-rooms");
    tabs.hidden = rooms.length < 2;
    replace(
      tabs,
      rooms.map((room) => {
        const pressed = { "aria-pressed": String(room === this.#room) };
        const attributes = { type: "button", class: "button chat-room", id: `chat-${room}`, ...pressed };
        return el("button", { ...attributes, onclick: () => this.#enter(room) }, NAMES[room]);
      }),
    );
  }

  /** @param {Room} room */
  #enter(room) {
    this.#room = room;
    this.#draw();
  }

  /** The rooms that one may read: one's own, and after the end both. */
  #rooms() {
    /** @type {Room[]} */
    const both = ["seats", "watchers"];
    const isSeat = isPlayer(this.match);
    return isOver(this.match) ? both : both.filter((room) => isSeat === (room === "seats"));
  }

  /** Visitors only read. */
  get #isSomebody() {
    return canTalk(this.me);
  }

  #maySay() {
    return this.#isSomebody && (this.#room === "watchers" || isPlayer(this.match));
  }

  /**
   * What was said by those who are not muted.
   *
   * @param {Room} room
   */
  #heard(room) {
    return this.#said[room].filter(({ player }) => this.#muted.every(({ id }) => id !== player.id));
  }

  /** @param {Message} message */
  #line(message) {
    const { player, text, number, at_ms: at, is_hidden: isHidden } = message;
    const mine = player.id === this.me.id;
    const open = () => this.#openDialog(this.#room, message);
    const label = { "aria-label": t("Mute {name}, or report this", { name: player.name }), title: t("Mute or report") };
    const more = { type: "button", class: "chat-more", id: `chat-more-${number}`, ...label, onclick: open };
    return el(
      "li",
      { class: "chat-message", title: new Date(at).toLocaleTimeString(language) },
      el("strong", {}, mine ? t("You") : player.name),
      " ",
      el("span", { class: "chat-words" }, isHidden ? t("(hidden by an admin)") : text || t("(erased)")),
      mine || this.me.kind !== "person" ? null : el("button", more, icon("fa-flag")),
    );
  }

  /** @param {{ id: string, name: string }} player */
  #mutedLine(player) {
    const again = () => this.#unmute(player);
    const link = el("button", { type: "button", class: "link", id: `unmute-${player.id}`, onclick: again }, t("Undo"));
    return el("p", { class: "hint" }, t("You have muted {name}.", { name: player.name }), " ", link);
  }
}

/**
 * Gives what moves the page, once more is drawn above a field in which somebody types, so that it stays where it was in
 * the window: on a phone it would come to lie below the panel with the move.
 *
 * @param {HTMLElement} field
 */
function staysWhereItIs(field) {
  const { bottom } = field.getBoundingClientRect();
  if (document.activeElement !== field || bottom > innerHeight) return () => {};
  return () => scrollBy(0, field.getBoundingClientRect().bottom - bottom);
}
