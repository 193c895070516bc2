// The people of a tournament: who is asked and what they have said, and the games to which they come.

import { replaceChanged } from "./changed.js";
import { onConfirm } from "./confirming.js";
import { byId, el, icon, replace, say } from "./dom.js";
import { goTo } from "./going.js";
import { whenReleased } from "./press.js";
import { post, Refused } from "./request.js";
import { seatWord } from "./seat_words.js";
import { t } from "./texts.js";
import { Asking } from "./tournament_asking.js";
import { beginButton } from "./tournament_beginning.js";
import { Withdrawal } from "./tournament_withdrawal.js";
import { counted, ENTRIES, isEnded, isMine, JOINED, openUntil, place } from "./tournament_words.js";
import { listed } from "./words.js";

/** @import { Pairing, Tournament } from "./tournament_words.js" */

/** Whoever has said that they are here says so again, as long as the page is open. */
const SAY_AGAIN_MS = 20_000;
/** By this name a tab remembers in which tournament one is here: nobody is to lose a game by loading the page again. */
const HERE = "here";

const isReloaded = () =>
  performance.getEntriesByType("navigation").some((entry) => "type" in entry && entry.type === "reload");

export class People {
  /** Whether I have said here that I am here. */
  #isHere = false;
  #timer = 0;

  /**
   * @param {Tournament} tournament
   * @param {string} me the id of whoever looks
   * @param {(tournament: Tournament) => void} onChange is told what has become of the tournament
   */
  constructor(tournament, me, onChange) {
    this.tournament = tournament;
    this.me = me;
    this.onChange = onChange;
    this.withdrawal = new Withdrawal(me, (path) => this.#press(path));
    this.asking = document.getElementById("ask-form") && new Asking(tournament, onChange);
    if (document.getElementById("begin-dialog")) onConfirm("begin", () => this.#press("begin"));
    addEventListener("pagehide", () => this.#isHere && this.#tell("gone", { outlive: true }));
    if (isReloaded() && sessionStorage.getItem(HERE) === tournament.id) this.#press("here");
  }

  /** Shows a tournament as it is now. @param {Tournament} tournament */
  show(tournament) {
    this.tournament = tournament;
    const { pairings, status } = tournament.progress;
    const isInviting = status === "inviting";
    const { length } = [...pairings, ...tournament.left_out, ...tournament.progress.withdrawn];
    byId("people-card").hidden = !isInviting && length === 0;
    say(byId("people-note"), this.#note());
    replaceChanged(byId("people"), isInviting ? this.#entries() : this.#pairings());
    this.#goOn();
    this.withdrawal.show(tournament);
    this.asking?.show(tournament);
    document.getElementById("join-log-in")?.toggleAttribute("hidden", !isInviting);
    replace(byId("people-actions"), isInviting ? this.#answers() : this.#awaits ? this.#leaving() : null);
  }

  /** My first game of those that are to be played now. */
  get #next() {
    return this.tournament.progress.pairings.find((pairing) => isMine(pairing, this.tournament, this.me));
  }

  /** Whether I am here, and have no game that I could play: my next one is to find me here. */
  get #awaits() {
    return this.#isHere && !this.#next;
  }

  /** To the match, as soon as there is one to which I said that I come; also if it is one of the next round. */
  #goOn() {
    const { progress } = this.tournament;
    const mine = this.#next;
    if (this.#isHere && mine?.match_id) {
      this.#stay(false);
      goTo(`/matches/${mine.match_id}`);
    } else if (this.#isHere && (isEnded(progress) || progress.withdrawn.includes(place(this.tournament, this.me)))) {
      this.#stay(false);
    }
  }

  #note() {
    const { left_out: out, players, progress, rounds } = this.tournament;
    if (progress.status === "inviting") return this.#howItBegins();
    const words = [];
    const [first] = progress.pairings;
    if (first) {
      words.push(t("Round {number} of {count}.", { number: first.round, count: rounds }));
      words.push(t("A game begins once everyone in it is here. Anyone who is not here when its time is up loses it."));
      words.push(...this.#ownNote(first.round >= rounds));
    }
    const named = (/** @type {number[]} */ numbers) => listed(numbers.map((player) => players[player].name));
    if (progress.sitting_out.length > 0) {
      words.push(t("Sitting out this round: {list}.", { list: named(progress.sitting_out) }));
    }
    if (progress.withdrawn.length > 0) words.push(t("Has left: {list}.", { list: named(progress.withdrawn) }));
    if (out.length > 0) words.push(t("Not taking part: {list}.", { list: listed(out.map(({ name }) => name)) }));
    return words.join(" ");
  }

  #howItBegins() {
    const { open, may_control: mayControl } = this.tournament;
    if (!open) {
      return t("It begins once everyone has answered, or when its organizer starts it with those who accepted.");
    }
    return mayControl
      ? t("Anybody here may join until you begin it. Send them the address of this page.")
      : t("Anybody here may join until its organizer begins it.");
  }

  /** What is said to whoever looks, for themselves, while games are to be played. @param {boolean} isLast the round */
  #ownNote(isLast) {
    const { players, progress, open } = this.tournament;
    const own = place(this.tournament, this.me);
    if (players[own]?.entry !== "accepted") return open ? [t("It has begun: nobody can join any more.")] : [];
    if (progress.withdrawn.includes(own)) return [t("You have left: your games are lost until you play on.")];
    if (this.#isHere) return [t("You are here for your next game, as long as this page is open.")];
    if (this.#next) return [];
    const nothing = t("You have no game to play for now.");
    return isLast ? [nothing] : [nothing, t("The next round opens when these games are over.")];
  }

  // --- before it begins ----------------------------------------------------------------------------------------------

  #entries() {
    const asked = this.tournament.players.filter(({ entry }) => entry !== "");
    const words = this.tournament.open ? JOINED : ENTRIES;
    return asked.map(({ name, entry }) =>
      el("li", {}, el("strong", {}, name), el("span", { class: "soft" }, words[entry])),
    );
  }

  #answers() {
    return [...this.#own(), this.tournament.may_control ? beginButton(this.tournament) : null];
  }

  /** What I can say: of an open one everybody but a visitor. */
  #own() {
    const { players, open } = this.tournament;
    const entry = players[place(this.tournament, this.me)]?.entry;
    const mayJoin = open && !document.getElementById("join-log-in") && (!entry || entry === "declined");
    const accept = mayJoin ? t("Join") : t("Accept");
    const decline = open && entry === "accepted" ? t("Leave") : t("Decline");
    return [
      mayJoin || (entry && entry !== "accepted") ? this.#button("accept", "fa-check", accept, "primary") : null,
      entry && entry !== "declined" ? this.#button("decline", "fa-times", decline) : null,
    ];
  }

  // --- games to come to ----------------------------------------------------------------------------------------------

  #pairings() {
    const { pairings } = this.tournament.progress;
    const mine = pairings.filter((pairing) => isMine(pairing, this.tournament, this.me));
    const others = pairings.filter((pairing) => !mine.includes(pairing));
    return [...mine.map((pairing) => this.#mine(pairing)), ...others.map((pairing) => this.#item(pairing))];
  }

  /** @param {Pairing} pairing */
  #mine(pairing) {
    const { status } = this.tournament.progress;
    const isHere = pairing.here.includes(place(this.tournament, this.me));
    if (pairing.match_id) return this.#item(pairing, this.#toMatch(pairing, t("To the match"), "primary"));
    if (!pairing.closes_at_ms || status === "paused") return this.#item(pairing);
    return this.#item(
      pairing,
      isHere || this.#isHere ? this.#leaving() : this.#button("here", "fa-check", t("I’m here"), "primary"),
    );
  }

  /**
   * @param {Pairing} pairing
   * @param {Node} [action]
   */
  #item(pairing, action) {
    const { players, games } = this.tournament;
    const game = games[pairing.game];
    const seats = pairing.players.map((player, index) => `${seatWord(game.seats[index])}: ${players[player].name}`);
    const mayWatch = !action && pairing.match_id;
    return el(
      "li",
      {},
      el(
        "span",
        { class: "pairing" },
        el("strong", {}, game.name),
        el("span", {}, seats.join(", ")),
        el("small", { class: "soft" }, this.#state(pairing)),
      ),
      action ?? (mayWatch ? this.#toMatch(pairing, t("Watch")) : null),
    );
  }

  /** @param {Pairing} pairing */
  #state(pairing) {
    const { players } = this.tournament;
    const words = [];
    if (pairing.match_id) words.push(t("Being played now."));
    else if (pairing.closes_at_ms) words.push(openUntil(pairing, this.tournament));
    else words.push(t("Beginning now."));
    if (pairing.here.length > 0) {
      words.push(t("Here: {list}.", { list: listed(pairing.here.map((player) => players[player].name)) }));
    }
    if (pairing.left > 1) words.push(t("{count} games to play.", { count: counted(pairing.left) }));
    return words.join(" ");
  }

  /**
   * @param {Pairing} pairing
   * @param {string} words
   */
  #toMatch({ match_id: match }, words, kind = "") {
    return el("a", { class: `button ${kind}`, href: `/matches/${match}` }, icon("fa-play"), words);
  }

  // --- what is done --------------------------------------------------------------------------------------------------

  /**
   * @param {"accept" | "decline" | "begin" | "here" | "gone"} action
   * @param {string} name of the icon
   * @param {string} words
   */
  #button(action, name, words, kind = "") {
    const attributes = { type: "button", class: `button ${kind}`, id: `people-${action}` };
    return el("button", { ...attributes, onclick: () => this.#press(action) }, icon(name), words);
  }

  #leaving() {
    return this.#button("gone", "fa-times", t("I’m away for now"));
  }

  /** @param {string} action as the server calls it */
  async #press(action) {
    say(byId("people-fault"), "");
    try {
      if (action === "here" || action === "gone") this.#stay(action === "here");
      await this.#tell(action);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.#stay(false);
      this.show(this.tournament);
      say(byId("people-fault"), error.message);
    }
  }

  /** @param {boolean} isHere */
  #stay(isHere) {
    this.#isHere = isHere;
    if (isHere) sessionStorage.setItem(HERE, this.tournament.id);
    else sessionStorage.removeItem(HERE);
    clearInterval(this.#timer);
    if (isHere) this.#timer = window.setInterval(() => this.#press("here"), SAY_AGAIN_MS);
  }

  /**
   * @param {string} action
   * @param {{ outlive?: boolean }} [options]
   */
  async #tell(action, options = {}) {
    const told = await post(`/api/tournaments/${this.tournament.id}/${action}`, undefined, options);
    whenReleased(() => this.onChange(told));
  }
}
