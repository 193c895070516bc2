// Tic-Tac-Rainbow, as the pages know it: see ../../family.js.

/** @import { EditorPlace, Game, Place, SetUpPlace } from "../../family.js" */
/** @import { Made, OptionsForm } from "../../options.js" */
/** @import { Table, View } from "./view.js" */

/** @param {Place<View>} place */
export async function play(place) {
  const { RainbowPlay } = await import("./playing.js");
  return new RainbowPlay(place);
}

// What few pages need is loaded by them alone.

/** @param {Table} opening */
export async function picture(opening) {
  const { picture: draw } = await import("./picture.js");
  return draw(opening, { isPlain: true });
}

/**
 * @param {SetUpPlace} place
 * @param {Game} game
 * @param {OptionsForm} form
 * @param {Table} opening
 */
export async function setUp(place, game, form, opening) {
  const [{ showOptions }, { picture: draw }] = await Promise.all([import("../../options.js"), import("./picture.js")]);
  showOptions(place, game, form, draw(opening));
}

/**
 * @param {EditorPlace} place
 * @param {OptionsForm} form
 * @param {Made} made
 */
export async function edit(place, form, made) {
  const [{ OptionsEditor }, { picture: draw }] = await Promise.all([
    import("../../options.js"),
    import("./picture.js"),
  ]);
  return new OptionsEditor(place, form, made, draw);
}
