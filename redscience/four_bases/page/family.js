// Four Bases, as the pages know it: see ../../family.js.

/** @import { EditorPlace, Game, Place, SetUpPlace } from "../../family.js" */
/** @import { Made, OptionsForm } from "../../options.js" */
/** @import { BasesView, Table } from "./view.js" */

/** @param {Place<BasesView>} place */
export async function play(place) {
  const { BasesPlay } = await import("./playing.js");
  return new BasesPlay(place);
}

/** @param {Table} opening */
async function boardOf(opening) {
  const [{ el }, { Board }] = await Promise.all([import("../../dom.js"), import("./board.js")]);
  const box = el("div", { class: "bases-picture" });
  new Board(box, { onCell: () => {} }).draw(opening, opening.pieces, {});
  return box;
}

/** @param {Table} opening */
export async function picture(opening) {
  const box = await boardOf(opening);
  // Its squares are no stops of the Tab key, and nobody is read 81 of them.
  box.inert = true;
  box.ariaHidden = "true";
  return box;
}

/**
 * @param {SetUpPlace} place
 * @param {Game} game
 * @param {OptionsForm} form
 * @param {Table} opening
 */
export async function setUp(place, game, form, opening) {
  const { showOptions } = await import("../../options.js");
  showOptions(place, game, form, await boardOf(opening));
}

/**
 * @param {EditorPlace} place
 * @param {OptionsForm} form
 * @param {Made} made
 */
export async function edit(place, form, made) {
  const [{ OptionsEditor }, { el }, { Board }] = await Promise.all([
    import("../../options.js"),
    import("../../dom.js"),
    import("./board.js"),
  ]);
  return new OptionsEditor(place, form, made, (/** @type {Table} */ opening) => {
    const box = el("div", { class: "bases-picture" });
    new Board(box, { onCell: () => {} }).draw(opening, opening.pieces, {});
    return box;
  });
}
