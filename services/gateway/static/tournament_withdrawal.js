// Leaving a tournament that goes on: by oneself, or taken out by whoever made it. Nobody is waited for who has left. Of
// an open one people are taken out before it begins, too.

import { onConfirm } from "./confirming.js";
import { byId, dialogById, el, focusOn, icon, kindById, replace, say } from "./dom.js";
import { t } from "./texts.js";
import { place } from "./tournament_words.js";

/** @import { Tournament } from "./tournament_words.js" */

/** Asks the server for it: to leave, to come back, or to take a player out. @typedef {(path: string) => void} Ask */

const TAKE_OUT = t("Take out");

export class Withdrawal {
  /** What there is to choose from, as it was drawn: whoever is choosing is not disturbed by what changes nothing. */
  #drawn = "";
  /** What is asked when the dialog is answered. */
  #path = "";

  /**
   * @param {string} me the id of whoever looks
   * @param {Ask} ask
   */
  constructor(me, ask) {
    this.me = me;
    this.ask = ask;
    onConfirm("withdraw", () => this.ask(this.#path));
  }

  /** Shows what may be done in a tournament as it is now. @param {Tournament} tournament */
  show(tournament) {
    const { progress, players, may_control: mayControl } = tournament;
    const goesOn = progress.status === "running" || progress.status === "paused";
    const gathers = tournament.open && progress.status === "inviting";
    const mine = place(tournament, this.me);
    const playing = players.filter(
      ({ entry }, number) => (goesOn || gathers) && entry === "accepted" && !progress.withdrawn.includes(number),
    );
    const others = mayControl ? playing.filter(({ id }) => id !== this.me) : [];
    const isIn = goesOn && playing.some(({ id }) => id === this.me);
    const isOut = goesOn && progress.withdrawn.includes(mine);
    const drawn = JSON.stringify([isIn, isOut, others, gathers]);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    const out = () => {
      const found = others.find(({ id }) => id === kindById("withdraw-who", HTMLSelectElement).value);
      if (!found) return;
      const path = `players/${found.id}/out`;
      // Nothing is lost by it before it begins.
      if (gathers) this.ask(path);
      else this.#confirm(t("Take {name} out?", { name: found.name }), TAKE_OUT, path);
    };
    replace(
      byId("people-more"),
      isIn
        ? button("withdraw", "fa-sign-out", t("Leave the tournament"), () =>
            this.#confirm(t("Leave the tournament?"), t("Leave"), "decline"),
          )
        : null,
      isOut ? button("come-back", "fa-play", t("Play on"), () => this.ask("accept")) : null,
      others.length > 0 ? choice(others) : null,
      others.length > 0 ? button("withdraw-other", "fa-times", TAKE_OUT, out) : null,
    );
  }

  /**
   * @param {string} question
   * @param {string} yes
   * @param {string} path
   */
  #confirm(question, yes, path) {
    this.#path = path;
    say(byId("withdraw-title"), question);
    say(byId("withdraw-yes"), yes);
    dialogById("withdraw-dialog").showModal();
    focusOn("withdraw-not");
  }
}

/** @param {{ id: string, name: string }[]} others */
const choice = (others) =>
  el(
    "select",
    { id: "withdraw-who", "aria-label": t("Who does not play on") },
    ...others.map(({ id, name }) => el("option", { value: id }, name)),
  );

/**
 * @param {string} id
 * @param {string} name of the icon
 * @param {string} words
 * @param {() => void} onclick
 */
const button = (id, name, words, onclick) =>
  el("button", { type: "button", class: "button", id, onclick }, icon(name), words);
