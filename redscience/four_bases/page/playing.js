// A match of Four Bases as the page shows it: orders are made on the board, and sent together.

import { el, replace, svg } from "../../dom.js";
import { countName } from "../../numbers.js";
import { isOver, isPlayer } from "../../seating.js";
import { t, tn } from "../../texts.js";
import { capital } from "../../words.js";
import { Board } from "./board.js";
import { button, choice } from "./buttons.js";
import { KINDS, seatName } from "./names.js";
import { Plan } from "./plan.js";
import { RoundReplay } from "./rounds.js";
import { isSame, keyOf } from "./view.js";
import { askTarget, isMaking, sayTarget, WAYS } from "./ways.js";
import { sayEvents, sayOrder, sayPiece } from "./words.js";

/** @import { LegalMove, Place, Scene, SeatDetails } from "../../family.js" */
/** @import { Arrow, Marks } from "./board.js" */
/** @import { Way } from "./plan.js" */
/** @import { BasesView, Order, Orders, Piece, Space } from "./view.js" */

/** @typedef {Scene<BasesView>} BasesScene */

/**
 * The sign of a kind, with its name where there is room.
 *
 * @param {string} kind
 * @param {string} name
 */
const signOf = (kind, name) => el("span", {}, kind, el("span", { class: "wide-only" }, ` ${name}`));

export class BasesPlay {
  plan = new Plan();
  timeOut = t("When time runs out, a simple bot plays on for you.");
  /** The seat and the turn that the plan is for. */
  #of = "";
  /** Whether nothing was ordered in this turn since the page was opened. */
  #isFresh = true;
  /** @type {Space | null} */
  #picked = null;
  /** @type {Way | null} */
  #way = null;
  #kind = "1";
  /** @type {BasesScene | null} */
  #scene = null;

  /** @param {Place<BasesView>} place */
  constructor(place) {
    this.place = place;
    const told = {
      onCell: (/** @type {string} */ key) => this.#point(spaceOf(key)),
      onDrop: (/** @type {string} */ from, /** @type {string} */ to) => this.#drop(from, to),
    };
    this.board = new Board(place.table, told);
    place.table.append(legend());
    this.replay = new RoundReplay(place, () => this.#again());
  }

  /** @param {BasesScene} scene */
  draw(scene) {
    this.#scene = scene;
    const { match, view, turned = false, side = view.viewer } = scene;
    this.#keepUp(scene);
    this.replay.take(view, !isOver(match));
    this.board.draw(view.table, this.replay.pieces(view.table.pieces), {
      turns: turnsFor(side, view.table) + (turned ? 2 : 0),
      arrows: this.replay.isOn ? this.replay.arrows() : this.#arrows(scene),
      ghosts: this.replay.ghosts(),
      marksOf: (space, piece) => this.#marks(scene, space, piece),
    });
    this.replay.draw(match);
    replace(this.place.options, this.#orders ? this.#panel(scene, this.#orders) : []);
  }

  /**
   * Forgets the plan of another seat, turn or line, and takes over what the server kept of this one.
   *
   * @param {BasesScene} scene
   */
  #keepUp({ match, view, chosen, active }) {
    const of = [view.viewer, view.turn, isPlayer(match) || match.view_version].join(" ");
    if (of !== this.#of || !view.orders) {
      this.plan.orders = [];
      this.#letGo();
      this.#isFresh = true;
      this.#of = of;
    }
    if (view.orders && active) this.#agree(view.orders, chosen);
    if (this.#picked && this.#ways.size === 0) this.#letGo();
    if (this.#picked && !(this.#way && this.#ways.has(this.#way))) this.#way = [...this.#ways.keys()][0] ?? null;
  }

  /**
   * Has the orders on the table be those that are proposed. Somebody may have left meanwhile, or Escape was pressed
   * with a piece in hand: they stand. Only what was proposed before the page was opened is taken over.
   *
   * @param {Orders} orders
   * @param {LegalMove | null} chosen
   */
  #agree(orders, chosen) {
    const isEmpty = this.plan.orders.length === 0;
    if (chosen?.moves && isEmpty && this.#isFresh) this.plan.restore(chosen.moves, orders);
    else if (chosen?.moves ? isEmpty : !chosen && !isEmpty) queueMicrotask(() => this.#propose());
  }

  #letGo() {
    this.#picked = null;
    this.#way = null;
  }

  /** Draws what is picked; what is asked for is said by the shell, unless orders are proposed. */
  #again() {
    if (!this.#scene) return;
    if (this.#scene.chosen || !this.#orders) this.draw(this.#scene);
    else this.place.choose(null);
  }

  /** What the player may order now. */
  get #orders() {
    const { view, active } = this.#scene ?? {};
    return active ? view?.orders : undefined;
  }

  get #ways() {
    return this.#picked && this.#orders ? this.plan.waysOf(this.#orders, this.#picked) : new Map();
  }

  /** Where the way that is chosen leads. @returns {Space[]} */
  get #targets() {
    return (this.#way && this.#ways.get(this.#way)) || [];
  }

  // --- what the player points at -----------------------------------------------------------------------------------

  /** @param {Space} space */
  #point(space) {
    this.replay.stop();
    if (this.#picked && this.#way && this.#targets.some((one) => isSame(one, space))) this.#give(space);
    else if (isSame(this.#picked ?? undefined, space)) this.#letGo();
    else this.#pick(space);
    this.#again();
  }

  /** @param {Space} space */
  #pick(space) {
    this.#letGo();
    if (this.#orders && this.plan.waysOf(this.#orders, space).size > 0) {
      this.#picked = space;
      this.#way = [...this.#ways.keys()][0];
    }
  }

  /**
   * @param {string} from
   * @param {string} to
   */
  #drop(from, to) {
    this.replay.stop();
    // What is picked up already keeps the way that was chosen for it.
    if (!isSame(this.#picked ?? undefined, spaceOf(from))) this.#pick(spaceOf(from));
    if (to && to !== from && this.#targets.some((one) => keyOf(one) === to)) this.#give(spaceOf(to));
    this.#again();
  }

  /** @param {Space} target */
  #give(target) {
    if (!this.#picked || !this.#way) return;
    const [at, way] = [this.#picked, this.#way];
    this.#letGo();
    this.#add(this.plan.order(way, at, target, this.#kind));
    // A train that goes may tow, and what is on a base may do more.
    if (way === "move") this.#pick(at);
    if (this.#ways.has("tow")) this.#way = "tow";
    else this.#letGo();
  }

  /** @param {Order} order */
  #add(order) {
    this.plan.add(order);
    this.#propose();
  }

  /** @param {Order} order */
  #remove(order) {
    this.plan.remove(order);
    this.#letGo();
    this.#propose();
  }

  /** Proposes all orders as one; without any, nothing. */
  #propose() {
    this.#isFresh = false;
    const { moves } = this.plan;
    this.place.choose(this.plan.orders.length > 0 ? { move: "orders", moves } : null);
  }

  // --- what is shown -----------------------------------------------------------------------------------------------

  /**
   * @param {BasesScene} scene
   * @returns {Arrow[]}
   */
  #arrows({ view }) {
    return [...view.plan, ...this.plan.orders].map((order) => ({ ...order, seat: view.viewer }));
  }

  /**
   * @param {BasesScene} scene
   * @param {Space} space
   * @param {Piece} [piece]
   * @returns {Marks}
   */
  #marks({ match, hints }, space, piece) {
    const orders = this.replay.isOn ? undefined : this.#orders;
    const isTarget = !this.replay.isOn && this.#targets.some((one) => isSame(one, space));
    const isSource = Boolean(orders && this.plan.waysOf(orders, space).size > 0);
    const isSelected = isSame(this.#picked ?? undefined, space);
    const classes = {
      "is-target": isTarget,
      "is-source": isSource && hints && !this.#picked,
      "is-selected": isSelected,
      "is-last": this.replay.isBusy(space),
    };
    return {
      label: [sayPiece(piece, match), isTarget ? sayTarget(this.#way, this.#kind) : ""].filter(Boolean).join(", "),
      classes: Object.entries(classes)
        .filter(([, is]) => is)
        .map(([name]) => name)
        .join(" "),
      canChoose: isTarget || isSource || isSelected || (this.replay.isOn && Boolean(this.#orders)),
      canDrag: isSource && Boolean(piece),
      isPressed: isSelected,
    };
  }

  /**
   * @param {BasesScene} scene
   * @param {Orders} orders
   */
  #panel(scene, orders) {
    return [
      el("div", { class: "budget-line" }, el("p", { id: "budget" }, this.#budget(orders)), this.#flag(orders)),
      this.#picked ? this.#tools(this.#picked) : null,
      el(
        "ol",
        { class: "orders", "aria-label": t("Your orders") },
        scene.view.plan.map((order) =>
          el("li", {}, this.#said(scene, order), el("span", { class: "soft" }, t("sealed"))),
        ),
        this.plan.orders.map((order, index) => this.#row(scene, order, index)),
      ),
    ];
  }

  /** @param {Orders} orders */
  #budget(orders) {
    const free = orders.producers.filter(({ by }) => by === "factory").length;
    const made = this.plan.orders.filter(({ by }) => by === "factory").length;
    const actions = tn(["{used} of {count} action used", "{used} of {count} actions used"], orders.actions, {
      used: this.plan.used(orders),
    });
    const productions = tn(["{made} of {count} free production", "{made} of {count} free productions"], free, { made });
    return free > 0 ? `${actions}, ${productions}.` : `${actions}.`;
  }

  /**
   * What can be done with the space that is picked.
   *
   * @param {Space} at
   */
  #tools(at) {
    /** @type {Way[]} */
    const ways = [...this.#ways.keys()];
    return el(
      "div",
      { class: "tools", role: "group", "aria-label": t("What {space} is to do", { space: keyOf(at) }) },
      ways.length > 1 || this.plan.orders.length > 0
        ? ways.map((way) => choice(`way-${way}`, WAYS[way], way === this.#way, () => this.#setWay(way)))
        : null,
      isMaking(this.#way)
        ? el(
            "div",
            { class: "piece-kinds", role: "group", "aria-label": t("Which piece") },
            Object.entries(KINDS).map(([kind, name]) =>
              choice(`kind-${kind}`, signOf(kind, name), kind === this.#kind, () => this.#setKind(kind), capital(name)),
            ),
          )
        : null,
    );
  }

  /** @param {Way} way */
  #setWay(way) {
    this.#way = way;
    this.#again();
  }

  /** @param {string} kind */
  #setKind(kind) {
    this.#kind = kind;
    this.#again();
  }

  /**
   * @param {BasesScene} scene
   * @param {Order} order
   * @param {number} index
   */
  #row(scene, order, index) {
    const said = this.#said(scene, order);
    return el(
      "li",
      {},
      said,
      button(`remove-${index}`, "×", t("Remove: {order}", { order: said }), true, () => this.#remove(order)),
    );
  }

  /**
   * @param {BasesScene} scene
   * @param {Order} order
   */
  #said({ view }, order) {
    return sayOrder(order, view.table.pieces.find(({ at }) => isSame(at, order.from))?.kind);
  }

  /** @param {Orders} orders */
  #flag({ flag }) {
    const what = /** @type {const} */ (`flag ${flag}`);
    const given = this.plan.orders.find(({ order }) => order === what);
    const toggle = () => (given ? this.#remove(given) : this.#add({ order: what, move: what }));
    const text = flag === "up" ? t("Put up your flag") : t("Take down your flag");
    return choice("flag", text, Boolean(given), toggle, flag === "up" ? t("Put up your flag: surrender") : text);
  }

  /** @param {BasesScene} scene */
  buttons({ legal, chosen }) {
    return this.plan.orders.length > 0 ? [] : legal.filter(({ move }) => move === "done" || move === chosen?.move);
  }

  /** @param {LegalMove} move */
  sayMove({ move, moves }) {
    if (move === "done") return t("Give no orders");
    if (!moves) return capital(move);
    const count = moves.length - 1;
    return capital(tn(["Send one order.", "Send {count} orders."], count, { count: countName(count) }));
  }

  /** @param {BasesScene} scene */
  ask({ view }) {
    if (this.#picked) return askTarget(this.#way, this.#kind);
    return view.orders && view.orders.actions > 0
      ? t("Choose a piece or a base of yours, then what it is to do.")
      : t("You have nothing to give orders to.");
  }

  /** @param {BasesScene} scene */
  sayPlan({ view }) {
    if (view.plan.length === 0) return "";
    // That there are no more is no order.
    const orders = view.plan.filter(({ order }) => order !== "done");
    if (orders.length === 0) return t("You gave no orders.");
    return t("You ordered: {orders}.", { orders: orders.map((order) => sayOrder(order)).join("; ") });
  }

  /** @param {BasesScene} scene */
  sayEvents({ match, view }) {
    return sayEvents(view, match);
  }

  /** @param {BasesScene} scene */
  subtitle({ view }) {
    return t("Turn {turn} of at most {last}", { turn: view.turn, last: view.last_turn });
  }

  /**
   * @param {BasesScene} scene
   * @param {string} seat
   * @returns {SeatDetails}
   */
  seat({ view }, seat) {
    const told = view.table.seats.find((one) => one.seat === seat);
    const sign = svg("svg", { class: `icon seat-sign seat-${seat}`, viewBox: "-.5 -.5 1 1", "aria-hidden": "true" });
    sign.append(
      svg("rect", { x: -0.45, y: -0.45, width: 0.9, height: 0.9, rx: 0.2 }),
      svg("text", { y: 0.22 }, capital(seatName(seat)).slice(0, 1)),
    );
    if (!told) return { icon: sign };
    return {
      icon: sign,
      line: [
        el("span", {}, capital(seatName(seat))),
        el("span", {}, tn(["{count} base", "{count} bases"], told.bases, { count: countName(told.bases) })),
        el("span", {}, tn(["{count} piece", "{count} pieces"], told.pieces, { count: countName(told.pieces) })),
        told.flag ? el("strong", { class: "seat-flag" }, t("flag up")) : null,
      ],
    };
  }

  focus() {
    this.board.grid.focus();
  }

  /** What is in hand is let go of; where nothing is, all orders are taken back. */
  putBack() {
    if (this.#picked) this.#letGo();
    else this.plan.orders = [];
    this.#isFresh = false;
    this.#again();
  }

  canTurn() {
    return true;
  }
}

/**
 * By how many quarters the board is turned to the left, so that a seat's own base is below.
 *
 * @param {string} side
 * @param {BasesView["table"]} table
 */
function turnsFor(side, { size, bases }) {
  const own = bases.find(({ seat }) => seat === side);
  if (!own) return 0;
  const [right, up] = own.at.map((each) => 2 * each - (size + 1));
  if (Math.abs(up) >= Math.abs(right)) return up > 0 ? 2 : 0;
  return right < 0 ? 1 : 3;
}

/**
 * @param {string} key
 * @returns {Space}
 */
function spaceOf(key) {
  const [x, y] = key.split(",").map(Number);
  return [x, y];
}

/** What the signs on the shields mean. */
function legend() {
  return el(
    "p",
    { class: "kinds-legend soft" },
    Object.entries(KINDS)
      .map(([kind, name]) => `${kind} ${name}`)
      .join(" · "),
    ` · ? ${t("not known to you")}`,
  );
}
