// The tray of an army that is set up: what is left to place, and set-ups that are shuffled, saved and loaded.

import { el, replace, say, svg } from "../../dom.js";
import { drag } from "../../drag.js";
import { t } from "../../texts.js";
import { kindName, shortName } from "./names.js";
import { drawn, pieceIcon, SIGNS } from "./pieces.js";
import { total } from "./view.js";

/** @import { Arrangement, Placed } from "./arranging.js" */
/** @import { SavedSetUps } from "./saved.js" */
/** @import { Kind } from "./view.js" */

const GHOST_PX = 44;
const LONGEST_NAME = 30;

/**
 * What a tray tells.
 *
 * @typedef {object} Told
 * @property {(kind: Kind) => void} onKind a kind was chosen
 * @property {(kind: Kind, x: number, y: number) => void} onDrop one of a kind was dropped at a point of the window
 * @property {() => void} onShuffle
 * @property {() => void} onClear
 * @property {(placed: Placed) => void} onLoad
 */

export class Tray {
  /** @type {SavedSetUps | null} */
  #saved = null;
  /** @type {Arrangement | null} */
  #arrangement = null;

  /** @param {Told} told */
  constructor(told) {
    this.told = told;
    this.count = el("p", { class: "soft", id: "tray-count", role: "status" });
    this.kinds = el("div", { class: "tray-kinds", role: "group", "aria-label": t("Pieces to place") });
    this.name = el("input", {
      id: "set-up-name",
      maxlength: String(LONGEST_NAME),
      autocomplete: "off",
      placeholder: t("Name"),
    });
    this.list = el("select", { id: "set-up-saved", "aria-label": t("Saved set-ups") });
    this.note = el("p", { class: "soft", id: "set-up-note", role: "status" });
    const button = (/** @type {string} */ id, /** @type {string} */ words, /** @type {() => void} */ onclick) =>
      el("button", { type: "button", class: "button", id, onclick }, words);
    this.loading = [
      button("set-up-load", t("Load"), () => this.#saved && told.onLoad(this.#saved.get(this.list.value))),
      button("set-up-delete", t("Delete"), () => this.#remove()),
    ];
    this.box = el(
      "div",
      { class: "tray" },
      el("h2", {}, t("Your army")),
      this.count,
      this.kinds,
      el(
        "p",
        { class: "actions" },
        button("set-up-shuffle", t("Shuffle"), told.onShuffle),
        button("set-up-clear", t("Clear"), told.onClear),
      ),
      el(
        "details",
        { class: "tray-saved" },
        el("summary", {}, t("Saved set-ups")),
        el("label", { for: "set-up-name", class: "visually-hidden" }, t("Name of this set-up")),
        el(
          "p",
          { class: "tray-row" },
          this.name,
          button("set-up-save", t("Save this set-up"), () => this.#save()),
        ),
        el("p", { class: "tray-row" }, this.list, ...this.loading),
        this.note,
      ),
    );
  }

  /**
   * @param {Arrangement} arrangement
   * @param {SavedSetUps} saved
   * @param {{ seat: string, inHand: Kind | null, active: boolean }} scene
   */
  draw(arrangement, saved, { seat, inHand, active }) {
    this.#arrangement = arrangement;
    if (this.#saved?.whose !== saved.whose || this.#saved.turned !== saved.turned) {
      this.#saved = saved;
      this.#list();
    }
    const size = total(arrangement.army);
    const left = size - arrangement.count;
    say(
      this.count,
      left ? t("{left} of {size} pieces are still to be placed.", { left, size }) : t("All pieces are placed."),
    );
    replace(
      this.kinds,
      Object.keys(arrangement.army).map((kind) => this.#kind(kind, seat, inHand === kind, active)),
    );
  }

  /**
   * @param {Kind} kind
   * @param {string} seat
   * @param {boolean} isInHand
   * @param {boolean} active
   */
  #kind(kind, seat, isInHand, active) {
    const left = this.#arrangement?.left(kind) ?? 0;
    const canTake = active && left > 0;
    return el(
      "button",
      {
        type: "button",
        class: "tray-kind",
        id: `tray-${kind}`,
        disabled: !canTake,
        title: t("On a square {sign} places it too", { sign: SIGNS[kind] }),
        "aria-label": t("{kind}, {left} left", { kind: kindName(kind), left }),
        "aria-keyshortcuts": SIGNS[kind].toLowerCase(),
        "aria-pressed": String(canTake && isInHand),
        onclick: () => this.told.onKind(kind),
        onpointerdown: (/** @type {PointerEvent} */ event) => {
          if (canTake) drag(event, ghost(seat, kind), (x, y) => this.told.onDrop(kind, x, y));
        },
      },
      pieceIcon({ seat, kind }),
      el("span", { class: "tray-left" }, String(left)),
      el("span", { class: "tray-name" }, shortName(kind)),
    );
  }

  #save() {
    const name = this.name.value.trim();
    if (!this.#saved || !this.#arrangement) return;
    if (!name) return say(this.note, t("Give this set-up a name first."));
    if (!this.#arrangement.isComplete) return say(this.note, t("Place all pieces first."));
    const isKept = this.#saved.save(name, this.#arrangement.placed);
    say(
      this.note,
      isKept ? t("Saved as {name}, in this browser.", { name }) : t("This browser keeps nothing, so it was not saved."),
    );
    this.#list(name);
  }

  #remove() {
    const name = this.list.value;
    this.#saved?.remove(name);
    say(this.note, t("{name} is deleted.", { name }));
    this.#list();
  }

  #list(chosen = "") {
    const names = this.#saved?.names ?? [];
    replace(
      this.list,
      names.length > 0
        ? names.map((name) => el("option", { value: name, selected: name === chosen }, name))
        : el("option", { value: "" }, t("None yet")),
    );
    for (const control of [this.list, ...this.loading]) control.toggleAttribute("disabled", names.length === 0);
  }
}

/** @param {string} seat @param {Kind} kind */
const ghost = (seat, kind) =>
  svg("svg", { viewBox: "-.5 -.5 1 1", width: GHOST_PX, height: GHOST_PX }, drawn({ at: "", seat, kind }));
