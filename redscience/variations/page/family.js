// The variations, as the pages know them: see ../../family.js.

/** @import { EditorPlace, Game, Place, SetUpPlace } from "../../family.js" */
/** @import { Made } from "./editor.js" */
/** @import { Form } from "./form.js" */
/** @import { Table, View } from "./view.js" */

/** @param {Place<View>} place */
export async function play(place) {
  const { BoardPlay } = await import("./playing.js");
  return new BoardPlay(place);
}

// What few pages need is loaded by them alone.

/** @param {Table} opening */
export async function picture(opening) {
  const { picture: draw } = await import("./picture.js");
  return draw(opening);
}

/**
 * @param {SetUpPlace} place
 * @param {Game} game
 * @param {Form} form
 * @param {Table & { goals_matter: boolean }} opening
 */
export async function setUp(place, game, form, opening) {
  const { showSetUp } = await import("./setup.js");
  showSetUp(place, game, form, opening);
}

/**
 * @param {EditorPlace} place
 * @param {Form} form
 * @param {Made} made
 */
export async function edit(place, form, made) {
  const { RulesEditor } = await import("./editor.js");
  return new RulesEditor(place, form, made);
}
