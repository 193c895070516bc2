// How many pieces each owner has in reserve, and what follows from it.

/** @import { Draft } from "./draft.js" */

/**
 * Gives each owner a reserve and nobody else: what they had before, else as many as the last one has. What an owner
 * has no more than that is not kept: it would come back by itself.
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
    const lastOfRest = reserve[draft.owners.filter((owner) => before.includes(owner)).at(-1) ?? ""];
    for (const owner of Object.keys(reserve).filter((one) => !draft.owners.includes(one))) {
      if (reserve[owner] !== lastOfRest) hidden[owner] = reserve[owner];
      delete reserve[owner];
    }
    for (const owner of draft.owners) {
      reserve[owner] ??= hidden[owner] ?? last;
      delete hidden[owner];
    }
  }
}

/**
 * Whether the only shape's reserves hold one piece for each space: then they go on doing so. Owners who were added
 * since have as many as the last one before them.
 *
 * @param {Draft} draft
 */
export function reservesFillTheBoard(draft) {
  if (draft.shapes.length !== 1) return false;
  const { reserve } = draft.rules.shapes[draft.shapes[0]];
  const counts = draft.owners.map((owner) => reserve?.[owner]);
  const isFilledBy = (/** @type {number} */ some) =>
    counts.every((count, index) => count === shareOf(draft, some, Math.min(index, some - 1)));
  return counts.some((_, index) => (index > 0 || counts.length === 1) && isFilledBy(index + 1));
}

/** @param {Draft} draft */
export function fillReserves(draft) {
  const reserve = Object.fromEntries(draft.owners.map((owner, index) => [owner, share(draft, index)]));
  draft.rules.shapes[draft.shapes[0]].reserve = reserve;
}

/**
 * How many of the spaces one of the owners can fill, with what a reserve can hold.
 *
 * @param {Draft} draft
 * @param {number} index
 */
export const share = (draft, index) => shareOf(draft, draft.owners.length, index);

/**
 * @param {Draft} draft
 * @param {number} owners how many there are
 * @param {number} index
 */
function shareOf({ spaces, form }, owners, index) {
  const all = Math.floor(spaces / owners) + (index < spaces % owners ? 1 : 0);
  return Math.min(all, form.limits.reserve);
}

/**
 * Leaves no move to a shape of which there are too many for the board, and gives it back once they are not.
 *
 * @param {Draft} draft after its board or its owners have changed
 */
export function suitMoves(draft) {
  const { moves } = draft.hidden;
  for (const shape of draft.shapes) {
    const { move } = draft.rules.shapes[shape];
    if (move && isFull(draft, shape)) {
      moves[shape] = move;
      delete draft.rules.shapes[shape].move;
    } else if (!isFull(draft, shape)) {
      if (!move && moves[shape]) draft.rules.shapes[shape].move = moves[shape];
      delete moves[shape];
    }
  }
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
