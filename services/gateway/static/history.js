// What was done, to be undone and done again: the states that something had, as JSON.

const MOST_STEPS = 500;

/** @typedef {{ past: string[], now: string, future: string[] }} Steps */

export class History {
  /** @type {string[]} */
  #past = [];
  /** @type {string[]} */
  #future = [];
  #now;
  #part = "";
  /** What was undone before the last part began. @type {string[]} */
  #undone = [];

  /**
   * @param {unknown} state in which it begins
   * @param {Steps | null} [steps] what was done before, if it led to that state
   */
  constructor(state, steps = null) {
    this.#now = JSON.stringify(state);
    if (!steps || inOrder(steps.now) !== inOrder(this.#now)) return;
    this.#past = steps.past;
    this.#future = steps.future;
  }

  /** What was done, to be gone on from. @returns {Steps} */
  get steps() {
    return { past: this.#past, now: this.#now, future: this.#future };
  }

  get canUndo() {
    return this.#past.length > 0;
  }

  get canRedo() {
    return this.#future.length > 0;
  }

  /**
   * Takes the state after a change. A part that ends where it began has changed nothing.
   *
   * @param {unknown} state
   * @param {string} [part] changes of one part, one after the other, are undone together
   */
  record(state, part = "") {
    const text = JSON.stringify(state);
    if (text === this.#now) return;
    const goesOn = part !== "" && part === this.#part;
    if (!goesOn) {
      this.#past = [...this.#past, this.#now].slice(-MOST_STEPS);
      this.#undone = this.#future;
    }
    this.#now = text;
    this.#part = part;
    this.#future = [];
    if (!goesOn || text !== this.#past.at(-1)) return;
    this.undo();
    this.#future = this.#undone;
  }

  /** The state before the last change; null where there was none. */
  undo() {
    return this.#step(this.#past, this.#future);
  }

  /** The state that was undone last; null where none was. */
  redo() {
    return this.#step(this.#future, this.#past);
  }

  /**
   * @param {string[]} from
   * @param {string[]} to
   */
  #step(from, to) {
    const state = from.pop();
    if (state === undefined) return null;
    to.push(this.#now);
    this.#now = state;
    this.#part = "";
    return JSON.parse(state);
  }
}

/**
 * The same text for the same state, in whatever order its properties came.
 *
 * @param {string} text JSON
 */
function inOrder(text) {
  const sorted = (/** @type {string} */ _, /** @type {any} */ value) =>
    value && typeof value === "object" && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value;
  return JSON.stringify(JSON.parse(text), sorted);
}
