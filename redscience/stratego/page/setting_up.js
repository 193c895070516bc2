// Setting an army up: on the table first, in secret; what is complete is proposed as a whole.

import { t } from "../../texts.js";
import { Arrangement } from "./arranging.js";
import { middle } from "./ground.js";
import { kindName } from "./names.js";
import { drawn, SIGNS } from "./pieces.js";
import { SavedSetUps, UnsentSetUp } from "./saved.js";
import { shuffled } from "./shuffle.js";
import { Tray } from "./tray.js";
import { homeOf, ROWS, total } from "./view.js";

/** @import { Place } from "../../family.js" */
/** @import { Cell, Grid } from "../../grid.js" */
/** @import { Sight } from "./ground.js" */
/** @import { Kind, Scene, Square, View } from "./view.js" */

/** The kinds by the keys that place them. @type {Record<string, Kind>} */
const KEYS = Object.fromEntries(Object.entries(SIGNS).map(([kind, sign]) => [sign.toLowerCase(), kind]));

export class SettingUp {
  /** @type {Scene | null} */
  #scene = null;
  /** Which match and sealed plan the arrangement is for. */
  #of = "";
  /** @type {Kind | null} */
  #inHand = null;
  /** @type {Square | null} */
  #picked = null;

  /**
   * @param {Place<View>} place
   * @param {Grid} grid
   */
  constructor(place, grid) {
    this.place = place;
    this.grid = grid;
    this.arrangement = new Arrangement([], {});
    this.unsent = new UnsentSetUp("", "");
    this.saved = new SavedSetUps("", "", false);
    this.tray = new Tray({
      onKind: (kind) => this.#take(kind),
      onDrop: (kind, x, y) => this.#edit(() => this.arrangement.place(kind, grid.keyAt(x, y))),
      onShuffle: () => this.#edit(() => this.arrangement.take(shuffled(this.#rows, this.arrangement.army))),
      onClear: () => this.#edit(() => this.arrangement.clear()),
      onLoad: (placed) => this.#edit(() => this.arrangement.take(placed)),
    });
  }

  /**
   * Whether the viewer sets up now: of a moment that is past no move is legal.
   *
   * @param {Scene} scene
   */
  static isOn({ view, match }) {
    return view.table.is_setting_up && view.legal.length > 0 && match.status === "running";
  }

  /** @param {Scene} scene */
  draw(scene) {
    this.#scene = scene;
    this.#begin(scene);
    const { hand } = this.place;
    if (!hand.contains(this.tray.box)) hand.replaceChildren(this.tray.box);
    hand.setAttribute("aria-label", t("Your army"));
    const { viewer: seat } = scene.view;
    this.tray.draw(this.arrangement, this.saved, { seat, inHand: this.#kindNow, active: scene.active });
  }

  /**
   * The cells of the board.
   *
   * @param {Scene} scene
   * @param {Sight} sight
   * @returns {Cell[]}
   */
  cells({ view, active }, sight) {
    const { home } = this.arrangement;
    const fixed = view.table.pieces.map(({ at, kind }) => /** @type {[Square, Kind]} */ ([at, kind]));
    const standing = new Map([...fixed, ...Object.entries(this.arrangement.placed)]);
    return homeOf(view.table, view.viewer).map((square) => {
      const kind = standing.get(square);
      const isOwn = home.includes(square);
      return {
        key: square,
        ...middle(square, sight),
        label: `${square}, ${kind ? kindName(kind) : t("empty")}`,
        content: kind ? [drawn({ at: square, seat: view.viewer, kind })] : [],
        classes: square === this.#picked ? "is-selected" : isOwn && !kind ? "is-free" : "",
        canChoose: active && isOwn,
        canDrag: active && isOwn && Boolean(kind),
        isPressed: square === this.#picked,
      };
    });
  }

  ask() {
    if (this.#picked) return t("Choose where it goes: it changes places with what stands there.");
    if (this.arrangement.isEmpty) return t("Choose a piece, then a square, drag them, or shuffle.");
    const next = this.#kindNow;
    return next ? t("Place the next piece: {kind}.", { kind: kindName(next) }) : "";
  }

  /** @param {Square} square */
  choose(square) {
    if (this.#picked) {
      const from = this.#picked;
      this.#picked = null;
      return this.#edit(() => this.arrangement.move(from, square));
    }
    if (this.arrangement.at(square)) {
      this.#picked = square;
      return this.#redraw();
    }
    const kind = this.#kindNow;
    if (kind) this.#edit(() => this.arrangement.place(kind, square));
  }

  /**
   * @param {Square} from
   * @param {Square} to "" beside the board: back into the tray
   */
  drop(from, to) {
    this.#edit(() => (to ? this.arrangement.move(from, to) : this.arrangement.remove(from)));
  }

  /**
   * A key on a square: the sign of a piece places one, Delete takes one back.
   *
   * @param {Square} square
   * @param {KeyboardEvent} event
   */
  press(square, event) {
    const kind = KEYS[event.key.toLowerCase()];
    if (event.key === "Delete" || event.key === "Backspace") this.#edit(() => this.arrangement.remove(square));
    else if (kind) this.#edit(() => this.arrangement.place(kind, square));
    else return;
    event.preventDefault();
  }

  /** Lets go of what is picked up; a complete army is proposed again. */
  putBack() {
    this.#picked = null;
    this.#propose();
  }

  /**
   * Goes on with what was proposed, or with what this window has kept.
   *
   * @param {Scene} scene
   */
  #begin({ match, view, chosen }) {
    const { table, viewer } = view;
    const of = `${match.id} ${viewer} ${view.plan?.length ?? 0}`;
    if (this.#of === of) return;
    this.#of = of;
    const taken = new Set(table.pieces.map(({ at }) => at));
    const home = homeOf(table, viewer).filter((square) => !taken.has(square));
    const kinds = Object.keys(table.army).filter((kind) => table.tray?.[kind]);
    this.arrangement = new Arrangement(home, Object.fromEntries(kinds.map((kind) => [kind, table.tray?.[kind] ?? 0])));
    const player = match.seats.find(({ seat }) => seat === viewer)?.player.id ?? "";
    this.saved = new SavedSetUps(player, String(total(table.army)), ROWS.startsWith(table.homes[viewer]));
    this.unsent = new UnsentSetUp(match.id, viewer);
    const proposed = (chosen?.moves ?? []).map((move) => move.split(":"));
    this.arrangement.take(proposed.length > 0 ? Object.fromEntries(proposed) : this.unsent.get());
    if (this.arrangement.isComplete && !chosen) queueMicrotask(() => this.#propose());
  }

  /** The rows from the last to the foremost. */
  get #rows() {
    const { homes } = /** @type {Scene} */ (this.#scene).view.table;
    const rows = [...homes[/** @type {Scene} */ (this.#scene).view.viewer]];
    if (!ROWS.startsWith(rows.join(""))) rows.reverse();
    return rows.map((row) => this.arrangement.home.filter((square) => square.startsWith(row)));
  }

  /** The kind that a click places: the one that was chosen, else the first that is left. */
  get #kindNow() {
    if (this.#inHand && this.arrangement.left(this.#inHand) > 0) return this.#inHand;
    return Object.keys(this.arrangement.army).find((kind) => this.arrangement.left(kind) > 0) ?? null;
  }

  /** @param {Kind} kind */
  #take(kind) {
    this.#inHand = kind;
    this.#picked = null;
    this.#redraw();
  }

  /** @param {() => void} change */
  #edit(change) {
    if (!this.#scene?.active) return;
    this.#picked = null;
    change();
    this.unsent.keep(this.arrangement.placed);
    this.#propose();
  }

  #propose() {
    const { moves, isComplete } = this.arrangement;
    this.place.choose(isComplete ? { move: moves.join(" "), moves } : null);
  }

  /** Draws anew what is picked up, and leaves the proposal as it is. */
  #redraw() {
    this.place.choose(this.#scene?.chosen ?? null);
  }
}
