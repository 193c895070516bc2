// Paths into a file, as faults and descriptions of forms write them: `size[0]`, `seats.north.name`.

/** @param {string} path */
const stepsOf = (path) => path.split(/[.[\]]+/).filter(Boolean);

/**
 * The value at a path; undefined where there is none. `.length` is the number of entries of a list or an object.
 *
 * @param {any} object
 * @param {string} path
 * @returns {any}
 */
export function valueAt(object, path) {
  return stepsOf(path).reduce((value, step) => {
    if (value === undefined || value === null) return undefined;
    if (step === "length" && typeof value === "object") return Object.keys(value).length;
    return value[step];
  }, object);
}

/**
 * Sets the value at a path; what is missing on the way is made, lists where the next step is a number.
 *
 * @param {any} object
 * @param {string} path
 * @param {unknown} value
 */
export function setAt(object, path, value) {
  const steps = stepsOf(path);
  const last = steps.pop() ?? "";
  let place = object;
  steps.forEach((step, index) => {
    const next = steps[index + 1] ?? last;
    place[step] ??= /^\d+$/.test(next) ? [] : {};
    place = place[step];
  });
  place[last] = value;
}

/**
 * The path one step up; "" at the top.
 *
 * @param {string} path
 */
export const parentOf = (path) => path.replace(/(\.[^.[\]]+|\[[^\]]*\]|^[^.[\]]+)$/, "");

/**
 * The id of the control of a path.
 *
 * @param {string} path
 */
export const idOf = (path) =>
  `at-${path
    .replaceAll("+", "plus")
    .replace(/[^A-Za-z0-9]+/g, "-")
    .replace(/-$/, "")}`;
