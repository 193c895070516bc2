// A match as its family shows it, on a page that goes on where that fails.

import { el, replace } from "./dom.js";
import { loadFamily } from "./family.js";
import { t } from "./texts.js";

/** @import { Place, Playing, Scene, View } from "./family.js" */

/**
 * How the family of a game shows a match. Where its drawing fails that is said on the table, and all else of the page
 * goes on: who is to move, the clock, moves as buttons or written.
 *
 * @template {View} V
 * @param {Place<V>} place
 * @returns {Promise<Playing<V>>}
 */
export async function played(place) {
  const family = await loadFamily(place.game.family);
  const playing = await family.play(place);
  const draw = playing.draw.bind(playing);
  return Object.assign(playing, {
    draw: (/** @type {Scene<V>} */ scene) => {
      try {
        draw(scene);
      } catch (error) {
        reportError(error);
        const words = t("The table cannot be shown: drawing it failed. You can still play by the moves beside it.");
        replace(place.table, el("p", { class: "fault", role: "alert" }, words));
      }
    },
  });
}
