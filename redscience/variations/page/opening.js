// The table before the first move: the board between the seats' palettes.

import { el, replace } from "../../dom.js";
import { Board } from "./board.js";

/** @import { Pointed } from "./board.js" */

export class OpeningTable {
  /**
   * @param {HTMLElement} parent
   * @param {Pointed} [pointed] what is called when spaces are chosen
   */
  constructor(parent, pointed = {}) {
    /** Where it is said which phase is shown. */
    this.phase = el("div", { id: "preview-phase" });
    this.before = el("div", { class: "palettes", id: "palettes-before" });
    this.after = el("div", { class: "palettes", id: "palettes-after" });
    /** What stands below the board. */
    this.below = el("div", { class: "board-column" });
    const drawing = el("div", { id: "board" });
    this.below.append(drawing);
    parent.append(
      el("div", { class: "preview-head" }, el("h2", { id: "preview-title" }, "Board"), this.phase),
      el("div", { class: "table-view" }, this.before, this.below, this.after),
    );
    parent.setAttribute("aria-labelledby", "preview-title");
    this.board = new Board(drawing, pointed);
  }

  /** @param {[before: Node[], after: Node[]]} palettes */
  showPalettes([before, after]) {
    replace(this.before, before);
    replace(this.after, after);
  }
}
