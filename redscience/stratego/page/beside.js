// What is shown beside the board, or below it on narrow screens: the last attack, what both have lost, and the moves.

import { el, replace } from "../../dom.js";
import { capital, several } from "../../words.js";
import { pieceIcon } from "./pieces.js";
import { attackWords } from "./told.js";
import { total, way } from "./view.js";

/** @import { Entry, Table, View } from "./view.js" */

/** @param {string} seat */
const other = (seat) => (seat === "red" ? "blue" : "red");

export class Beside {
  #shown = "";

  constructor() {
    this.battle = el("p", { class: "battle", "aria-live": "polite" });
    this.captured = el("div", { class: "captured" });
    this.log = el("ol", { class: "moves", tabindex: "0", "aria-label": "Moves, the last one first" });
    const title = el("h2", { class: "moves-title" }, "Moves");
    this.box = el("div", { class: "beside" }, this.battle, this.captured, el("div", {}, title, this.log));
  }

  /** @param {View} view */
  draw({ table, viewer }) {
    const shown = JSON.stringify([viewer, table.moves, table.captured, table.is_setting_up]);
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
  if (!entry?.attack) return "Nothing has been attacked yet.";
  const { attack, seat, number } = entry;
  return [
    pieceIcon({ seat, kind: attack.attacker }),
    el("span", { class: "battle-sign", "aria-hidden": "true" }, "→"),
    pieceIcon({ seat: other(seat), kind: attack.defender }),
    el("span", {}, `${capital(seat)} attacked with move ${number}: ${attackWords(attack)}.`),
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
    el("h2", {}, `${capital(seat)} has lost ${several(total(captured[seat]), "piece")}`),
    el(
      "ul",
      {},
      lost.map((kind) => {
        const count = captured[seat][kind];
        const said = `${count} ${kind}${count === 1 ? "" : "s"}`;
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
        ` ${capital(entry.seat)} ${words(entry)}`,
      ),
      gap(entry.number - (log[index - 1]?.number ?? 0)),
    ])
    .reverse()
    .flatMap(([line, before]) => (before ? [line, before] : [line]));
}

/** @param {number} steps from the move that is told before */
const gap = (steps) => (steps > 1 ? el("li", { class: "soft" }, `… ${several(steps - 1, "move")}`) : null);

/** @param {Entry} entry */
function words({ move, attack }) {
  const went = way(move);
  return `${went?.from} to ${went?.to}${attack ? `: ${attackWords(attack)}` : ""}`;
}
