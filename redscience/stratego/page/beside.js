// What is shown beside the board, or below it on narrow screens: the last attack, what both have lost, all attacks and
// the last moves.

import { el, replace } from "../../dom.js";
import { countName } from "../../numbers.js";
import { t, tn } from "../../texts.js";
import { capital } from "../../words.js";
import { counted, seatName } from "./names.js";
import { pieceIcon } from "./pieces.js";
import { attackWords } from "./told.js";
import { total, way } from "./view.js";

/** @import { Entry, Table, View } from "./view.js" */

/** @param {string} seat */
const other = (seat) => (seat === "red" ? "blue" : "red");

export class Beside {
  #shown = "";

  constructor() {
    // It stays while others move, and is told as what happened.
    this.battle = el("p", { class: "battle" });
    this.captured = el("div", { class: "captured" });
    this.log = el("ol", { class: "moves", tabindex: "0", "aria-label": t("Attacks and last moves, newest first") });
    const title = el("h2", { class: "moves-title" }, t("Attacks and last moves"));
    const label = t("Attacks, captured pieces and moves");
    const log = el("div", {}, title, this.log);
    this.box = el("section", { class: "beside card", "aria-label": label }, this.battle, this.captured, log);
  }

  /** @param {View} view */
  draw({ table, viewer }) {
    const shown = JSON.stringify([viewer, table.log, table.captured]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    replace(this.battle, lastAttack(table));
    this.battle.classList.toggle("is-now", Boolean(table.log.at(-1)?.attack));
    replace(
      this.captured,
      Object.keys(table.captured).map((seat) => losses(table, seat)),
    );
    replace(this.log, lines(table.log));
    this.log.scrollTop = 0;
  }
}

/** @param {Table} table */
function lastAttack({ log }) {
  const entry = log.findLast(({ attack }) => attack);
  if (!entry?.attack) return t("Nothing has been attacked yet.");
  const { attack, seat, number } = entry;
  return [
    pieceIcon({ seat, kind: attack.attacker }),
    el("span", { class: "battle-sign", "aria-hidden": "true" }, "→"),
    pieceIcon({ seat: other(seat), kind: attack.defender }),
    el(
      "span",
      {},
      t("{seat} attacked on move {number}: {outcome}.", {
        seat: capital(seatName(seat)),
        number,
        outcome: attackWords(attack),
      }),
    ),
  ];
}

/**
 * @param {Table} table
 * @param {string} seat
 */
function losses({ captured, army }, seat) {
  const lost = Object.keys(army).filter((kind) => captured[seat][kind]);
  return el(
    "div",
    {},
    el("h2", {}, lossWords(seat, total(captured[seat]))),
    el(
      "ul",
      {},
      lost.map((kind) => {
        const count = captured[seat][kind];
        const said = counted(kind, count);
        return el(
          "li",
          { title: said },
          pieceIcon({ seat, kind }),
          el("span", { "aria-hidden": "true" }, `×${count}`),
          el("span", { class: "visually-hidden" }, said),
        );
      }),
    ),
  );
}

/**
 * @param {string} seat
 * @param {number} lost
 */
const lossWords = (seat, lost) =>
  tn(["{seat} has lost {count} piece", "{seat} has lost {count} pieces"], lost, {
    seat: capital(seatName(seat)),
    count: countName(lost),
  });

/**
 * The last first; between an attack and the next move that is told, dots stand for those that are not.
 *
 * @param {Entry[]} log
 */
function lines(log) {
  return log
    .map((entry, index) => [
      el(
        "li",
        { class: entry.attack ? "is-attack" : "" },
        el("span", { class: "move-number" }, `${entry.number}.`),
        ` ${words(entry)}`,
      ),
      gap(entry.number - (log[index - 1]?.number ?? 0)),
    ])
    .reverse()
    .flatMap(([line, before]) => (before ? [line, before] : [line]));
}

/** @param {number} steps from the move that is told before */
const gap = (steps) => (steps > 1 ? el("li", { class: "soft" }, untold(steps - 1)) : null);

/** @param {number} moves */
const untold = (moves) => tn(["… one move", "… {count} moves"], moves, { count: countName(moves) });

/** @param {Entry} entry */
function words({ move, seat, attack }) {
  const went = { seat: capital(seatName(seat)), ...way(move) };
  return attack
    ? t("{seat} {from} to {to}: {outcome}", { ...went, outcome: attackWords(attack) })
    : t("{seat} {from} to {to}", went);
}
