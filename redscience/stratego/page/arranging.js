// An army while it is set up, before anybody is told of it: what stands where, and what is left in the tray.

/** @import { Counts, Kind, Square } from "./view.js" */

/** @typedef {Record<Square, Kind>} Placed */

export class Arrangement {
  /** @type {Map<Square, Kind>} */
  #placed = new Map();

  /**
   * @param {Square[]} home the squares on which the army is set up, those that are taken for good left out
   * @param {Counts} army what there is to place
   */
  constructor(home, army) {
    this.home = home;
    this.army = army;
  }

  /** @returns {Placed} */
  get placed() {
    return Object.fromEntries(this.#placed);
  }

  /** @param {Square} square */
  at(square) {
    return this.#placed.get(square);
  }

  /** @param {Kind} kind */
  left(kind) {
    return (this.army[kind] ?? 0) - [...this.#placed.values()].filter((one) => one === kind).length;
  }

  get isComplete() {
    return this.#placed.size > 0 && Object.keys(this.army).every((kind) => this.left(kind) === 0);
  }

  get isEmpty() {
    return this.#placed.size === 0;
  }

  get count() {
    return this.#placed.size;
  }

  /** The moves that make it, in the order of the squares. */
  get moves() {
    return this.home.filter((square) => this.at(square)).map((square) => `${square}:${this.at(square)}`);
  }

  /**
   * Puts a piece of the tray on a square; what stood there goes back.
   *
   * @param {Kind} kind
   * @param {Square} square
   */
  place(kind, square) {
    if (!this.home.includes(square) || (this.left(kind) === 0 && this.at(square) !== kind)) return;
    this.#placed.set(square, kind);
  }

  /**
   * Moves what stands on a square to another, and what stands there back.
   *
   * @param {Square} from
   * @param {Square} to
   */
  move(from, to) {
    const [piece, other] = [this.at(from), this.at(to)];
    if (!piece || !this.home.includes(to) || from === to) return;
    this.#placed.set(to, piece);
    if (other) this.#placed.set(from, other);
    else this.#placed.delete(from);
  }

  /** @param {Square} square */
  remove(square) {
    this.#placed.delete(square);
  }

  clear() {
    this.#placed.clear();
  }

  /**
   * Takes another set-up, as far as this army has the pieces for it.
   *
   * @param {Placed} placed
   */
  take(placed) {
    this.clear();
    for (const [square, kind] of Object.entries(placed)) this.place(kind, square);
  }
}
