// A shape as the one before it, a phase as the one before it: what is said of both has to be said once.

/** @import { Draft } from "./draft.js" */

/** What tells a shape from others, and is no rule of it. */
const OWN = ["called", "symbol"];

/**
 * The shape above one in the Factory; undefined above the first.
 *
 * @param {Draft} draft
 * @param {string} shape
 * @returns {string | undefined}
 */
export const shapeAbove = ({ shapes }, shape) => shapes[shapes.indexOf(shape) - 1];

/**
 * Whether a shape has the power, the move and the reserves of another.
 *
 * @param {Draft} draft
 * @param {string} shape
 * @param {string} other
 */
export function isShapeLike(draft, shape, other) {
  const reserve = (/** @type {string} */ one, /** @type {string} */ owner) =>
    draft.get(`shapes.${one}.reserve.${owner}`) ?? 0;
  return (
    isLike(draft, "{shape}", shape, other) &&
    draft.owners.every((owner) => reserve(shape, owner) === reserve(other, owner))
  );
}

/**
 * Gives a shape the power, the move and the reserves of another; it is still called and drawn as before.
 *
 * @param {Draft} draft
 * @param {string} shape
 * @param {string} other
 */
export function likenShape({ rules }, shape, other) {
  const kept = Object.entries(rules.shapes[shape]).filter(([name]) => OWN.includes(name));
  const copied = Object.entries(structuredClone(rules.shapes[other])).filter(([name]) => !OWN.includes(name));
  rules.shapes[shape] = Object.fromEntries([...copied, ...kept]);
}

/**
 * Whether a phase is like the one before it, with its order, its locks and all else.
 *
 * @param {Draft} draft
 * @param {number} phase
 */
export const isPhaseLikeBefore = (draft, phase) => isLike(draft, "{phase}", String(phase), String(phase - 1));

/**
 * Makes a phase like the one before it.
 *
 * @param {Draft} draft
 * @param {number} phase
 */
export function likenPhase({ rules }, phase) {
  rules.phases[phase] = structuredClone(rules.phases[phase - 1]);
}

/**
 * Whether all fields that speak of `one` say what they say of `other`.
 *
 * @param {Draft} draft
 * @param {string} blank what stands for either in the paths of fields
 * @param {string} one
 * @param {string} other
 */
function isLike(draft, blank, one, other) {
  const fields = draft.fields.filter(
    ({ path, control }) => path.includes(blank) && control !== "reserve" && !OWN.includes(path.split(".").at(-1) ?? ""),
  );
  return fields.every(({ path, default: usual }) => {
    const [said, there] = [one, other].map((each) => draft.get(path.replace(blank, each)) ?? usual ?? "");
    return JSON.stringify(said) === JSON.stringify(there);
  });
}
