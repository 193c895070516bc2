// What a player that thinks says of a finished match, move by move: a curve, marks, and what would have been better.

import { bestText, isMixed } from "./best_moves.js";
import { byId, el, inputById, kindById, replace, say } from "./dom.js";
import { follow } from "./live.js";
import { countName } from "./numbers.js";
import { whenReleased } from "./press.js";
import { nameOf, playersIn, seatsOf, subject } from "./seating.js";
import { t, tn } from "./texts.js";
import { valueChart } from "./value_chart.js";
import { capital, listed, percent, withinSentence } from "./words.js";

/** @import { Game, LegalMove, Match, Seat } from "./family.js" */
/** @import { Known } from "./best_moves.js" */
/** @import { Values } from "./value_chart.js" */

/** @typedef {"forced" | "good" | "mistake" | "blunder" | ""} Mark */

/**
 * A move that was made, and the position in which it was.
 *
 * @typedef {object} Judged
 * @property {number} position the step in which it was made
 * @property {number} step the one that shows it
 * @property {string} seat
 * @property {string} move
 * @property {LegalMove | null} choice
 * @property {Record<string, number>} values by seat
 * @property {Known[]} best
 * @property {number | null} given_away
 * @property {Mark} mark
 * @property {number} states
 */

/** @typedef {{ moves: number, done: number, judged: Judged | null }} Judging */

/**
 * The replay that it is shown in.
 *
 * @typedef {object} Page
 * @property {(step: number) => void} jump shows a step
 * @property {() => void} changed the marks have changed, or what is shown on the table
 * @property {(choice: LegalMove) => string} sayMove
 * @property {() => number} last the number of the last step
 */

/** @type {Record<string, { kind: string, sign: string, word: string }>} */
const MARKS = {
  mistake: { kind: "mistake", sign: "?", word: t("mistake") },
  blunder: { kind: "blunder", sign: "??", word: t("blunder") },
};
/** @type {Record<Mark, string>} */
const VERDICTS = {
  forced: t("forced"),
  good: t("good"),
  mistake: t("mistake"),
  blunder: t("blunder"),
  "": t("not judged"),
};
/** Worse marks are later. */
const RANKS = ["", "forced", "good", "mistake", "blunder"];
const WORTH = { win: 1, draw: 0.5, lose: 0, "": NaN };
/** To have given away less is not worth saying. */
const WORTH_SAYING = 0.01;
/** Of two players one line is enough where their values are one whole. */
const NEARLY = 0.02;

export class Analysis {
  /** @type {Judged[]} */
  #judged = [];
  #moves = 0;
  /** Ends the stream; null while none runs. @type {(() => void) | null} */
  #stop = null;
  #number = 0;
  #isDrawn = true;

  /**
   * @param {Match} match that has ended
   * @param {Game} game
   * @param {Page} page
   */
  constructor(match, game, page) {
    this.match = match;
    this.page = page;
    /** @type {Seat[]} */
    this.seats = seatsOf(match, game).filter((seat) => playersIn(match).includes(seat));
    byId("analyse-stop").addEventListener("click", () => this.stop());
    byId("analysis-show").addEventListener("change", () => page.changed());
    byId("judged-table").addEventListener("toggle", () => this.#drawTable());
    addEventListener("resize", () => this.#drawLater());
  }

  /** Begins, or goes on: what was judged before comes at once. */
  start() {
    if (this.#stop) return;
    say(byId("analysis-fault"), "");
    say(byId("analysis-said"), t("The moves are being judged."));
    this.#stop = follow(`analysis=${encodeURIComponent(this.match.id)}`, {
      judged: (judging) => whenReleased(() => this.#take(judging)),
      gone: ({ message }) => this.#end("", message),
    });
    this.#showButtons();
  }

  stop() {
    this.#end(this.#stopped());
  }

  /** The replay is closed: nobody looks at what comes. */
  rest() {
    if (this.#stop) this.#end(this.#stopped());
  }

  #stopped() {
    return t("Stopped: {count} of {moves} moves are judged.", { count: this.#count(), moves: this.#moves });
  }

  /** @param {number} number the step that is shown from now on */
  show(number) {
    this.#number = number;
    this.#drawLater();
  }

  /**
   * The mark of a step, the worst where it shows several moves; null where there is nothing to say.
   *
   * @param {number} step
   */
  markOf(step) {
    const marks = this.#judged.filter((one) => one.step === step).map(({ mark }) => mark);
    const worst = marks.sort((one, other) => RANKS.indexOf(other) - RANKS.indexOf(one))[0] ?? "";
    return MARKS[worst] ?? null;
  }

  /** The best move of whoever is to move at the step that is shown, if it is one. @returns {LegalMove | null} */
  get best() {
    const here = this.#here();
    if (here.length !== 1 || !inputById("analysis-show").checked) return null;
    const [{ seat, best, mark }] = here;
    if (!best[0]?.choice || mark === "forced" || isMixed(best)) return null;
    return /** @type {LegalMove} */ ({ ...best[0].choice, seat });
  }

  /** @param {Judging} judging */
  #take({ moves, done, judged }) {
    if (!this.#stop) return; // it was told while Stop was pressed
    if (done === 0) this.#judged = [];
    this.#moves = moves;
    if (judged) this.#judged.push(judged);
    const progress = kindById("analysis-progress", HTMLProgressElement);
    progress.max = Math.max(1, moves);
    progress.value = done;
    if (done === moves) this.#end(this.#summary());
    this.#drawLater();
  }

  #count() {
    return this.#judged.length;
  }

  #summary() {
    const count = (/** @type {Mark} */ mark) => this.#judged.filter((one) => one.mark === mark).length;
    const unjudged = this.#judged.filter(({ mark }) => mark === "").length;
    const [blunders, mistakes] = countNames([count("blunder"), count("mistake")]);
    const found = [blundersText(count("blunder"), blunders), mistakesText(count("mistake"), mistakes)].join(", ");
    return `${capital(found)}.${unjudged > 0 ? ` ${capital(unjudgedText(unjudged))}` : ""}`;
  }

  /**
   * @param {string} said
   * @param {string} [fault]
   */
  #end(said, fault = "") {
    this.#stop?.();
    this.#stop = null;
    say(byId("analysis-said"), said);
    say(byId("analysis-fault"), fault);
    this.#showButtons();
  }

  #showButtons() {
    const isRunning = this.#stop !== null;
    const { activeElement: active } = document;
    byId("analyse").hidden = isRunning || (this.#moves > 0 && this.#count() === this.#moves);
    byId("analyse-stop").hidden = byId("analysis-progress").hidden = !isRunning;
    // It may be on nothing as soon as that is hidden.
    if (active instanceof HTMLElement && active.hidden) this.#keepKeyboard();
  }

  /** The button that had the keyboard is gone: another has it, or the slider. */
  #keepKeyboard() {
    const buttons = ["analyse", "analyse-stop"].map(byId);
    (buttons.find((button) => !button.hidden) ?? byId("replay-step")).focus({ preventScroll: true });
  }

  /** Draws once for all that came in a moment. */
  #drawLater() {
    if (!this.#isDrawn) return;
    this.#isDrawn = false;
    requestAnimationFrame(() => {
      this.#isDrawn = true;
      this.#draw();
    });
  }

  #draw() {
    byId("analysis-found").hidden = this.#count() === 0;
    if (this.#count() === 0) return;
    this.#drawChart();
    replace(byId("analysis-here"), this.#hereWords());
    this.#drawTable();
    this.page.changed();
  }

  #drawChart() {
    const place = byId("value-chart");
    const lines = this.#lines();
    const last = this.page.last();
    const marks = this.#judged.flatMap(({ step, seat, mark }) =>
      MARKS[mark] ? [{ step, ...MARKS[mark], name: subject(this.match, seat) }] : [],
    );
    const look = {
      width: Math.max(280, place.clientWidth),
      last,
      number: this.#number,
      marks,
      label: this.#chartLabel(),
    };
    replace(
      place,
      valueChart(lines, look, (step) => this.page.jump(step)),
    );
    const names = lines.map(({ name }) => name);
    say(
      byId("value-legend"),
      t("The curve shows how {list} stood: 100 % is a win, 50 % a draw. Click on it to go to a move.", {
        list: listed(names),
      }),
    );
  }

  #chartLabel() {
    return t("How the players stood, over the moves. {summary} All values are in the table below.", {
      summary: this.#summary(),
    });
  }

  /** A line a player; one for both where that says all. @returns {Values[]} */
  #lines() {
    const lines = this.seats.map(({ seat }, style) => ({
      name: nameOf(this.match, seat),
      style,
      values: this.#valuesOf(seat),
    }));
    const [first, second] = lines;
    const isWhole = (/** @type {number} */ value, /** @type {number} */ step) =>
      !(Math.abs(value + second.values[step] - 1) > NEARLY);
    return lines.length === 2 && first.values.every(isWhole) ? [first] : lines;
  }

  /**
   * By step what the match was worth to a seat; best known by itself. NaN where nothing is known.
   *
   * @param {string} seat
   */
  #valuesOf(seat) {
    const last = this.page.last();
    const values = Array.from({ length: last + 1 }, () => NaN);
    for (const one of this.#judged) {
      const value = one.values[seat];
      if (value !== undefined && (one.seat === seat || Number.isNaN(values[one.position]))) {
        values[one.position] = value;
      }
    }
    // Until all is judged a line to the end would pass over what is not.
    if (this.#count() === this.#moves) {
      values[last] = WORTH[this.match.seats.find((one) => one.seat === seat)?.outcome ?? ""];
    }
    return values;
  }

  #here() {
    return this.#judged.filter(({ position }) => position === this.#number);
  }

  #hereWords() {
    const here = this.#here();
    if (here.length === 0) {
      const isEnd = this.#number >= this.page.last();
      return [el("p", {}, isEnd ? t("The end of the match.") : t("No move that was made here is judged."))];
    }
    return here.map((one) => el("p", { class: "judged" }, this.#verdict(one), el("br"), this.#bestWords(one)));
  }

  /** @param {Judged} one */
  #verdict(one) {
    const who = subject(this.match, one.seat);
    const played = t("{who} played: {move}.", { who, move: withinSentence(this.#say(one)) });
    return el("span", {}, `${played} `, mark(MARKS[one.mark]), ` ${this.#judgement(one)}`);
  }

  /** @param {Judged} one */
  #judgement({ mark: its, given_away: given, best, move, seat }) {
    if (its === "forced") return t("There was no choice.");
    if (its === "") {
      return seat === "chaos" ? t("Chaos draws, and is not judged.") : t("Not judged: too little is known.");
    }
    if (best[0]?.move === move && !isMixed(best)) return t("The best move.");
    return given === null || given < WORTH_SAYING
      ? t("About as good as the best.")
      : t("Gave away {share}.", { share: percent(given) });
  }

  /** @param {Judged} one */
  #bestWords({ best, states, mark: its, seat }) {
    if (best.length === 0 || its === "forced") return "";
    const said = bestText(best, (known) => this.#say(known));
    if (states <= 1) return said;
    return `${said} ${t("By what {who} could know at the time.", { who: nameOf(this.match, seat) })}`;
  }

  /** @param {{ move: string, choice: LegalMove | null }} known */
  #say({ move, choice }) {
    return choice ? this.page.sayMove(choice) : move;
  }

  #drawTable() {
    if (!kindById("judged-table", HTMLDetailsElement).open) return;
    const head = [t("Move"), t("Player"), t("Played"), t("Worth before"), t("Gave away"), t("Verdict"), t("Best")];
    const rows = this.#judged.map((one) => [
      String(one.step),
      subject(this.match, one.seat),
      this.#say(one),
      one.values[one.seat] === undefined ? "–" : percent(one.values[one.seat]),
      one.given_away === null ? "–" : percent(one.given_away),
      VERDICTS[one.mark],
      one.best[0] ? this.#say(one.best[0]) : "–",
    ]);
    const cells = (/** @type {string[]} */ row) => row.map((text) => el("td", {}, text));
    replace(
      byId("judged-rows"),
      el(
        "table",
        {},
        el(
          "thead",
          {},
          el(
            "tr",
            {},
            head.map((text) => el("th", { scope: "col" }, text)),
          ),
        ),
        el(
          "tbody",
          {},
          rows.map((row) => el("tr", {}, cells(row))),
        ),
      ),
    );
  }
}

/**
 * Numbers that stand side by side: as words, or as figures where one of them has no word.
 *
 * @param {number[]} counts
 */
function countNames(counts) {
  const [words, figures] = [counts.map(countName), counts.map(String)];
  return words.some((word, index) => word === figures[index]) ? figures : words;
}

/** @type {(number: number, count: string) => string} */
const blundersText = (number, count) => tn(["one blunder", "{count} blunders"], number, { count });

/** @type {(number: number, count: string) => string} */
const mistakesText = (number, count) => tn(["one mistake", "{count} mistakes"], number, { count });

/** @param {number} count */
const unjudgedText = (count) =>
  tn(["one move could not be judged.", "{count} moves could not be judged."], count, { count: countName(count) });

/**
 * A mark as it is read: a sign, and a word beside it.
 *
 * @param {{ kind: string, sign: string, word: string } | null | undefined} its
 */
export const mark = (its) =>
  its
    ? el("span", { class: `judged-mark is-${its.kind}` }, el("b", { "aria-hidden": "true" }, its.sign), ` ${its.word}`)
    : null;
