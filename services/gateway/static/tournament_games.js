// The games of a tournament, a page of them at a time: all, or those of one or two players.

import { buttonById, byId, el, kindById, replace, say } from "./dom.js";
import { ENDED_BY } from "./ended_by.js";
import { told, toldOnce } from "./faults.js";
import { whenReleased } from "./press.js";
import { get, Refused } from "./request.js";
import { showTable } from "./scroll_table.js";
import { seatWord } from "./seat_words.js";
import { t } from "./texts.js";
import { counted, NOTHING_YET } from "./tournament_words.js";
import { capital } from "./words.js";

/** @import { Column } from "./scroll_table.js" */
/** @import { Tournament } from "./tournament_words.js" */

/**
 * @typedef {object} GameRow
 * @property {number} number
 * @property {string} game
 * @property {{ seat: string, player: string, result: string }[]} seats
 * @property {number} plies
 * @property {string} reason
 * @property {string} match_id of the match that it was, because bots played; "" of all others
 */

/** @typedef {{ games: GameRow[], next_page: string }} Page */

/** @type {Record<string, string>} */
const RESULTS = { win: t("won"), draw: t("drew"), lose: t("lost") };

/**
 * @param {string} tournamentId
 * @returns {Column<GameRow>[]}
 */
const columns = (tournamentId) => [
  {
    name: t("Game"),
    cell: ({ number, game, match_id: match }) => {
      const href = match ? `/matches/${match}` : `/tournaments/${tournamentId}/games/${number}`;
      return el("a", { class: "player-link", href: `${href}?step=0` }, `${number + 1}. ${game}`);
    },
  },
  {
    name: t("Players"),
    cell: ({ seats }) =>
      seats.map(({ seat, player, result }) => el("small", {}, `${seatWord(seat)}: ${player}, ${RESULTS[result]}`)),
  },
  { name: t("Moves"), kind: "number", cell: ({ plies }) => counted(plies) },
  { name: t("Ended"), cell: ({ reason }) => capital(ENDED_BY[reason] ?? reason.replaceAll("_", " ")) },
];

/** @param {string} text why they cannot be listed */
const tell = (text) => say(byId("games-fault"), text);

export class PlayedGames {
  #more = buttonById("more-games");
  /** Whose games are listed: all of theirs, or those that two have played with each other. */
  #players = ["games-of", "games-with"].map((id) => kindById(id, HTMLSelectElement));
  /** Who may be chosen there, as it was drawn. */
  #offered = "";
  /** @type {GameRow[]} */
  #games = [];
  #next = "";
  /** How often something was asked for: what comes of all but the last is dropped. */
  #asked = 0;

  /**
   * Lists them when they are asked for.
   *
   * @param {Tournament} tournament
   */
  constructor(tournament) {
    this.id = tournament.id;
    this.offer(tournament);
    this.#more.addEventListener("click", () => toldOnce(this.#more, tell, () => this.#list(this.#next, this.#games)));
    for (const each of this.#players) each.addEventListener("input", () => this.#anew());
  }

  /**
   * What leads to the games of two players from the table, by mouse: whoever has none uses the lists.
   *
   * @param {number} player
   * @param {number} other
   * @param {string} words
   */
  button(player, other, words) {
    const lead = () => {
      [player, other].forEach((each, index) => (this.#players[index].value = String(each)));
      byId("games-title").scrollIntoView();
      this.#anew();
    };
    return el("button", { type: "button", class: "link", tabindex: "-1", onclick: lead }, words);
  }

  /** Has whoever plays be chosen from. @param {Tournament} tournament */
  offer({ players }) {
    const names = players.map(({ name }, number) => ({ value: String(number), name }));
    const offered = JSON.stringify(names);
    // Whoever is choosing is not disturbed by what changes nothing.
    if (offered === this.#offered) return;
    this.#offered = offered;
    this.#players.forEach((select, index) => {
      const all = [{ value: "", name: index === 0 ? t("Everybody") : t("Anybody") }, ...names];
      const chosen = select.value;
      replace(select, ...all.map(({ value, name }) => el("option", { value }, name)));
      select.value = chosen;
    });
  }

  /** Lists the first of them as they are now, unless more were asked for. */
  async renew() {
    const asked = this.#asked;
    const found = await this.#read("").catch((error) => {
      if (!(error instanceof Refused)) throw error;
    });
    // They are shown as soon as the next one is over.
    if (!found || asked !== this.#asked || this.#games.length > found.games.length) return;
    this.#keep([], found);
    whenReleased(() => this.#draw());
  }

  #anew() {
    return told(tell, () => this.#list("", []));
  }

  /**
   * @param {string} page
   * @param {GameRow[]} before what is listed already
   */
  async #list(page, before) {
    this.#asked += 1;
    const asked = this.#asked;
    const found = await this.#read(page);
    if (asked !== this.#asked) return;
    this.#keep(before, found);
    this.#draw();
  }

  /** @param {string} page @returns {Promise<Page>} */
  #read(page) {
    const chosen = this.#players.filter(({ value }) => value).map(({ value }) => ["player", value]);
    return get(`/api/tournaments/${this.id}/games?${new URLSearchParams([["page", page], ...chosen])}`);
  }

  /** @param {GameRow[]} before @param {Page} found */
  #keep(before, found) {
    this.#games = [...before, ...found.games];
    this.#next = found.next_page;
  }

  #draw() {
    const isAny = this.#games.length > 0;
    const none = this.#players.some(({ value }) => value) ? t("No games of theirs are over yet.") : NOTHING_YET;
    if (isAny) showTable(byId("games"), t("Games played"), columns(this.id), this.#games, "games");
    else replace(byId("games"), el("p", { class: "empty" }, none));
    this.#more.hidden = isAny && !this.#next;
    say(this.#more, isAny ? t("More games") : t("Show games"));
  }
}
