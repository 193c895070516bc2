// A match as it is played: what is in the player's hand, and what pointing at the board means.

import { el, focusOn, replace } from "../../dom.js";
import { countName } from "../../numbers.js";
import { isDrawAsked, isOver } from "../../seating.js";
import { t, tn } from "../../texts.js";
import { capital, listed } from "../../words.js";
import * as strokes from "./arrows.js";
import { Board } from "./board.js";
import {
  candidates,
  graspable,
  isSameKind,
  kindInHand,
  onlySource,
  placeable,
  sources,
  targetsOf,
} from "./choosing.js";
import { offerToDrag } from "./dragging.js";
import { saidOf } from "./face_words.js";
import { arrivals, changedSpaces, eventSentences } from "./happened.js";
import { isFlat } from "./layout.js";
import { article, intentionName, moveName, wayName } from "./move_names.js";
import { pieceName, shapeName, speakAs } from "./names.js";
import { phaseText } from "./phase.js";
import { pieceIcon } from "./pieces.js";
import { kindToPlace, meant, pieceOn, pointable, PremoveDrawing, sayAim } from "./premoving.js";
import { drawReserve, ownKinds, sayLetters, seatDetails } from "./reserve.js";
import { ShapeNotes, shapeRules } from "./shape_notes.js";
import { isOwnSideAbove } from "./side.js";
import { targetOf } from "./targets.js";
import { atOf, isIn, isOnBoard, keyOf, stackOf } from "./view.js";
import { sayWinners } from "./winners.js";

/** @import { Child } from "../../dom.js" */
/** @import { Place, Playing } from "../../family.js" */
/** @import { Aim } from "./premoving.js" */
/** @import { At, BoardMove, Looks, Move, Scene, View } from "./view.js" */

/** @typedef {{ content: Child | Child[], label: string, pressed: boolean, choose: () => void }} Option */

/** Chosen while another seat thinks; whether it may be made then is not known. @type {Move} */
const PASS = { move: "pass", kind: "pass" };

/** @implements {Playing<View>} */
export class BoardPlay {
  /** @type {Scene | null} */
  #scene = null;
  /** The version and status of the match that is shown. */
  #shown = "";
  /** Moves that all fit what was pointed at, where there are several. @type {BoardMove[]} */
  #options = [];
  /**
   * The piece on the board that was picked up.
   *
   * @type {At | null}
   */
  #picked = null;
  /**
   * Which piece of the reserve would be placed.
   *
   * @type {Looks | null}
   */
  #kind = null;
  sayLetters = sayLetters;

  /** @param {Place<View>} place */
  constructor(place) {
    this.place = place;
    const element = el("div", { id: "board" });
    place.table.setAttribute("aria-label", t("Board"));
    place.table.append(element);
    place.hand.classList.add("reserve");
    place.hand.setAttribute("aria-label", t("Your reserve"));
    this.notes = new ShapeNotes(place.game, place.table, place.hand);
    this.board = new Board(element, { onSpace: (at) => this.#point(at), onPiece: (at) => this.#pick(at) });
    Object.assign(this.board, { says: saidOf, strokes });
    this.premove = new PremoveDrawing(this.board);
    offerToDrag(this.board.panels, place.hand, {
      onBoard: (at) => (this.#scene && this.#choosable.sources.has(keyOf(at)) ? pieceOn(this.#scene.view, at) : null),
      inReserve: (shape, color) => this.#placeable.find((kind) => isSameKind(kind, { shape, color })) ?? null,
      lift: (at) => keyOf(this.#sourceNow ?? []) !== keyOf(at) && this.#pick(at),
      take: (kind) => this.#takeInHand(kind),
      drop: (at) => this.#drop(at),
    });
  }

  /** @param {Scene} scene */
  draw(scene) {
    this.#scene = scene;
    speakAs(scene.view.table);
    this.notes.take(scene.view);
    this.#forget(scene);
    this.#drawBoard(scene);
    this.premove.draw(scene);
    this.#drawOptions(scene);
    const placed = this.#placeable;
    const inHand = scene.premoving ? kindToPlace(placed, this.#kind) : this.#kindNow;
    drawReserve(this.place.hand, scene, {
      canChoose: (kind) => placed.some((one) => isSameKind(one, kind)),
      isChosen: (kind) => !this.#picked && isSameKind(kind, inHand),
      choose: (kind) => this.#takeInHand(kind),
      rules: ({ shape }) => shapeRules(this.place.game, shape),
    });
  }

  /** @param {Scene} scene */
  buttons({ legal, premoving, view }) {
    if (premoving) return view.may_pass ? [PASS] : [];
    return legal.filter((move) => !isOnBoard(move));
  }

  /**
   * @param {Move} move
   * @param {View} view
   */
  sayMove(move, { table }) {
    return moveName(move, table.board);
  }

  /** @param {Scene} scene */
  sayPlan({ view }) {
    const planned = view.plan.map((move) => {
      const { board } = view.table;
      const to = move.to && board.kind === "stacks" ? stackOf(move.to) : move.to;
      return to ? article(wayName(move, to, board)) : intentionName(move.kind);
    });
    return planned.length > 0 ? t("You plan: {moves}.", { moves: listed(planned, t("then")) }) : "";
  }

  /** @param {Scene} scene */
  sayEvents(scene) {
    speakAs(scene.view.table);
    return eventSentences(scene);
  }

  /** @param {Scene} scene */
  subtitle(scene) {
    return phaseText(scene);
  }

  /**
   * @param {Scene} scene
   * @param {string} seat
   */
  seat(scene, seat) {
    speakAs(scene.view.table);
    return seatDetails(scene, seat);
  }

  /** @param {Scene} scene */
  ask(scene) {
    if (this.#options.length > 0) return this.#optionsTitle;
    if (isDrawAsked(scene.match)) return t("Do you agree?");
    return `${whichMove(scene, this.place.game.rule_set)}${this.#ask(scene)}`;
  }

  /** @param {Scene} scene */
  #ask({ legal }) {
    const mayPass = legal.some((one) => one.kind === "pass");
    if (this.#sourceNow) return mayPass ? t("Choose where to move, or pass.") : t("Choose where to move.");
    if (!legal.some(isOnBoard)) {
      return legal.every((one) => one.kind === "pass") ? t("You can only pass.") : t("Choose an answer.");
    }
    if (placeable(legal).length === 0) {
      return mayPass
        ? t("Choose a piece of yours, then a space, or pass.")
        : t("Choose a piece of yours, then a space.");
    }
    if (sources(legal).size === 0) return mayPass ? t("Choose a space, or pass.") : t("Choose a space.");
    return mayPass
      ? t("Choose a space, or a piece of yours to move, or pass.")
      : t("Choose a space, or a piece of yours to move.");
  }

  focus() {
    this.board.focus();
  }

  /** The moves that can be meant by what was pointed at beforehand. */
  meant = meant;
  sayAim = sayAim;

  /** Has one of several moves be chosen. @param {Move[]} moves */
  offer(moves) {
    this.#options = moves.filter(isOnBoard);
  }

  /** @param {Scene} scene */
  canTurn({ view }) {
    return isFlat(view.table.board);
  }

  /** Puts back what was picked up; the keyboard would be nowhere once the buttons that it brought are gone. */
  putBack() {
    if (!this.#picked) return;
    this.#pick(this.#picked);
    this.board.focus();
  }

  get #legal() {
    return this.#scene?.legal ?? [];
  }

  /** The kinds that may be placed. */
  get #placeable() {
    return this.#scene?.premoving ? ownKinds(this.#scene.view) : placeable(this.#legal);
  }

  get #sourceNow() {
    return this.#picked ?? onlySource(this.#legal);
  }

  get #kindNow() {
    return kindInHand(this.#legal, this.#kind);
  }

  /**
   * What was picked up for another position or proposal is so no more, nor are there options beside another move.
   *
   * @param {Scene} scene
   */
  #forget({ match, chosen }) {
    const shown = `${match.view_version} ${match.status}`;
    if (shown !== this.#shown) [this.#picked, this.#options] = [null, []];
    this.#shown = shown;
    if (chosen && keyOf(chosen.from ?? []) !== keyOf(this.#picked ?? [])) this.#picked = null;
    if (chosen && !this.#options.some((move) => move === chosen)) this.#options = [];
  }

  /**
   * A target was chosen: it means one move, or several among which to choose; the one that is proposed, once more.
   *
   * @param {At} at
   */
  #point(at) {
    if (this.#scene?.premoving) return this.#aim(this.#scene, at);
    const chosen = this.#scene?.chosen;
    if (chosen?.to && keyOf(chosen.to) === keyOf(at)) return this.place.accept();
    const moves = candidates(this.#legal, this.#sourceNow, this.#kindNow).filter((one) => keyOf(one.to) === keyOf(at));
    if (moves.length === 1) return this.place.choose(moves[0]);
    if (moves.length === 0) return;
    this.#options = moves;
    this.place.choose(null);
    focusOn("option-0");
  }

  /**
   * A space was pointed at while another seat thinks: with a piece picked up before, or for a placement. Pointed at
   * once more, it is put back.
   *
   * @param {Scene} scene
   * @param {At} at
   */
  #aim({ view, premove }, at) {
    const from = this.#picked ?? undefined;
    const before = /** @type {Aim | null | undefined} */ (premove);
    this.#picked = null;
    const isSame = keyOf(at) === keyOf(from ?? []) || (!from && before && keyOf(before.to) === keyOf(at));
    if (isSame) return this.place.aim?.(null);
    const kind = from ? pieceOn(view, from) : kindToPlace(ownKinds(view), this.#kind);
    const looks = kind && { shape: kind.shape, color: kind.color };
    return this.place.aim?.({ to: at, from, kind: looks, board: view.table.board });
  }

  /**
   * A piece was picked up, or put back.
   *
   * @param {At} at
   */
  #pick(at) {
    const again = this.#picked && keyOf(this.#picked) === keyOf(at);
    this.#picked = again ? null : at;
    this.#options = [];
    this.#pointedAnew();
  }

  /** What was dragged is let go over a space, or beside the board. @param {At | null} at */
  #drop(at) {
    const target = at && this.#scene && targetOf(at, this.#choosable.targets, this.#scene.view.table);
    if (!target) return this.putBack();
    this.board.moveTo(target); // Enter there, like a click, accepts what is proposed
    this.#point(atOf(target));
  }

  /** @param {Looks} kind */
  #takeInHand(kind) {
    this.#kind = kind;
    this.#picked = null;
    this.#options = [];
    this.#pointedAnew();
  }

  /** What was proposed is not any more, or what was pointed at beforehand. */
  #pointedAnew() {
    if (this.#scene?.premoving) this.place.aim?.(null);
    else this.place.choose(null);
  }

  /** @param {Scene} scene */
  #drawBoard(scene) {
    const { match, view, chosen, premoving = false, turned = false, side = view.viewer } = scene;
    const source = this.#sourceNow;
    this.board.draw({
      table: view.table,
      active: scene.active || premoving,
      ...this.#choosable,
      pointAt: Boolean(source),
      hints: !premoving && (Boolean(scene.hints) || Boolean(source)),
      selected: source ? keyOf(source) : null,
      proposed: isOver(match) ? [] : this.#proposedPieces(chosen),
      planned: view.plan.filter(isOnBoard).map((move) => ({ ...move, at: move.to })),
      last: changedSpaces(view),
      arrivals: arrivals(view),
      turned: turned !== isOwnSideAbove(side, view),
      runs: view.outcome?.runs ?? [],
      inRuns: new Set(view.outcome?.runs.flat().map(keyOf)),
      decisive: new Set(view.outcome?.spaces?.map(keyOf)),
      goals: view.table.goals_matter,
    });
    sayWinners(this.board.panels, view.score?.boards);
  }

  /** The pieces that may be picked up, and where what is in hand may go. */
  get #choosable() {
    const scene = this.#scene;
    if (scene?.premoving) return pointable(scene.view, this.place.game.rule_set, this.#picked);
    const legal = this.#legal;
    return { sources: sources(legal), targets: targetsOf(legal, this.#sourceNow, this.#kindNow) };
  }

  /**
   * The piece of the proposal; while it is open which of several moves is meant, the one that they share.
   *
   * @param {Move | null} chosen
   */
  #proposedPieces(chosen) {
    const move = chosen ?? this.#options[0];
    if (!move || !isOnBoard(move)) return [];
    const isAdvice = Boolean(move.seat);
    return [{ at: move.to, from: move.from, shape: chosen?.promotion ?? move.shape, color: move.color, isAdvice }];
  }

  /**
   * What was pointed at can mean several moves, or several pieces of a stack: each is a button.
   *
   * @param {Scene} scene
   */
  #drawOptions(scene) {
    const box = this.place.options;
    const isMove = this.#options.length > 0;
    const buttons = isMove ? this.#moveOptions(scene) : this.#graspOptions(scene);
    box.setAttribute("aria-label", isMove ? this.#optionsTitle : t("Which piece of the stack is taken"));
    replace(
      box,
      buttons.map(({ content, label, pressed, choose }, index) => {
        const said = { "aria-label": label, "aria-pressed": String(pressed) };
        const attributes = { type: "button", class: "button option", id: `option-${index}`, onclick: choose };
        return el("button", { ...attributes, ...said }, content);
      }),
    );
  }

  get #optionsTitle() {
    const isPromotion = this.#options.every((move) => move.promotion);
    return isPromotion ? t("Choose what it becomes.") : t("Choose which move you mean.");
  }

  /**
   * @param {Scene} scene
   * @returns {Option[]}
   */
  #moveOptions({ view, chosen }) {
    return this.#options.map((move) => ({
      content: optionContent(move, view),
      label: moveName(move, view.table.board),
      pressed: chosen === move,
      choose: () => this.place.choose(move),
    }));
  }

  /**
   * @param {Scene} scene
   * @returns {Option[]}
   */
  #graspOptions({ legal, view }) {
    const picked = this.#picked;
    const stack = picked ? graspable(legal, picked, view.table.board) : [];
    if (!picked || stack.length < 2) return [];
    return stack.map((at) => ({
      content: t("Top {count}", { count: ridersOf(at, view) + 1 }),
      label: graspLabel(at, view),
      pressed: keyOf(at) === keyOf(picked),
      choose: () => {
        if (keyOf(at) !== keyOf(picked)) this.#pick(at);
      },
    }));
  }
}

/**
 * Which move of a turn of two it is, in words; "" where a turn has one.
 *
 * @param {Scene} scene
 * @param {any} rules
 */
function whichMove({ view, legal }, rules) {
  const inAll = rules?.pieces_per_turn ?? 1;
  if (inAll === 1 || !legal.some(isOnBoard)) return "";
  const number = view.plan.length > 0 ? view.plan.length + 1 : legal.some(({ partial }) => partial) ? 1 : inAll;
  return `${t("Move {number} of {count}.", { number, count: inAll })} `;
}

/**
 * @param {Move} move
 * @param {View} view
 */
function optionContent(move, { table }) {
  if (!move.promotion) return moveName(move, table.board);
  return [pieceIcon({ shape: move.promotion, color: move.color }), capital(shapeName(move.promotion))];
}

/**
 * How many pieces come along with one of a stack.
 *
 * @param {At} at
 * @param {View} view
 */
const ridersOf = (at, { table }) => table.pieces.filter((one) => isIn(one.at, stackOf(at)) && one.at[3] > at[3]).length;

/**
 * @param {At} at
 * @param {View} view
 */
function graspLabel(at, view) {
  const piece = view.table.pieces.find((one) => keyOf(one.at) === keyOf(at));
  const riders = ridersOf(at, view);
  const values = { piece: pieceName(piece ?? {}), height: at[3], number: countName(riders) };
  return tn(
    [
      "Take the {piece} at height {height}, with one piece above it",
      "Take the {piece} at height {height}, with {number} pieces above it",
    ],
    riders,
    values,
  );
}
