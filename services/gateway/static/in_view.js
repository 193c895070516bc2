// On a phone the panel with the move lies over the lower edge of the window; the table is not to be below it.

import { byId } from "./dom.js";

const PHONE = matchMedia("(max-width: 899px)");

/** Brings the table up as far as it is covered, unless somebody has scrolled already; its upper edge stays in sight. */
export function uncoverTable() {
  if (!PHONE.matches || scrollY > 0) return;
  const { top, bottom } = byId("table").getBoundingClientRect();
  const covered = bottom - byId("move").getBoundingClientRect().top;
  if (covered > 0) scrollBy(0, Math.min(covered, top));
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
