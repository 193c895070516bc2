// How many pieces each owner has in reserve, and what follows from it.

/** @import { Draft } from "./draft.js" */

/**
 * Gives each owner a reserve and nobody else: what they had before, else as many as the last one has.
 *
 * @param {Draft} draft
 * @param {string[]} shapes
 * @param {string[]} before who owned reserves until now
 */
export function suitOwners(draft, shapes, before) {
  for (const shape of shapes) {
    const reserve = (draft.rules.shapes[shape].reserve ??= {});
    const hidden = (draft.hidden.reserves[shape] ??= {});
    const last = reserve[before[before.length - 1]] ?? 0;
    for (const owner of Object.keys(reserve).filter((one) => !draft.owners.includes(one))) {
      hidden[owner] = reserve[owner];
      delete reserve[owner];
    }
    for (const owner of draft.owners) {
      reserve[owner] ??= hidden[owner] ?? last;
      delete hidden[owner];
    }
  }
}

/**
 * Whether the only shape's reserves hold one piece for each space: then they go on doing so.
 *
 * @param {Draft} draft
 */
export function reservesFillTheBoard(draft) {
  if (draft.shapes.length !== 1) return false;
  const { reserve } = draft.rules.shapes[draft.shapes[0]];
  return draft.owners.every((owner, index) => reserve?.[owner] === share(draft, index));
}

/** @param {Draft} draft */
export function fillReserves(draft) {
  const reserve = Object.fromEntries(draft.owners.map((owner, index) => [owner, share(draft, index)]));
  draft.rules.shapes[draft.shapes[0]].reserve = reserve;
}

/**
 * How many of the spaces one of the owners can fill.
 *
 * @param {Draft} draft
 * @param {number} index
 */
export function share(draft, index) {
  const [spaces, owners] = [draft.spaces, draft.owners.length];
  return Math.floor(spaces / owners) + (index < spaces % owners ? 1 : 0);
}

/**
 * Whether each owner has as many pieces of a shape in reserve as they can play: none is ever moved then.
 *
 * @param {Draft} draft
 * @param {string} shape
 */
export function isFull(draft, shape) {
  const { reserve } = draft.rules.shapes[shape];
  return draft.owners.every((owner, index) => (reserve?.[owner] ?? 0) >= share(draft, index));
}
