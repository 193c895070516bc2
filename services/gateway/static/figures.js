// How a game that is being made plays: what came of a sample of games in which all play at random, beside those of the
// rules as they were before.

import { byId, el, replace, say } from "./dom.js";
import { post } from "./request.js";
import { seatWord } from "./seat_words.js";
import { t } from "./texts.js";
import { capital } from "./words.js";

/** @typedef {{ seat: string, won: number, drawn: number, lost: number }} SeatFigures */
/** @typedef {[usual: number, fewest: number, most: number]} Turns */
/** @typedef {{ games: number, unlost: number, turns: Turns, seats: SeatFigures[] }} Played */

/** Half the width of the 95 % interval of one half, in percent, for one game; of other shares it is narrower. */
const WIDTH = 98;

export class Figures {
  /** What was played last, and before by other rules. @type {{ file: string, played: Played }[]} */
  #shown = [];
  #asked = 0;

  /**
   * @param {() => any} file the file as it is now
   * @param {(error: Error) => void} refused says why there are none
   */
  constructor(file, refused) {
    this.file = file;
    this.refused = refused;
    byId("try-figures").addEventListener("click", () => this.#ask());
  }

  async #ask() {
    const [asked, file] = [(this.#asked += 1), this.file()];
    say(byId("try-fault"), "");
    byId("try-figures").classList.add("is-busy");
    try {
      const played = await post("/api/factory/figures", { rule_set: file });
      if (asked === this.#asked) this.#take(JSON.stringify(rulesOf(file)), played);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      if (asked === this.#asked) this.refused(error);
    }
    if (asked === this.#asked) byId("try-figures").classList.remove("is-busy");
  }

  /**
   * @param {string} file
   * @param {Played} played
   */
  #take(file, played) {
    this.#shown = [{ file, played }, ...this.#shown.filter((one) => one.file !== file)].slice(0, 2);
    const [now, before] = this.#shown;
    replace(
      byId("figures"),
      table(now.played, t("As it is now")),
      before ? table(before.played, t("As it was before")) : null,
    );
  }
}

/** What decides how it plays, and a little more. @param {any} file */
const rulesOf = ({ name: _, about: __, ...rules }) => rules;

/**
 * @param {Played} played
 * @param {string} title
 */
function table({ games, unlost, turns, seats }, title) {
  // Who has neither won nor drawn has lost: three columns have room beside the rules, and on a phone.
  const head = [t("Seat"), t("Won"), t("Drawn")];
  const [usual, fewest, most] = turns;
  const half = Math.ceil(WIDTH / Math.sqrt(games));
  const told = t("{games} games in which all play at random; shares are accurate to ± {half} %.", { games, half });
  const long = t("Turns: usually {usual}, from {fewest} to {most}.", { usual, fewest, most });
  const nobody = unlost > 0 ? ` ${t("Nobody lost: {share}.", { share: share(unlost, games) })}` : "";
  return el(
    "table",
    { class: "table" },
    el("caption", {}, el("strong", {}, title), el("br"), `${told} ${long}${nobody}`),
    el(
      "thead",
      {},
      el("tr", {}, ...head.map((words) => el("th", { scope: "col", class: words === head[0] ? "" : "number" }, words))),
    ),
    el("tbody", {}, ...seats.map((one) => row(one, games))),
  );
}

/**
 * @param {SeatFigures} figures
 * @param {number} games
 */
const row = ({ seat, won, drawn }, games) =>
  el(
    "tr",
    {},
    el("th", { scope: "row" }, capital(seatWord(seat))),
    ...[won, drawn].map((count) => el("td", { class: "number" }, share(count, games))),
  );

/**
 * @param {number} count
 * @param {number} games
 */
const share = (count, games) => `${Math.round((100 * count) / games)} %`;
