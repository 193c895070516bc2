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
  const stay = new Set(staying.values());
  const going = held.filter((_, place) => !stay.has(place));
  const active = going.some((node) => node.contains(activeElement)) ? activeElement?.id : "";
  for (const node of going) node.remove();
  next.forEach((node, place) => {
    if (!staying.has(place)) parent.insertBefore(node, parent.childNodes[place] ?? null);
  });
  if (active) focusOn(active);
}

/**
 * What is alike up to some place: its place in `next`, that in `held`, and what was alike before it.
 *
 * @typedef {[number, number, Found] | undefined} Found
 */

/**
 * The places in `next` of what is in `held`, too, each with its place there: as many as there can be in one order. What
 * it takes grows with what has changed (E. W. Myers, Algorithmica 1, 1986).
 *
 * @param {(string | null)[]} held
 * @param {(string | null)[]} next
 * @returns {Map<number, number>}
 */
function alike(held, next) {
  /** @type {Map<number, [number, Found?]>} The place reached in `held`, by how far it is ahead of that in `next`. */
  const reached = new Map();
  for (let changes = 0; ; changes++) {
    for (let ahead = -changes; ahead <= changes; ahead += 2) {
      const left = reached.get(ahead - 1);
      let [i, found] = reached.get(ahead + 1) ?? [0];
      if (left && left[0] >= i) [i, found] = [left[0] + 1, left[1]];
      for (; i < held.length && held[i] === next[i - ahead]; i++) found = [i - ahead, i, found];
      if (i >= held.length && i - ahead >= next.length) return placesOf(found);
      reached.set(ahead, [i, found]);
    }
  }
}

/** @param {Found} found */
function placesOf(found) {
  const places = new Map();
  for (let each = found; each; each = each[2]) places.set(each[0], each[1]);
  return places;
}
