// A rule set while it is being made: the file's JSON, and what changes along when one thing changes.

import { setAt, valueAt } from "../../paths.js";
import { entryOf } from "./form.js";
import { countPhases, keepMarks, nothingHidden } from "./hidden.js";
import { contentsOf, pruneMarks } from "./marks.js";
import { isDealt } from "./placing.js";
import { fillReserves, isFull, reservesFillTheBoard, suitMoves, suitOwners } from "./reserves.js";

/** @import { Choice, Condition, Entry, Field, Form, Rules } from "./form.js" */
/** @import { Hidden } from "./hidden.js" */

/** What decides for which marks there is room. */
const RESIZES = /^(board\.(kind|size|count)|players|colors|cloaking)/;

export class Draft {
  /**
   * @param {Form} form
   * @param {Rules} rules a file; what drafts have and it lacks is filled in
   * @param {Partial<Hidden>} [hidden] what was hidden while it was made
   */
  constructor(form, rules, hidden = {}) {
    this.form = form;
    /** @type {Hidden} */
    this.hidden = { ...nothingHidden(), ...structuredClone(hidden) };
    /**
     * What the library said would mean nothing now, and why, by `choiceKey`.
     *
     * @type {Map<string, string>}
     */
    this.unmet = new Map();
    // A file that does not say its format comes back from the server with it, and is the same.
    /** @type {Rules} */
    this.rules = { format: form.rules_format, ...structuredClone(rules) };
    this.fields = form.sections.flatMap((section) => section.fields);
    this.markerFields = this.fields.filter((field) => field.control === "marker");
    this.lists = this.fields.filter((field) => field.control === "list");
    for (const field of this.lists) this.rules[field.path] = this.#entriesOf(field);
    this.rules.shapes ??= structuredClone(form.default.shapes);
    this.rules.phases ??= [{}];
    this.rules.board ??= /** @type {Rules["board"]} */ ({});
    this.rules.board.size ??= this.#clamped([0, 1, 2].map((axis) => this.#side(axis).default));
  }

  /**
   * The entries of a list of a file, in which a choice without parameters may stand by itself.
   *
   * @param {Field} field
   * @returns {Entry[]}
   */
  #entriesOf({ path, key = "", default: usual }) {
    const entries = /** @type {(string | Entry)[]} */ (this.rules[path] ?? usual);
    return entries.map((one) => (typeof one === "string" ? { [key]: one } : one));
  }

  /**
   * The entries of a list.
   *
   * @param {Field} field
   * @returns {Entry[]}
   */
  entries({ path }) {
    return this.rules[path];
  }

  /**
   * @param {string} path
   * @returns {any}
   */
  get(path) {
    return valueAt(this.rules, path);
  }

  /** @returns {string[]} */
  get seats() {
    return this.form.seats[this.get("players") ?? this.#usual("players")];
  }

  /**
   * Those who can have pieces in reserve.
   *
   * @returns {string[]}
   */
  get owners() {
    return this.form.owners[this.get("players") ?? this.#usual("players")][this.get("colors") ?? this.#usual("colors")];
  }

  get shapes() {
    return this.form.shapes.map((shape) => shape.value).filter((shape) => shape in this.rules.shapes);
  }

  /** @returns {string} */
  get kind() {
    return this.get("board.kind") ?? this.#usual("board.kind");
  }

  get spaces() {
    const [x, y, z] = this.rules.board.size;
    return x * y * z * (this.get("board.count") ?? 1);
  }

  /** Whether there can be a board of this size. */
  get #canBe() {
    const spaces = this.rules.board.size.reduce((product, side) => product * side, 1);
    return this.rules.board.size.every((side) => Number(side) > 0) && spaces <= this.form.limits.spaces;
  }

  /** Whether pieces fall: then a space is a place in a stack. */
  get stands() {
    const { minimum, maximum } = this.#bounds(2);
    return minimum > 1 && maximum > 1;
  }

  /** The file, as it is sent and kept; `name` stands in for one that is not given yet. */
  file(name = "") {
    /** @type {Record<string, any>} */
    const { format = this.form.rules_format, name: own, ...rules } = this.rules;
    // A choice without parameters stands by itself.
    for (const { path, key = "" } of this.lists) {
      const entries = /** @type {Entry[]} */ (rules[path]);
      rules[path] = entries.map((one) => (Object.keys(one).length === 1 ? one[key] : one));
    }
    if (rules.phases.length === 1 && Object.keys(rules.phases[0]).length === 0) delete rules.phases;
    return { format, name: own || name, ...rules };
  }

  /**
   * The most and the least that a side of the board can be, the two others given.
   *
   * @param {number} axis
   */
  bounds(axis) {
    const { minimum, maximum } = this.#bounds(axis);
    const others = this.rules.board.size.filter((_, index) => index !== axis);
    const most = Math.floor((this.#side(axis).product ?? 0) / others.reduce((product, side) => product * side, 1));
    return { minimum, maximum: Math.max(minimum, Math.min(maximum, most)) };
  }

  /**
   * A path with `{phase}` in it, written out for each phase.
   *
   * @param {string} path
   */
  inEachPhase(path) {
    if (!path.includes("{phase}")) return [path];
    return this.rules.phases.map((_, phase) => path.replace("{phase}", String(phase)));
  }

  /**
   * Whether all conditions hold.
   *
   * @param {Condition[]} conditions
   */
  holds(conditions) {
    return conditions.every(({ path, in: among, not = [] }) => {
      const value = this.get(path) ?? this.#usual(path) ?? null;
      return among ? among.includes(value) : !not.includes(value);
    });
  }

  /**
   * Whether the file says something at a field (its path written out) that it need not say.
   *
   * @param {Field} field
   */
  says({ path, values, default: usual }) {
    if (values === "dealt") return isDealt(this);
    const value = this.get(path);
    if (value === undefined || value === usual) return false;
    return typeof value !== "object" || value === null || Object.keys(value).length > 0;
  }

  /**
   * Sets a value, and what follows from it.
   *
   * @param {string} path
   * @param {any} value
   */
  set(path, value) {
    const full = this.hidden.isFull ?? reservesFillTheBoard(this);
    if (RESIZES.test(path)) this.#resize(() => this.#setAndSuit(path, value));
    else this.#setAndSuit(path, value);
    // Reserves wait for a size that can be: what is typed into a side on the way there says nothing of them.
    if (this.#canBe && full && /^(board|colors)/.test(path)) fillReserves(this);
    if (this.#canBe && /^(board|players|colors)/.test(path)) suitMoves(this);
    this.hidden.isFull = this.#canBe || /^shapes/.test(path) ? undefined : full;
    const shape = /^shapes\.([^.]+)\.reserve/.exec(path)?.[1];
    if (shape && isFull(this, shape)) this.put(`shapes.${shape}.move`, undefined);
    this.#leaveHidden();
  }

  /**
   * @param {string} path
   * @param {any} value
   */
  #setAndSuit(path, value) {
    const { owners, stands } = this;
    this.put(path, value);
    if (path === "board.kind") this.#suitKind(stands);
    if (["players", "colors"].includes(path)) this.#suitOwners(owners);
    if (path === "players") this.#suitSeats();
    if (path.endsWith(".power")) this.#suitPower(path.replace(/\.power$/, ""));
    if (path === "cloaking" && value === this.#usual(path)) for (const phase of this.rules.phases) delete phase.cloaks;
  }

  /**
   * Does something to the size of the board or to who plays. What has no room is kept, to come back when it has.
   *
   * @param {() => void} action
   */
  #resize(action) {
    const before = contentsOf(this);
    action();
    pruneMarks(this);
    keepMarks(this, before);
  }

  /**
   * Sets a value and nothing else.
   *
   * @param {string} path
   * @param {unknown} value
   */
  put(path, value) {
    setAt(this.rules, path, value);
  }

  /**
   * Has as many shapes as `count`: new ones as many as the last one has.
   *
   * @param {number} count
   */
  countShapes(count) {
    this.#resize(() => {
      const { shapes } = this;
      const last = this.rules.shapes[shapes[Math.min(count, shapes.length) - 1]];
      for (const shape of shapes.slice(count)) {
        const like = { reserve: last.reserve };
        if (JSON.stringify(this.rules.shapes[shape]) !== JSON.stringify(like)) {
          this.hidden.shapes[shape] = this.rules.shapes[shape];
        }
        delete this.rules.shapes[shape];
      }
      const free = this.form.shapes.map((shape) => shape.value).filter((shape) => !this.shapes.includes(shape));
      const added = free.slice(0, count - this.shapes.length);
      for (const shape of added) {
        this.rules.shapes[shape] = this.hidden.shapes[shape] ?? { reserve: structuredClone(last?.reserve ?? {}) };
        delete this.hidden.shapes[shape];
      }
      suitOwners(this, added, this.owners);
    });
  }

  /** @param {number} count */
  countPhases(count) {
    this.#resize(() => {
      countPhases(this, count);
      this.#suitSeats();
    });
  }

  /**
   * The seats that a list at `path` names, in order: a file may write a single one without a list.
   *
   * @param {string} path
   * @returns {string[]}
   */
  seatsAt(path) {
    const named = [this.get(path)].flat();
    return this.seats.filter((seat) => named.includes(seat));
  }

  /**
   * @param {string} path
   * @param {string} seat
   */
  toggleSeatAt(path, seat) {
    const named = this.seatsAt(path);
    const now = this.seats.filter((one) => named.includes(one) !== (one === seat));
    this.put(path, now.length > 0 ? now : undefined);
  }

  /** @param {Field} field */
  addEntry(field) {
    const [choice] = field.choices ?? [];
    this.entries(field).push(entryOf(field, choice));
  }

  /**
   * @param {Field} field
   * @param {number} index
   */
  removeEntry(field, index) {
    this.entries(field).splice(index, 1);
  }

  /**
   * Puts an entry before the one above it.
   *
   * @param {Field} field
   * @param {number} index
   */
  raiseEntry(field, index) {
    const entries = this.entries(field);
    [entries[index - 1], entries[index]] = [entries[index], entries[index - 1]];
  }

  /**
   * Chooses another option for an entry; a parameter of the same name is kept.
   *
   * @param {Field} field
   * @param {number} index
   * @param {Choice} choice
   */
  chooseEntry(field, index, choice) {
    const entries = this.entries(field);
    entries[index] = entryOf(field, choice, entries[index]);
  }

  /**
   * What is meant where the file says nothing.
   *
   * @param {string} path
   */
  #usual(path) {
    const general = path.replace(/^shapes\.[^.]+/, "shapes.{shape}").replace(/^phases\[\d+\]/, "phases[{phase}]");
    return this.fields.find((field) => field.path === general)?.default;
  }

  /**
   * The field of a side of the board.
   *
   * @param {number} axis
   */
  #side(axis) {
    return /** @type {Field} */ (this.#fieldAt(`board.size[${axis}]`));
  }

  /** @param {string} path */
  #fieldAt(path) {
    return this.fields.find((field) => field.path === path);
  }

  /**
   * What a side can be on this kind of board.
   *
   * @param {number} axis
   */
  #bounds(axis) {
    return this.#side(axis).by_kind?.[this.kind] ?? { minimum: 1, maximum: 1 };
  }

  /** @param {number[]} size */
  #clamped(size) {
    return size.map((side, axis) => {
      const { minimum, maximum } = this.#bounds(axis);
      return Math.min(maximum, Math.max(minimum, side));
    });
  }

  /**
   * A plane stands up to become stacks, and lies down again to become squares.
   *
   * @param {boolean} stood
   */
  #suitKind(stood) {
    const [x, y, z] = this.rules.board.size;
    const { minimum } = this.#bounds(2);
    let size = [x, y, z];
    if (z < minimum) size = [x, 1, Math.max(minimum, y)];
    else if (stood && !this.stands && y === 1) size = [x, z, 1];
    this.rules.board.size = this.#clamped(size);
  }

  /** @param {string[]} before */
  #suitOwners(before) {
    suitOwners(this, this.shapes, before);
    if (!this.holds(this.#fieldAt("chaos_color")?.shown_when ?? [])) delete this.rules.chaos_color;
  }

  /** Who does not play is not locked either, until they play again. */
  #suitSeats() {
    this.rules.phases.forEach((phase, index) => {
      const named = [...[phase.locked ?? []].flat(), ...(this.hidden.locked[index] ?? [])];
      const locked = this.seats.filter((seat) => named.includes(seat));
      this.hidden.locked[index] = named.filter((seat) => !locked.includes(seat));
      if (locked.length > 0) phase.locked = locked;
      else delete phase.locked;
    });
  }

  /**
   * A shape with a power captures in some way, one without in none.
   *
   * @param {string} shape its path
   */
  #suitPower(shape) {
    for (const name of ["condition", "result"]) {
      const path = `${shape}.${name}`;
      if (this.get(`${shape}.power`) === this.#usual(`${shape}.power`)) this.put(path, undefined);
      else if (this.get(path) === undefined) this.put(path, this.#usual(path));
    }
  }

  /** What has lost its meaning gives way to the first choice that has one. */
  #leaveHidden() {
    for (const { path, choices = [] } of this.fields) {
      if (!choices.some((choice) => choice.hidden_when)) continue;
      for (const shape of path.includes("{shape}") ? this.shapes : [""]) {
        this.#leaveIfHidden(path.replace("{shape}", shape), choices, shape);
      }
    }
  }

  /**
   * @param {string} path written out
   * @param {Choice[]} choices
   * @param {string} shape
   */
  #leaveIfHidden(path, choices, shape) {
    const value = this.get(path);
    if (value === undefined) return;
    const chosen = choices.find((choice) => choice.value === value);
    if (!this.isHidden(chosen, shape)) return;
    this.put(path, choices.find((choice) => !this.isHidden(choice, shape))?.value ?? undefined);
  }

  /**
   * Whether a choice has no meaning as things are; `shape` is the one that its field speaks of.
   *
   * @param {Choice | undefined} choice
   */
  isHidden(choice, shape = "") {
    const conditions = choice?.hidden_when?.map((one) => ({ ...one, path: one.path.replace("{shape}", shape) }));
    return conditions !== undefined && this.holds(conditions);
  }
}
