// What a card of a game shows: the table before the first move, drawn once it is seen, and what the game is like.

import { el, replace } from "./dom.js";
import { drawnBy, openingOf, pictureOf } from "./pictures.js";
import { tn } from "./texts.js";

/** @import { Game } from "./family.js" */

/** So far below the screen a picture is drawn already. */
const AHEAD = "300px";

const pictures = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting || !(target instanceof HTMLElement)) continue;
      pictures.unobserve(target);
      draw(target);
    }
  },
  { rootMargin: AHEAD },
);

/** Draws the picture; where there is none to be had, the card says enough without. @param {HTMLElement} place */
async function draw(place) {
  const { opening = "", family = "" } = place.dataset;
  replace(place, await pictureOf(family, opening).catch(() => null));
}

/**
 * The place of a game's picture.
 *
 * @param {Pick<Game, "id" | "family" | "is_drawn">} game
 * @param {string} [opening] the address of its table
 */
export function pictureWhenSeen(game, opening = openingOf(game)) {
  const picture = el("div", { class: "game-picture", "data-opening": opening, "data-family": drawnBy(game) });
  pictures.observe(picture);
  return picture;
}

/**
 * How many play, and how long it takes.
 *
 * @param {Game} game
 */
export function lengthOf({ seats, turns }) {
  // Never broken between lines.
  const length =
    turns > 0 ? ` · ${tn(["about {count} turn", "about {count} turns"], turns).replaceAll(" ", "\u00a0")}` : "";
  return tn(["{count} player", "{count} players"], seats.length) + length;
}
