// A match as it is played: the set-up, then what pointing at the board means.

import { el } from "../../dom.js";
import { Grid } from "../../grid.js";
import { isDrawAsked, isOver } from "../../seating.js";
import { t } from "../../texts.js";
import { Beside } from "./beside.js";
import { ground, heightOf, middle, WIDTH } from "./ground.js";
import { MemoryMarks } from "./marks.js";
import { seatName } from "./names.js";
import { drawn, pieceIcon, pieceWords } from "./pieces.js";
import { SettingUp } from "./setting_up.js";
import { briefly, eventSentences, moveWords } from "./told.js";
import { isPlacement, isWord, ROWS, SQUARES, total, way } from "./view.js";

/** @import { Happening, LegalMove, Place, Playing } from "../../family.js" */
/** @import { Cell } from "../../grid.js" */
/** @import { Sight } from "./ground.js" */
/** @import { Piece, Scene, Square, View } from "./view.js" */

const NARROW = matchMedia("(max-width: 899px)");
/** So many rows at the other side are not needed to set up. */
const FAR_ROWS = 6;

/** @implements {Playing<View>} */
export class StrategoPlay {
  /** @type {Scene | null} */
  #scene = null;
  /** The version and status of the match that is shown. */
  #shown = "";
  /** The piece that was picked up. @type {Square | null} */
  #picked = null;

  /** @param {Place<View>} place */
  constructor(place) {
    this.place = place;
    const board = el("div", { class: "stratego" });
    place.table.setAttribute("aria-label", t("Board"));
    place.table.append(board);
    this.grid = new Grid(board, t("Board"), {
      onCell: (key) => this.#point(key),
      onDrop: (from, to) => this.#drop(from, to),
      onKey: (key, event) => this.#isSettingUp && this.settingUp.press(key, event),
    });
    this.marks = new MemoryMarks(board, () => this.#scene && this.draw(this.#scene));
    this.beside = new Beside();
    this.settingUp = new SettingUp(place, this.grid);
  }

  /** @param {Scene} scene */
  draw(scene) {
    this.#scene = scene;
    this.#forget(scene);
    if (this.#isSettingUp) this.settingUp.draw(scene);
    else this.#drawBeside(scene);
    const sight = sightOf(scene, this.#isSettingUp);
    const cells = this.#isSettingUp ? this.settingUp.cells(scene, sight) : this.#cells(scene, sight);
    this.grid.draw(cells, { width: WIDTH, height: heightOf(sight), below: ground(scene.view.table, sight) });
    this.marks.hidden = scene.view.table.is_setting_up;
  }

  /** @param {Scene} scene */
  #drawBeside({ view }) {
    const { hand, beside } = this.place;
    hand.replaceChildren();
    if (view.table.is_setting_up) return beside.replaceChildren();
    if (!beside.contains(this.beside.box)) beside.append(this.beside.box);
    this.beside.draw(view);
  }

  /** @param {Scene} scene */
  buttons({ legal }) {
    return legal.filter(({ move }) => isWord(move));
  }

  /**
   * @param {LegalMove} move
   * @param {View} view
   */
  sayMove(move, view) {
    return moveWords(move, view);
  }

  /** @param {string} move */
  together(move) {
    return isPlacement(move) ? t("set-up") : "";
  }

  /** @param {Scene} scene */
  sayPlan({ view }) {
    return view.plan?.length && view.table.tray && total(view.table.tray) === 0 ? t("Your army is set up.") : "";
  }

  /** @param {Scene} scene */
  sayEvents(scene) {
    return eventSentences(scene);
  }

  /** @param {Happening} event */
  sayBriefly({ move }) {
    return briefly(move);
  }

  /**
   * As the list of attacks and the subtitle count: set-ups and draws that are offered are no moves.
   *
   * @param {View} view
   */
  numberOf({ last, table }) {
    return last.some(({ move }) => way(move)) ? table.moves : 0;
  }

  countsMoves = true;

  /** @param {Scene} scene */
  subtitle({ view: { table }, match }) {
    if (table.is_setting_up) return isOver(match) ? "" : t("Both sides set up their armies in secret.");
    const { moves, quiet, most_quiet: most } = table;
    return t("Move {moves}; moves without an attack: {quiet} of {most}, then a draw.", { moves, quiet, most });
  }

  /** @param {Scene} scene */
  ask({ match }) {
    if (isDrawAsked(match)) return t("Do you agree to a draw?");
    if (this.#isSettingUp) return this.settingUp.ask();
    return this.#picked ? t("Choose where it goes.") : t("Choose a piece, then where it goes.");
  }

  /**
   * @param {Scene} scene
   * @param {string} seat
   */
  seat({ view: { table } }, seat) {
    const size = total(table.army);
    const left = size - total(table.captured[seat] ?? {});
    return {
      icon: pieceIcon({ seat }),
      line: [
        el("span", {}, seatName(seat)),
        el(
          "span",
          {},
          table.is_setting_up ? t("{size} pieces", { size }) : t("{left} of {size} pieces left", { left, size }),
        ),
      ],
    };
  }

  focus() {
    this.grid.focus();
  }

  canTurn() {
    return true;
  }

  putBack() {
    if (this.#isSettingUp) return this.settingUp.putBack();
    if (!this.#picked) return;
    this.#picked = null;
    this.place.choose(null);
  }

  get #isSettingUp() {
    return this.#scene !== null && SettingUp.isOn(this.#scene);
  }

  get #moves() {
    return (this.#scene?.legal ?? []).flatMap((legal) => {
      const went = way(legal.move);
      return went ? [{ ...went, legal }] : [];
    });
  }

  /** Where the proposal leads, while it may be made. */
  get #proposed() {
    const { match, chosen } = this.#scene ?? {};
    return match && !isOver(match) ? way(chosen?.move) : null;
  }

  /** The piece whose squares are marked: of a proposal that did not come from the hand, too. */
  get #source() {
    return this.#proposed?.from ?? this.#picked;
  }

  /**
   * What was picked up in another position is picked up no more.
   *
   * @param {Scene} scene
   */
  #forget({ match }) {
    const shown = `${match.id} ${match.view_version} ${match.status}`;
    if (shown !== this.#shown) this.#picked = null;
    this.#shown = shown;
  }

  /** @param {Square} square */
  #point(square) {
    if (this.#isSettingUp) return this.settingUp.choose(square);
    if (this.#proposed?.to === square) return this.place.accept();
    const source = this.#source;
    const target = this.#moves.find(({ from, to }) => from === source && to === square);
    const isAgain = square === source;
    this.#picked = target ? source : isAgain ? null : square;
    this.place.choose(target?.legal ?? null);
  }

  /**
   * @param {Square} from
   * @param {Square} to
   */
  #drop(from, to) {
    if (this.#isSettingUp) return this.settingUp.drop(from, to);
    const move = this.#moves.find((one) => one.from === from && one.to === to);
    if (!move) return;
    this.#picked = from;
    this.place.choose(move.legal);
  }

  /**
   * @param {Scene} scene
   * @param {Sight} sight
   * @returns {Cell[]}
   */
  #cells(scene, sight) {
    const { view, active, hints } = scene;
    const pieces = new Map(view.table.pieces.map((piece) => [piece.at, piece]));
    const [proposed, source] = [this.#proposed, this.#source];
    const targets = new Set(this.#moves.filter(({ from }) => from === source).map(({ to }) => to));
    const sources = new Set(this.#moves.map(({ from }) => from));
    const last = way(view.table.log.at(-1)?.move);
    const { lakes } = view.table;
    const cellOf = (/** @type {Square} */ square) => {
      const piece = pieces.get(square);
      const isTarget = active && targets.has(square);
      const isSource = active && sources.has(square);
      const classes = {
        "is-target": isTarget,
        "is-attackable": isTarget && Boolean(piece),
        "is-source": isSource && Boolean(hints) && !source,
        "is-selected": square === source,
        "is-proposed": square === proposed?.to,
        "is-last": square === last?.from || square === last?.to,
      };
      return {
        key: square,
        ...middle(square, sight),
        label: labelOf(square, piece, {
          view,
          isTarget,
          isProposed: square === proposed?.to,
          isLast: square === last?.to,
        }),
        content: this.#content(square, pieces, proposed),
        classes: namesOf(classes),
        canChoose: isTarget || isSource,
        canDrag: isSource,
        isPressed: square === source || square === proposed?.to,
      };
    };
    return SQUARES.map((square) => (lakes.includes(square) ? lakeAt(square, sight) : cellOf(square)));
  }

  /**
   * What stands on a square; a piece that is to move is seen faint where it would go.
   *
   * @param {Square} square
   * @param {Map<Square, Piece>} pieces
   * @param {{ from: Square, to: Square } | null} proposed
   */
  #content(square, pieces, proposed) {
    const marked = this.marks.isOn;
    const piece = pieces.get(square);
    const mover = proposed && pieces.get(proposed.from);
    return [
      ...(piece ? [drawn(piece, { marked, classes: square === proposed?.from ? "is-leaving" : "" })] : []),
      ...(mover && square === proposed?.to ? [drawn(mover, { classes: "is-coming" })] : []),
    ];
  }
}

/**
 * A square on which nothing ever stands: arrow keys lead over it, and who does not see the board is told what it is.
 *
 * @param {Square} square
 * @param {Sight} sight
 */
const lakeAt = (square, sight) => ({ key: square, ...middle(square, sight), label: t("{square}, lake", { square }) });

/**
 * The names of what is true.
 *
 * @param {Record<string, boolean>} classes
 */
const namesOf = (classes) =>
  Object.entries(classes)
    .filter(([, is]) => is)
    .map(([name]) => name)
    .join(" ");

/**
 * Row A is below where the viewer sets up there, unless they look from the other side. On narrow screens what is far
 * from an own army that is set up would only be in the way.
 *
 * @param {Scene} scene
 * @param {boolean} isSettingUp
 * @returns {Sight}
 */
function sightOf({ view, turned = false, side = view.viewer }, isSettingUp) {
  const isOnTop = ROWS.startsWith(view.table.homes[isSettingUp ? view.viewer : side] ?? "J");
  if (isSettingUp && NARROW.matches) return { flipped: isOnTop, above: FAR_ROWS };
  return { flipped: isOnTop !== turned };
}

/**
 * @param {Square} square
 * @param {Piece | undefined} piece
 * @param {{ view: View, isTarget: boolean, isProposed: boolean, isLast: boolean }} is
 */
function labelOf(square, piece, { view, isTarget, isProposed, isLast }) {
  const parts = [square, piece ? pieceWords(piece, view.viewer) : t("empty")];
  if (isLast) parts.push(t("moved there last"));
  if (isProposed) parts.push(t("your move goes there"));
  else if (isTarget) parts.push(piece ? t("may be attacked") : t("may be moved to"));
  return parts.join(", ");
}
