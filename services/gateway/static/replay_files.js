// A replay as files: its moves as text, a moment as a picture, all of it as an animation. And as a line of moves, to
// be analysed.

import { byId, say } from "./dom.js";
import { download } from "./download.js";
import { viewersOf } from "./film.js";
import { goTo } from "./going.js";
import { headline } from "./headline.js";
import { reasonText } from "./outcome.js";
import { seatWord } from "./seat_words.js";
import { seatsOf, SPECTATOR } from "./seating.js";
import { t } from "./texts.js";
import { capital } from "./words.js";

/** @import { Film, Step } from "./film.js" */
/** @import { Game, Match, Place, Playing, Scene, View } from "./family.js" */

/**
 * What is kept of a replay.
 *
 * @typedef {object} Kept
 * @property {() => Film} film
 * @property {() => Film} whole in which all is seen that happened
 * @property {() => string} viewer with whose eyes it is seen; "" where all see the same
 * @property {() => number} number of the step that is shown
 * @property {(number: number) => string} words what happened at a step, with everybody's name
 * @property {(step: Step, number: number) => Match} matchAt
 * @property {(place: Place<any>) => Playing<any> | Promise<Playing<any>>} play draws on another table
 * @property {(match: Match, view: View) => Scene} scene what is drawn of a match in which nothing is to be done
 */

// Of a picture that is saved, pixels for one of the screen.
const SHARPER = 2;
const LEAVE = "leave";

export class ReplayFiles {
  /**
   * @param {Match} match
   * @param {Game} game
   * @param {Kept} kept
   */
  constructor(match, game, kept) {
    this.match = match;
    this.game = game;
    this.kept = kept;
    byId("replay-save").addEventListener("click", () => this.#saveText());
    byId("replay-picture").addEventListener("click", () => this.#savePicture());
    byId("replay-analyse").addEventListener("click", () => this.#openAnalysis());
    byId("replay-animation").addEventListener("click", () => this.#saveAnimation());
  }

  /** All that happened, a line a step, as a file. */
  #saveText() {
    return this.#saves("replay-save", async () => {
      const film = this.kept.film();
      await film.all(() => {});
      const said = (/** @type {number} */ number) => this.kept.words(number) + film.remark(number);
      const lines = film.steps.map((step, number) => `${number}. ${notation(step)}${said(number)}`);
      // Who reads a file may be anybody: nobody in it is "you".
      const end = { ...this.match, viewer: SPECTATOR };
      const seats = seatsOf(this.match, this.game);
      const names = seats.map(({ seat, player }) => `${capital(seatWord(seat))}: ${player.name}`);
      const saw = viewersOf(end, this.game).filter(([viewer]) => viewer === this.kept.viewer());
      const head = [this.match.game.name, ...names, ...saw.map(([, words]) => words)];
      const text = [...head, "", ...lines.slice(1), "", headline(end), reasonText(end), ""];
      download(`${this.match.game.name}.txt`, new Blob([text.join("\n")], { type: "text/plain" }));
      return "";
    });
  }

  /**
   * Goes to the analysis of the game, with the moves that stand at what is shown. An analysis hides nothing, so that it
   * has those that the viewer did not see, too: without them the others could not be made.
   */
  #openAnalysis() {
    return this.#saves("replay-analyse", async () => {
      const film = this.kept.whole();
      const [{ lineQuery }] = await Promise.all([import("./line.js"), film.all(() => {})]);
      const made = film
        .standing(this.kept.number())
        .slice(1)
        .flatMap((number) => film.steps[number]?.view.last ?? [])
        .filter(({ move }) => move && move !== LEAVE)
        .map(({ seat, move = "" }) => ({ seat, moves: [move], isNamed: true }));
      const query = made.length > 0 ? `?moves=${lineQuery(made)}` : "";
      await goTo(`/games/${this.game.id}/analysis${query}`);
      return "";
    });
  }

  /** What is shown, as a picture. */
  #savePicture() {
    return this.#saves("replay-picture", async () => {
      const { snapshot } = await import("./snapshot.js");
      const canvas = await snapshot(byId("table"), SHARPER);
      const content = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
      download(`${this.match.game.name} ${this.kept.number()}.png`, content);
      return t("The picture is saved.");
    });
  }

  /** All steps, as a picture that moves. */
  #saveAnimation() {
    return this.#saves("replay-animation", async () => {
      const { film: filmOf, matchAt, play, scene } = this.kept;
      const film = filmOf();
      const [{ animation }] = await Promise.all([import("./animation.js"), film.all(() => {})]);
      const scenes = film.steps.flatMap((step, number) => (step ? [scene(matchAt(step, number), step.view)] : []));
      const content = await animation(this.game, play, scenes, (done, all) =>
        say(byId("replay-done"), t("Drawing {done} of {all}…", { done, all })),
      );
      download(`${this.match.game.name}.gif`, content);
      return t("The animation is saved.");
    });
  }

  /**
   * Makes a file, one at a time, and says that it is saved or why it is not.
   *
   * @param {string} id of the button
   * @param {() => Promise<string>} make gives what is said then
   */
  async #saves(id, make) {
    const button = byId(id);
    if (button.getAttribute("aria-busy")) return;
    button.setAttribute("aria-busy", "true");
    say(byId("replay-fault"), "");
    try {
      say(byId("replay-done"), await make());
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      say(byId("replay-done"), "");
      say(byId("replay-fault"), error.message);
    } finally {
      button.removeAttribute("aria-busy");
    }
  }
}

/**
 * The moves of a step as they are typed, before what is said of them; "" where none was seen.
 *
 * @param {Step | undefined} step
 */
function notation(step) {
  const told = step?.taken_back_by ? [] : (step?.view.last ?? []);
  const moves = told.flatMap(({ move = LEAVE }) => (move === LEAVE ? [] : move));
  return moves.length > 0 ? `${moves.join(" ")}: ` : "";
}
