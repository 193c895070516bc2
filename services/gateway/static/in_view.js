// On a phone the panel with the move lies over the lower edge of the window; the table is not to be below it. Where the
// phone lies on its side the panel is beside the table, and only the clock is below.

import { byId } from "./dom.js";
import { whenReleased } from "./press.js";

const PHONE = matchMedia("(max-width: 899px)");

/** Whether the panel stands beside the table. */
export const isBeside = () => byId("move").getBoundingClientRect().left >= byId("table").getBoundingClientRect().right;

/** Where that begins which lies over the lower edge of the window. */
const coverTop = () =>
  isBeside() ? innerHeight - byId("timebar").offsetHeight : byId("move").getBoundingClientRect().top;

/** Brings the table up as far as it is covered; its upper edge stays in sight. */
function bringUp() {
  const { top, bottom } = byId("table").getBoundingClientRect();
  const covered = bottom - coverTop();
  if (covered > 0) scrollBy(0, Math.min(covered, Math.max(0, top)));
}

/**
 * Brings it up, unless somebody has scrolled already.
 *
 * Where a reload goes back to where the page was scrolled to, more may lie over the table by now.
 */
export function uncoverTable() {
  if (!PHONE.matches) return;
  history.scrollRestoration = "manual";
  if (scrollY === 0) bringUp();
}

// Browsers round how far they scroll.
const ROUNDED_PX = 1;
/** What is marked on the table while a move is chosen. */
const CHOSEN = ".is-selected, .is-proposed";

/** Where the panel, or the clock, began when it was looked at last. */
let edge = -Infinity;

/**
 * The panel may have grown: a table all of which was above it is brought up as far as it is covered now.
 *
 * Not while somebody chooses a move: nothing moves under their finger.
 */
export function keepUncovered() {
  const cover = coverTop();
  const wasAbove = byId("table").getBoundingClientRect().bottom <= edge + ROUNDED_PX;
  edge = cover;
  if (PHONE.matches && wasAbove && !byId("table").querySelector(CHOSEN)) whenReleased(bringUp);
}

/**
 * Has what is below the table be seen together with it, as far as there is room for both.
 *
 * @param {HTMLElement} below
 */
export function seeWithTable(below) {
  if (!PHONE.matches) return;
  const top = Math.floor(byId("table").getBoundingClientRect().top);
  const hidden = Math.ceil(below.getBoundingClientRect().bottom) - innerHeight;
  scrollBy(0, Math.max(hidden, Math.min(0, top)));
}
