// A rule set while it is being made: the file's JSON, and what changes along when one thing changes.

import { pruneMarks } from "./marks.js";
import { setAt, valueAt } from "./paths.js";

export class Draft {
  /** `rules` is a rule-set file; `form` describes what can be chosen. */
  constructor(form, rules) {
    this.form = form;
    this.rules = structuredClone(rules);
    this.fields = form.sections.flatMap((section) => section.fields);
    this.markerFields = this.fields.filter((field) => field.control === "marker");
    this.lists = this.fields.filter((field) => field.control === "list");
    for (const { path, key, default: usual } of this.lists) {
      this.rules[path] = (this.rules[path] ?? usual).map((entry) => (typeof entry === "string" ? { [key]: entry } : entry));
    }
    this.rules.phases ??= [{}];
    this.rules.board ??= {};
    this.rules.board.size ??= this.#clamped(["x", "y", "z"].map((_, axis) => this.#side(axis).default));
  }

  get(path) {
    return valueAt(this.rules, path);
  }

  get seats() {
    return this.form.seats[this.get("players") ?? this.#usual("players")];
  }

  get owners() {
    return this.form.owners[this.get("players") ?? this.#usual("players")][this.get("colors") ?? this.#usual("colors")];
  }

  get shapes() {
    return Object.keys(this.rules.shapes);
  }

  get kind() {
    return this.get("board.kind") ?? this.#usual("board.kind");
  }

  get spaces() {
    const [x, y, z] = this.rules.board.size;
    return x * y * z * (this.get("board.count") ?? 1);
  }

  /** Whether pieces fall: then a space is a place in a stack. */
  get stands() {
    const { minimum, maximum } = this.#side(2).by_kind[this.kind];
    return minimum > 1 && maximum > 1;
  }

  /** The file, as it is sent; `name` stands in for one that is not given yet. */
  file(name = "") {
    return { ...this.rules, format: this.form.rules_format, name: this.rules.name || name };
  }

  /** The most and the least that a side of the board can be, the two others given. */
  bounds(axis) {
    const { minimum, maximum } = this.#side(axis).by_kind[this.kind];
    const others = this.rules.board.size.filter((_, index) => index !== axis).reduce((product, side) => product * side, 1);
    return { minimum, maximum: Math.max(minimum, Math.min(maximum, Math.floor(this.#side(axis).product / others))) };
  }

  /** Sets a value, and what follows from it. */
  set(path, value) {
    const full = this.#reservesAreFull();
    const { owners, stands } = this;
    this.put(path, value);
    if (path === "board.kind") this.#suitKind(stands);
    if (["players", "colors"].includes(path)) this.#suitOwners(owners);
    if (full && /^(board|players|colors)/.test(path)) this.#fillReserves();
    if (/^(board\.(kind|size|count)|players|colors)/.test(path)) pruneMarks(this);
  }

  /** Sets a value and nothing else. */
  put(path, value) {
    setAt(this.rules, path, value);
  }

  /** Has as many shapes as `count`: new ones as many as the last one has. */
  countShapes(count) {
    const order = this.form.shapes.map((shape) => shape.value);
    while (this.shapes.length > count) delete this.rules.shapes[this.shapes.at(-1)];
    while (this.shapes.length < count) {
      const last = this.rules.shapes[this.shapes.at(-1)];
      const next = order.find((shape) => !this.shapes.includes(shape));
      this.rules.shapes[next] = { reserve: structuredClone(last?.reserve ?? {}) };
    }
    pruneMarks(this);
  }

  countPhases(count) {
    this.rules.phases.length = Math.min(this.rules.phases.length, count);
    while (this.rules.phases.length < count) this.rules.phases.push({});
  }

  addEntry({ path, key, choices }) {
    const choice = choices.find((one) => one.playable) ?? choices[0];
    this.rules[path].push(this.entry(key, choice));
  }

  removeEntry({ path }, index) {
    this.rules[path].splice(index, 1);
  }

  /** Chooses another option for an entry; a parameter of the same name is kept. */
  chooseEntry({ path, key, choices }, index, value) {
    const choice = choices.find((one) => one.value === value);
    this.rules[path][index] = this.entry(key, choice, this.rules[path][index]);
  }

  entry(key, choice, old = {}) {
    const parameters = choice.parameters.map(({ name, default: usual }) => [name, old[name] ?? usual]);
    return { [key]: choice.value, ...Object.fromEntries(parameters) };
  }

  #usual(path) {
    return this.fields.find((field) => field.path === path)?.default;
  }

  #side(axis) {
    return this.fields.find((field) => field.path === `board.size[${axis}]`);
  }

  #clamped(size) {
    return size.map((side, axis) => {
      const { minimum, maximum } = this.#side(axis).by_kind[this.kind];
      return Math.min(maximum, Math.max(minimum, side));
    });
  }

  /** A plane stands up to become stacks, and lies down again to become squares. */
  #suitKind(stood) {
    const [x, y, z] = this.rules.board.size;
    const { minimum } = this.#side(2).by_kind[this.kind];
    let size = [x, y, z];
    if (z < minimum) size = [x, 1, Math.max(minimum, y)];
    else if (stood && !this.stands && y === 1) size = [x, z, 1];
    this.rules.board.size = this.#clamped(size);
  }

  #suitOwners(before) {
    for (const shape of this.shapes) {
      const reserve = (this.rules.shapes[shape].reserve ??= {});
      const last = reserve[before.at(-1)] ?? 0;
      for (const owner of Object.keys(reserve)) if (!this.owners.includes(owner)) delete reserve[owner];
      for (const owner of this.owners) reserve[owner] ??= last;
    }
  }

  /** Whether the only shape's reserves hold one piece for each space: then they go on doing so. */
  #reservesAreFull() {
    const shape = this.shapes.length === 1 && this.rules.shapes[this.shapes[0]];
    return Boolean(shape) && this.owners.every((owner, index) => shape.reserve?.[owner] === this.#share(index));
  }

  #share(index) {
    const [spaces, owners] = [this.spaces, this.owners.length];
    return Math.floor(spaces / owners) + (index < spaces % owners ? 1 : 0);
  }

  #fillReserves() {
    const reserve = Object.fromEntries(this.owners.map((owner, index) => [owner, this.#share(index)]));
    this.rules.shapes[this.shapes[0]].reserve = reserve;
  }
}
