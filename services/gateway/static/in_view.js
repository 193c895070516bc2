// On a phone the panel with the move lies over the lower edge of the window; the table is not to begin below it.

import { byId } from "./dom.js";

const PHONE = matchMedia("(max-width: 899px)");

/** Brings the table up as far as it is covered, unless somebody has scrolled already; its upper edge stays in sight. */
export function uncoverTable() {
  if (!PHONE.matches || scrollY > 0) return;
  const { top, bottom } = byId("table").getBoundingClientRect();
  const covered = bottom - byId("move").getBoundingClientRect().top;
  if (covered > 0) scrollBy(0, Math.min(covered, top));
}
