// The table before the first move: the board between the seats' palettes.

import { el, replace } from "../../dom.js";
import { t } from "../../texts.js";
import { Board } from "./board.js";

/** @import { Pointed } from "./board.js" */

export class OpeningTable {
  /**
   * @param {HTMLElement} parent
   * @param {Pointed} [pointed] what is called when spaces are chosen
   */
  constructor(parent, pointed = {}) {
    /** What stands above the board, beside its title. */
    this.bar = el("div", { class: "board-bar" });
    /** Where it is said which phase is shown. */
    this.phase = el("div", { id: "preview-phase" });
    this.before = el("div", { class: "palettes", id: "palettes-before" });
    this.after = el("div", { class: "palettes", id: "palettes-after" });
    /** What stands above the palettes and the board, and what below the board. */
    this.tools = el("div", { class: "board-tools" });
    this.note = el("p", { class: "board-note soft", role: "status" });
    const drawing = el("div", { id: "opening-board" });
    parent.append(
      el("div", { class: "preview-head" }, el("h2", { id: "preview-title" }, t("Board")), this.bar, this.phase),
      el(
        "div",
        { class: "table-view" },
        this.before,
        this.after,
        this.tools,
        el("div", { class: "board-column" }, drawing, this.note),
      ),
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
