// What stays as it is, is not put there anew: screen readers would speak it again and again, and browsers have it drawn
// again at each click.

import { focusOn } from "./dom.js";

/** @import { Child } from "./dom.js" */

/** Clocks go on by themselves, and are not spoken. */
const CLOCK = /(<span class="clock"[^>]*>)[^<]*/g;

/** @param {Node} node */
const looksOf = (node) => (node instanceof Element ? node.outerHTML.replace(CLOCK, "$1") : node.textContent);

/**
 * Has `parent` hold these children; of those that it holds as many stay as look the same, in their order. The keyboard
 * is kept as `replace` keeps it.
 *
 * @param {Element} parent
 * @param {...(Child | Child[])} children
 */
export function replaceChanged(parent, ...children) {
  const next = children.flat().filter((child) => child instanceof Node);
  const held = [...parent.childNodes];
  const staying = alike(held.map(looksOf), next.map(looksOf));
  const { activeElement } = document;
  const stay = new Set([...staying.values()].map((place) => held[place]));
  const going = held.filter((node) => !stay.has(node));
  const active = going.some((node) => node.contains(activeElement)) ? activeElement?.id : "";
  for (const node of going) node.remove();
  next.forEach((node, place) => {
    if (!staying.has(place)) parent.insertBefore(node, parent.childNodes[place] ?? null);
  });
  if (active) focusOn(active);
}

/**
 * The places in `next` of what is in `held`, too, each with its place there: as many as there can be in one order.
 *
 * @param {(string | null)[]} held
 * @param {(string | null)[]} next
 * @returns {Map<number, number>}
 */
function alike(held, next) {
  // How many there can be from two places on.
  const most = [...held, null].map(() => [...next, null].map(() => 0));
  for (let i = held.length - 1; i >= 0; i--) {
    for (let j = next.length - 1; j >= 0; j--) {
      most[i][j] = held[i] === next[j] ? most[i + 1][j + 1] + 1 : Math.max(most[i + 1][j], most[i][j + 1]);
    }
  }
  const found = new Map();
  for (let i = 0, j = 0; i < held.length && j < next.length;) {
    if (held[i] === next[j]) found.set(j++, i++);
    else if (most[i + 1][j] >= most[i][j + 1]) i++;
    else j++;
  }
  return found;
}
