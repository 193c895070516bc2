// The orders that the player has put on the table and not sent yet, and what may still be added to them. What a piece
// or a producer may do stands in the view; here it is only counted off.

import { isSame, keyOf } from "./view.js";

/** @import { Order, Orders, Space, What } from "./view.js" */

/** @typedef {"move" | "flash" | "tow" | "factory" | "base"} Way in which a space is used */

export class Plan {
  /** @type {Order[]} */
  orders = [];

  /** What is sent: all orders, and that there are no others. */
  get moves() {
    return [...this.orders.map(({ move }) => move), "done"];
  }

  /** @param {Order} order */
  add(order) {
    this.orders.push(order);
  }

  /**
   * Takes an order back, and the tow that goes with it.
   *
   * @param {Order} gone
   */
  remove(gone) {
    this.orders = this.orders.filter(
      (order) => order !== gone && !(gone.order === "move" && order.order === "tow" && isSame(order.to, gone.from)),
    );
  }

  /**
   * How many actions are used, of those that the view counts.
   *
   * @param {Orders} orders
   */
  used({ used }) {
    return used + this.orders.filter(needsAction).length;
  }

  /**
   * The orders of this kind for a piece or a producer.
   *
   * @param {What} what
   * @param {Space} at
   */
  of(what, at) {
    return this.orders.filter(({ order, from, to }) => order === what && isSame(order === "tow" ? to : from, at));
  }

  /** @param {Space} at */
  isMoving(at) {
    return this.of("move", at).length + this.of("flash", at).length > 0;
  }

  /**
   * The ways in which what is on a space may still be used, each with the spaces that it leads to.
   *
   * @param {Orders} orders
   * @param {Space} at
   * @returns {Map<Way, Space[]>}
   */
  waysOf(orders, at) {
    /** @type {Map<Way, Space[]>} */
    const ways = new Map();
    const hasAction = this.used(orders) < orders.actions;
    const piece = orders.pieces.find((one) => isSame(one.at, at));
    if (piece && piece.moves.length > 0 && hasAction && !this.isMoving(at)) {
      ways.set("move", piece.moves);
      if (piece.early) ways.set("flash", piece.moves);
    }
    if (piece && piece.tows.length > 0 && this.of("move", at).length > 0 && this.of("tow", at).length === 0) {
      ways.set("tow", piece.tows);
    }
    for (const { by, to } of orders.producers.filter((one) => isSame(one.at, at))) {
      const isUsed = this.of("produce", at).some((order) => order.by === by);
      if (!isUsed && (by === "factory" || hasAction)) ways.set(by, to);
    }
    return ways;
  }

  /**
   * An order in a way.
   *
   * @param {Way} way
   * @param {Space} at
   * @param {Space} target
   * @param {string} kind of a new piece
   * @returns {Order}
   */
  order(way, at, target, kind) {
    const [one, other] = [keyOf(at), keyOf(target)];
    if (way === "tow") return { order: "tow", from: target, to: at, move: `tow ${other} by ${one}` };
    if (way === "move" || way === "flash") return { order: way, from: at, to: target, move: `${way} ${one}>${other}` };
    return { order: "produce", from: at, to: target, kind, by: way, move: `produce ${kind}@${other} by ${one}` };
  }

  /**
   * Takes over what was proposed before the page was loaded anew.
   *
   * @param {string[]} moves
   * @param {Orders} orders
   */
  restore(moves, orders) {
    this.orders = moves.filter((move) => move !== "done").map((move) => this.#read(move, orders));
  }

  /**
   * @param {string} move
   * @param {Orders} orders
   * @returns {Order}
   */
  #read(move, { producers }) {
    const [one, other] = [...move.matchAll(/(\d),(\d)/g)].map(
      ([, x, y]) => /** @type {Space} */ ([Number(x), Number(y)]),
    );
    if (move.startsWith("tow")) return { order: "tow", from: one, to: other, move };
    if (move.startsWith("produce")) {
      // A factory comes first where it stands on a base.
      const of = producers.filter((producer) => isSame(producer.at, other));
      const { by } = of[this.of("produce", other).length] ?? of[0] ?? { by: "base" };
      return { order: "produce", from: other, to: one, kind: move.split(" ")[1][0], by, move };
    }
    if (move.startsWith("flag")) return { order: move === "flag up" ? "flag up" : "flag down", move };
    return { order: move.startsWith("flash") ? "flash" : "move", from: one, to: other, move };
  }
}

/** @param {Order} order */
const needsAction = ({ order, by }) => order === "move" || order === "flash" || by === "base";
