// A game that is being made, played beside its controls against the platform's own players: nothing of it is kept, and
// nobody is rated.

import { byId, el, hideEmpty, icon, kindById, rememberKeyboard, replace, say } from "./dom.js";
import { Figures } from "./figures.js";
import { headline } from "./headline.js";
import { preferences } from "./preferences.js";
import { get, post, Refused } from "./request.js";
import * as seating from "./seating.js";
import { t, tn } from "./texts.js";
import { CHAOS, unkeptMatch } from "./unkept.js";
import { capital } from "./words.js";

/** @import { FamilyModule, Game, LegalMove, Match, Player, Playing, Scene } from "./family.js" */
/** @import { Remarks } from "./remarks.js" */

/** @typedef {{ seat: string, view: any, state: string, seats: string[], has_chaos: boolean }} Tried */
/** @typedef {{ seat: string, state: string, moves: string[] }} Step where one goes on, and how */

const RANDOM = { id: "random", name: "Random", kind: "random" };

export class TryOut {
  /** The file that is played, as it was when it was begun. */
  #file = /** @type {any} */ (null);
  /** Of its rules: two files that play alike have one. */
  #digest = Promise.resolve("");
  /** @type {Tried | null} */
  #tried = null;
  /** @type {Playing<any> | null} */
  #playing = null;
  #version = 0;
  /** What is on its way, or stands on the table to be made together. @type {LegalMove | null} */
  #chosen = null;
  #isSending = false;
  /** What was asked before the last question is answered for nothing. */
  #asked = 0;

  /**
   * @param {{ family: FamilyModule, familyName: string, me: Player }} known
   * @param {() => any} file the file as it is now
   * @param {Remarks} remarks show what is wrong with it
   */
  constructor({ family, familyName, me }, file, remarks) {
    this.family = family;
    this.familyName = familyName;
    this.me = me;
    this.file = file;
    this.remarks = remarks;
    fillPanel();
    new Figures(file, (error) => this.#refused(error));
    this.seat = kindById("try-seat", HTMLSelectElement);
    this.against = kindById("try-against", HTMLSelectElement);
    byId("try-again").addEventListener("click", () => this.#begin());
    byId("try-close").addEventListener("click", () => this.#close());
    byId("try-accept").addEventListener("click", () => this.#accept());
    for (const choice of [this.seat, this.against]) choice.addEventListener("change", () => this.#begin());
  }

  /**
   * The rules may have changed: what is played goes on by those with which it began.
   *
   * @param {string} digest of the rules as they are now; "" where something is wrong with them
   */
  async changed(digest) {
    const begun = this.#digest;
    const isOther = (await begun) !== digest;
    if (begun === this.#digest) byId("try-note").hidden = !this.#tried || !isOther;
  }

  async open() {
    byId("tryout").hidden = false;
    if (this.against.options.length === 1) this.#offerHouse();
    const isHere = rememberKeyboard();
    await this.#begin();
    // All of it where there is room, and its table in any case.
    for (const id of ["tryout", "try-table"]) byId(id).scrollIntoView({ block: "nearest" });
    if (isHere()) this.#playing?.focus?.();
  }

  /** Random is there at once; for want of an answer nobody else is. */
  async #offerHouse() {
    const { house } = await get("/api/factory/opponents").catch(() => ({ house: [] }));
    if (this.against.options.length > 1) return;
    this.against.append(
      ...house.map((/** @type {{ id: string, name: string, about: string }} */ { id, name, about }) =>
        el("option", { value: id, "data-name": name }, t("against {name}: {about}", { name, about })),
      ),
    );
  }

  #close() {
    byId("tryout").hidden = true;
    this.#tried = null;
    byId("try").focus();
  }

  async #begin() {
    // What is changed from now on is not played.
    this.#file = structuredClone(this.file());
    this.#digest = post("/api/factory/check", { rule_set: this.#file }).then(
      ({ digest }) => digest,
      () => "",
    );
    // A table of another size is drawn by new rules, and what was said last is over.
    for (const part of ["status", "words"]) byId(`try-${part}`).replaceChildren();
    layTable();
    this.#playing = null;
    this.#tried = null;
    this.#chosen = null;
    byId("try-accept").hidden = true;
    byId("try-note").hidden = true;
    await this.#ask({ seat: this.seat.value, state: "", moves: [] });
  }

  /** Makes a move at once, where it is all that is meant. @param {LegalMove | null} move */
  #choose(move) {
    if (!this.#tried || this.#isSending) return;
    this.#chosen = move;
    if (move && !move.moves) this.#accept();
    else this.#draw(this.#tried);
  }

  /** Makes what is proposed. */
  #accept() {
    const [tried, chosen] = [this.#tried, this.#chosen];
    if (!tried || !chosen || this.#isSending) return;
    this.#ask({ seat: tried.seat, state: tried.state, moves: seating.movesOf(chosen) });
    this.#draw(tried);
  }

  /** @param {Step} step */
  async #ask(step) {
    const asked = (this.#asked += 1);
    this.#isSending = true;
    say(byId("try-fault"), "");
    try {
      const question = { rule_set: this.#file, against_id: this.against.value, ...step };
      const tried = await post("/api/factory/try", question);
      if (asked !== this.#asked) return;
      this.#tried = tried;
      this.#chosen = null;
      this.#version += 1;
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      if (asked !== this.#asked) return;
      // A seat may be none of the game that it has become.
      if (!step.state) this.seat.value = "";
      this.#refused(error);
    }
    if (this.#tried && !this.#playing) {
      const playing = await this.#begun(this.#tried);
      if (asked !== this.#asked) return;
      this.#playing = playing;
    }
    this.#isSending = false;
    if (this.#tried) this.#draw(this.#tried);
  }

  /**
   * What is wrong with the rules is said beside their controls, as where one saves.
   *
   * @param {Error} error
   */
  #refused(error) {
    const faults = error instanceof Refused && error.code === "rules/invalid" ? error.faults : [];
    const count = faults.length;
    const words = tn(
      [
        "The rules have {count} error. Correct it, then begin again.",
        "The rules have {count} errors. Correct them, then begin again.",
      ],
      count,
    );
    say(byId("try-fault"), count > 0 ? words : error.message);
    if (count === 0) return;
    this.remarks.show(faults);
    this.remarks.goToFirst();
  }

  // --- what is shown ------------------------------------------------------------------------------------------------

  /** @param {Tried} tried */
  #draw(tried) {
    const scene = this.#scene(tried);
    const playing = /** @type {Playing<any>} */ (this.#playing);
    playing.draw(scene);
    this.#drawSeats(tried);
    const told = playing.sayEvents?.(scene) ?? [];
    const now = seating.isOver(scene.match) ? headline(scene.match) : this.#now(scene, playing);
    say(byId("try-status"), [...told, now].join(" "));
    /** @type {LegalMove[]} */
    const moves = playing.buttons(scene);
    replace(
      byId("try-words"),
      moves.map((move) => this.#button(move, scene, playing)),
    );
    hideEmpty(["try-options", "try-hand", "try-beside"].map(byId));
    this.#drawAccept(playing);
  }

  /** Several moves are made together when they are accepted. @param {Playing<any>} playing */
  #drawAccept(playing) {
    const accept = byId("try-accept");
    const hadKeyboard = document.activeElement === accept;
    accept.hidden = !this.#chosen?.moves;
    accept.classList.toggle("is-busy", this.#isSending);
    if (hadKeyboard && accept.hidden) playing.focus?.();
  }

  /**
   * What is proposed, or asked for.
   *
   * @param {Scene} scene
   * @param {Playing<any>} playing
   */
  #now(scene, playing) {
    if (!seating.isActing(scene.match)) return "";
    const said = scene.chosen?.moves && playing.sayMove?.(scene.chosen, scene.view);
    return said || (playing.ask?.(scene) ?? t("Choose a move."));
  }

  /**
   * @param {LegalMove} move
   * @param {Scene} scene
   * @param {Playing<any>} playing
   */
  #button(move, { view }, playing) {
    const attributes = { type: "button", class: "button", id: `try-${move.move}`, onclick: () => this.#choose(move) };
    return el("button", attributes, playing.sayMove?.(move, view) ?? capital(move.move));
  }

  /** @param {Tried} tried */
  #drawSeats({ seats, seat }) {
    replace(
      this.seat,
      seats.map((one) => el("option", { value: one, selected: one === seat }, t("You play {one}", { one }))),
    );
  }

  /** @param {Tried} tried */
  async #begun(tried) {
    return this.family.play({
      game: this.#game(tried),
      table: byId("try-table"),
      hand: byId("try-hand"),
      options: byId("try-options"),
      beside: byId("try-beside"),
      choose: (/** @type {LegalMove | null} */ move) => this.#choose(move),
      accept: () => this.#accept(),
    });
  }

  /**
   * @param {Tried} tried
   * @returns {Game}
   */
  #game({ seats, has_chaos: hasChaos }) {
    const nothing = { english: [], cost: "", about: "", also_called: [], is_drawn: true, features: [], turns: 0 };
    return { id: "", name: "", family: this.familyName, seats, has_chaos: hasChaos, rule_set: this.#file, ...nothing };
  }

  /**
   * @param {Tried} tried
   * @returns {Scene<any>}
   */
  #scene(tried) {
    const match = this.#match(tried);
    const [legal, active] = [seating.legalMoves(match), seating.isActing(match) && !this.#isSending];
    return { match, view: tried.view, legal, active, chosen: this.#chosen, hints: preferences.hints };
  }

  /** @returns {Player} */
  #other() {
    const { name } = this.against.selectedOptions[0].dataset;
    return name ? { id: this.against.value, name, kind: "house" } : RANDOM;
  }

  /**
   * A try-out as a match.
   *
   * @param {Tried} tried
   * @returns {Match<any>}
   */
  #match({ seat, seats, view, has_chaos: hasChaos }) {
    return unkeptMatch(
      { id: "", name: "" },
      [
        ...seats.map((one) => ({ seat: one, player: one === seat ? this.me : this.#other() })),
        ...(hasChaos ? [{ seat: CHAOS.id, player: CHAOS }] : []),
      ],
      { viewer: seat, view, view_version: this.#version },
    );
  }
}

/** Draws what stands around the choice of whom one plays against. */
function fillPanel() {
  const act = (/** @type {string} */ id, /** @type {string} */ title, /** @type {string} */ picture) =>
    el("button", { type: "button", class: "button quiet icon-only", id, "aria-label": title, title }, icon(picture));
  const said = (/** @type {string} */ id) => el("p", { id, role: "status" });
  byId("tryout").prepend(
    el(
      "div",
      { class: "tryout-head" },
      el("h2", { id: "try-title" }, t("Try it")),
      el("select", { id: "try-seat", "aria-label": t("Your seat") }, el("option", { value: "" }, t("You move first"))),
      act("try-again", t("Begin again"), "fa-refresh"),
      act("try-close", t("Close"), "fa-times"),
    ),
  );
  const note = said("try-note");
  note.classList.add("note");
  note.hidden = true;
  note.append(t("The rules have changed since. Begin again to play by them."));
  const [table, options, hand, beside] = tableParts();
  byId("tryout").append(
    note,
    said("try-status"),
    table,
    options,
    el("div", { class: "actions", id: "try-words" }),
    el("button", { type: "button", class: "button primary", id: "try-accept" }, t("Accept Move")),
    hand,
    beside,
    el("p", { class: "fault", id: "try-fault", role: "alert" }),
    el("button", { type: "button", class: "button", id: "try-figures" }, t("How it plays at random")),
    el("div", { id: "figures", role: "status" }),
  );
}

/** What a family draws on, and listens to. */
const tableParts = () => [
  el("section", { id: "try-table" }),
  el("div", { class: "actions", id: "try-options", role: "group" }),
  el("section", { id: "try-hand" }),
  el("div", { id: "try-beside" }),
];

/** What is begun gets a table of its own: the last one's would still have what was played before listen to it. */
function layTable() {
  for (const part of tableParts()) byId(part.id).replaceWith(part);
}
