// A finished match as an animated picture: played once more on a table that nobody sees.

import { el } from "./dom.js";
import { ColorTable, Gif } from "./gif.js";
import { snapshot } from "./snapshot.js";

/** @import { Game, Playing, Place, Scene } from "./family.js" */

const STEP_MS = 900;
const END_MS = 3_000;
// A longer match is shown with some of its steps left out.
const MOST_PICTURES = 300;

/**
 * @param {Game} game
 * @param {(place: Place<any>) => Playing<any> | Promise<Playing<any>>} play
 * @param {Scene[]} scenes in their order
 * @param {(done: number, all: number) => void} progress
 */
export async function animation(game, play, scenes, progress) {
  const table = el("div", { class: "stage-table" });
  const stage = el("div", { class: "stage", "aria-hidden": "true", inert: true }, table);
  const aside = () => document.createElement("div");
  document.body.append(stage);
  try {
    const beside = { hand: aside(), options: aside(), beside: aside() };
    const place = { game, table, ...beside, choose: () => {}, accept: () => {}, isStill: true };
    const playing = await play(place);
    const picture = async (/** @type {Scene} */ scene) => {
      playing.draw(scene);
      return snapshot(table);
    };
    const shown = some(scenes);
    // Most is seen at the end: what is smaller stands in its middle.
    const last = await picture(shown[shown.length - 1]);
    const { width, height } = last;
    const colors = new ColorTable([pixels(last, width, height), pixels(await picture(shown[0]), width, height)]);
    const gif = new Gif(width, height, colors);
    for (const [index, scene] of shown.entries()) {
      const isLast = index === shown.length - 1;
      gif.add(colors.indices(pixels(await picture(scene), width, height)), isLast ? END_MS : STEP_MS);
      progress(index + 1, shown.length);
      // What the reader does meanwhile comes first.
      await new Promise((resolve) => setTimeout(resolve));
    }
    return gif.blob();
  } finally {
    stage.remove();
  }
}

/**
 * As many as there may be, the last among them.
 *
 * @param {Scene[]} scenes
 */
function some(scenes) {
  const step = Math.ceil(scenes.length / MOST_PICTURES);
  return scenes.filter((_, index) => (scenes.length - 1 - index) % step === 0);
}

/**
 * The pixels of a picture on a ground of a size, made smaller where it is larger.
 *
 * @param {HTMLCanvasElement} picture
 * @param {number} width
 * @param {number} height
 */
function pixels(picture, width, height) {
  const ground = Object.assign(document.createElement("canvas"), { width, height });
  const context = ground.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("This browser draws no pictures.");
  const scale = Math.min(1, width / picture.width, height / picture.height);
  const [w, h] = [picture.width * scale, picture.height * scale];
  context.fillStyle = getComputedStyle(document.body).backgroundColor;
  context.fillRect(0, 0, width, height);
  context.drawImage(picture, (width - w) / 2, (height - h) / 2, w, h);
  return context.getImageData(0, 0, width, height);
}
