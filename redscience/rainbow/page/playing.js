// A match as it is played: what is in the player's hand, and what pointing at the board means.

import { el, replace } from "../../dom.js";
import { Grid } from "../../grid.js";
import { t } from "../../texts.js";
import { extentOf, labels } from "./board.js";
import { cellsOf } from "./cells.js";
import { early, isMeant } from "./early.js";
import { drawHand, LOCKED, seatDetails } from "./hand.js";
import { eventSentences, faceName, lyingName, moveName } from "./names.js";
import { patterns, peg, pegIcon } from "./pegs.js";
import { keyOf, pegAt, turnedOver } from "./view.js";

/** @import { Place, Playing } from "../../family.js" */
/** @import { Lying, Move, Parts, Scene, View } from "./view.js" */

/** @implements {Playing<View>} */
export class RainbowPlay {
  /** @type {Scene | null} */
  #scene = null;
  /** The version and status of the match that is shown. */
  #shown = "";
  /**
   * The peg off the board that would be placed, as it would lie; "" for none.
   *
   * @type {Lying}
   */
  #held = "";
  /** The cell whose peg was picked up; "" for none. */
  #picked = "";
  /** Whether a peg was asked for that cannot be placed yet. */
  #isRefused = false;

  /** @param {Place<View>} place */
  constructor(place) {
    this.place = place;
    place.table.setAttribute("aria-label", t("Board"));
    place.hand.setAttribute("aria-label", t("Your pegs off the board"));
    place.options.setAttribute("aria-label", t("The chosen peg"));
    this.grid = new Grid(place.table, t("Board"), {
      onCell: (key) => this.#point(key),
      onDrop: (from, to) => this.#drop(from, to),
    });
    for (const box of [place.table, place.hand, place.options]) {
      box.addEventListener("keydown", (event) => this.#key(event));
    }
  }

  /** @param {Scene} told */
  draw(told) {
    const before = this.#scene;
    const scene = (this.#scene = early(told));
    const shown = `${scene.match.view_version} ${scene.match.status}`;
    if (shown !== this.#shown) {
      this.#shown = shown;
      // What was picked up while another seat was thinking stays so, if it can still go anywhere.
      if (!before?.premoving || !this.#targets.size) this.#letGo();
    }
    this.#drawBoard(scene);
    this.#drawOptions(scene);
    drawHand(this.place.hand, scene, {
      held: this.#held,
      choose: (lying) => this.#take(lying),
      refuse: () => this.#refuse(),
      drop: (lying, x, y) => this.#place(lying, this.grid.droppedAt(x, y)),
    });
  }

  /** @returns {Move[]} */
  buttons() {
    return [];
  }

  /**
   * @param {Move} move
   * @param {View} view
   */
  sayMove(move, { table }) {
    return moveName(move, table);
  }

  /** @param {Scene} scene */
  sayEvents(scene) {
    return eventSentences(scene);
  }

  /** @param {Scene} scene */
  subtitle({ view }) {
    return view.table.completing === "loses" ? t("Whoever completes a line loses.") : "";
  }

  /**
   * @param {Scene} scene
   * @param {string} seat
   */
  seat(scene, seat) {
    return seatDetails(scene, seat);
  }

  /** @param {Scene} scene */
  ask({ legal, view }) {
    if (this.#isRefused) return LOCKED;
    if (this.#held) return t("Choose an empty cell for {lying}.", { lying: lyingName(this.#held) });
    if (this.#picked) return t("Choose an empty cell to move it to, or flip it.");
    const isFirst = view.table.pegs.every(({ seat }) => seat !== view.viewer);
    if (isFirst) return t("Choose a peg with the face that is to be up.");
    return legal.some(({ kind }) => kind === "place")
      ? t("Choose a peg to place, or one of yours on the board to move or flip.")
      : t("Choose one of your pegs on the board to move or flip.");
  }

  focus() {
    this.grid.focus();
  }

  /**
   * The moves that can be meant by what was pointed at beforehand.
   *
   * @param {Parts} aim
   * @param {Move[]} legal
   */
  meant(aim, legal) {
    return legal.filter(isMeant(aim));
  }

  /**
   * @param {Move} aim
   * @param {View} view
   */
  sayAim(aim, view) {
    return this.sayMove(aim, view);
  }

  putBack() {
    if (!this.#held && !this.#picked) return;
    this.#letGo();
    this.#choose(null);
  }

  /**
   * Proposes a move, or keeps it for one's turn.
   *
   * @param {Move | null} move
   */
  #choose(move) {
    if (this.#scene?.premoving) this.place.aim?.(move);
    else this.place.choose(move);
  }

  get #legal() {
    return this.#scene?.legal ?? [];
  }

  /** Where what is chosen could go, by cell. */
  get #targets() {
    const moves = this.#legal.filter(({ kind, peg: lying, from }) =>
      kind === "place" ? lying === this.#held : kind === "move" && from && keyOf(from) === this.#picked,
    );
    return new Map(moves.map((move) => [keyOf(move.to), move]));
  }

  /**
   * The move that flips the peg on a cell.
   *
   * @param {string} key
   */
  #flipOf(key) {
    return this.#legal.find(({ kind, to }) => kind === "flip" && keyOf(to) === key);
  }

  #letGo() {
    this.#isRefused = false;
    this.#held = "";
    this.#picked = "";
  }

  /**
   * A cell was chosen: the proposed one once more, a target, or a peg to pick up or to put back.
   *
   * @param {string} key
   */
  #point(key) {
    const chosen = this.#scene?.chosen;
    if (chosen && keyOf(chosen.to) === key) return this.#again();
    const move = this.#targets.get(key);
    if (move) return this.#choose(move);
    const picked = this.#picked === key ? "" : key;
    this.#letGo();
    this.#picked = picked;
    return this.#choose(null);
  }

  /** The proposed cell once more: what is proposed is made, what is kept for one's turn is dropped. */
  #again() {
    if (!this.#scene?.premoving) return this.place.accept();
    this.#letGo();
    return this.#choose(null);
  }

  /**
   * A peg was dragged from one cell to another.
   *
   * @param {string} from
   * @param {string} to
   */
  #drop(from, to) {
    this.#letGo();
    this.#picked = from;
    this.#choose(this.#targets.get(to) ?? null);
  }

  /**
   * A peg off the board was chosen, or put back.
   *
   * @param {Lying} lying
   */
  #take(lying) {
    const held = this.#held === lying ? "" : lying;
    this.#letGo();
    this.#held = held;
    this.#choose(null);
    if (held) this.grid.focus([...this.#targets.keys()][0]);
  }

  /** A peg was chosen that is locked. */
  #refuse() {
    this.#letGo();
    this.#isRefused = true;
    this.#choose(null);
  }

  /**
   * A peg off the board was let go over a cell.
   *
   * @param {Lying} lying
   * @param {string} key
   */
  #place(lying, key) {
    this.#letGo();
    this.#held = lying;
    this.#choose(this.#targets.get(key) ?? null);
  }

  /** Turns the chosen peg over: one on the board by a move, one that is to be placed in the hand. */
  #turnOver() {
    if (this.#held) {
      const chosen = this.#scene?.chosen;
      this.#place(turnedOver(this.#held), chosen ? keyOf(chosen.to) : "");
    } else this.#flip(this.#picked);
  }

  /** @param {string} key */
  #flip(key) {
    const move = this.#flipOf(key);
    if (!move) return;
    this.#picked = key;
    this.#choose(move);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.key.toLowerCase() !== "f" || event.altKey || event.ctrlKey || event.metaKey) return;
    const cell = event.target instanceof Element ? event.target.closest("[data-key]") : null;
    const here = cell?.getAttribute("data-key") ?? "";
    if (this.#held || this.#picked) this.#turnOver();
    else this.#flip(here);
  }

  /** @param {Scene} scene */
  #drawBoard(scene) {
    const { view } = scene;
    const { drawn } = view.table.board;
    this.grid.draw(cellsOf(scene, { picked: this.#picked, isHolding: this.#held !== "", targets: this.#targets }), {
      ...extentOf(drawn),
      below: [patterns(), ...labels(drawn)],
    });
  }

  /**
   * What can be done with a peg on the board beside moving it: to flip it. In the hand both faces are to be had.
   *
   * @param {Scene} scene
   */
  #drawOptions({ view, active, chosen }) {
    const lying = pegAt(view.table, this.#picked)?.peg;
    if (!active || !lying) return replace(this.place.options);
    return replace(
      this.place.options,
      el(
        "button",
        {
          type: "button",
          class: "button option",
          id: "flip",
          title: t("F flips it too"),
          "aria-keyshortcuts": "f",
          "aria-pressed": String(chosen?.kind === "flip"),
          onclick: () => this.#flip(this.#picked),
        },
        pegIcon(peg(view.viewer, turnedOver(lying))),
        t("Flip to {face}", { face: faceName(lying[1]) }),
      ),
    );
  }
}
