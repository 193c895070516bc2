// What stays as it is, is not put there anew: screen readers would speak it again and again, and browsers have it drawn
// again at each click.

import { focusOn } from "./dom.js";

/** @import { Child } from "./dom.js" */

/** Clocks go on by themselves, and are not spoken. */
const CLOCK = /(<span class="clock"[^>]*>)[^<]*/g;

/** @param {Node} node */
const looksOf = (node) => (node instanceof Element ? node.outerHTML.replace(CLOCK, "$1") : node.textContent);

/**
 * Has `parent` hold these children; of those that it holds the first ones stay, up to one that looks different. The
 * keyboard is kept as `replace` keeps it.
 *
 * @param {Element} parent
 * @param {...(Child | Child[])} children
 */
export function replaceChanged(parent, ...children) {
  const next = children.flat().filter((child) => child instanceof Node);
  const held = [...parent.childNodes];
  const first = held.findIndex((node, index) => !next[index] || looksOf(node) !== looksOf(next[index]));
  const kept = first < 0 ? held.length : first;
  const { activeElement } = document;
  const active = held.slice(kept).some((node) => node.contains(activeElement)) ? activeElement?.id : "";
  for (const node of held.slice(kept)) node.remove();
  parent.append(...next.slice(kept));
  if (active) focusOn(active);
}
