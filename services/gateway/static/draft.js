// A rule set while it is being made: the file's JSON, and what changes along when one thing changes.

import { isDealt, pruneMarks } from "./marks.js";
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
    this.rules.shapes ??= structuredClone(form.default.shapes);
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
    return this.form.shapes.map((shape) => shape.value).filter((shape) => shape in this.rules.shapes);
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

  /** The file, as it is sent and kept; `name` stands in for one that is not given yet. */
  file(name = "") {
    const { format = this.form.rules_format, name: own, ...rules } = this.rules;
    // A choice without parameters stands by itself.
    for (const { path, key } of this.lists) {
      rules[path] = rules[path].map((entry) => (Object.keys(entry).length === 1 ? entry[key] : entry));
    }
    if (rules.phases.length === 1 && Object.keys(rules.phases[0]).length === 0) delete rules.phases;
    return { format, name: own || name, ...rules };
  }

  /** The most and the least that a side of the board can be, the two others given. */
  bounds(axis) {
    const { minimum, maximum } = this.#side(axis).by_kind[this.kind];
    const others = this.rules.board.size.filter((_, index) => index !== axis).reduce((product, side) => product * side, 1);
    return { minimum, maximum: Math.max(minimum, Math.min(maximum, Math.floor(this.#side(axis).product / others))) };
  }

  /** A path with `{phase}` in it, written out for each phase. */
  inEachPhase(path) {
    return path.includes("{phase}") ? this.rules.phases.map((_, phase) => path.replace("{phase}", phase)) : [path];
  }

  /** Whether all conditions hold: [{path, in}] or [{path, not}]. */
  holds(conditions) {
    return conditions.every(({ path, in: among, not }) => {
      const value = this.get(path) ?? this.#usual(path) ?? null;
      return among ? among.includes(value) : !not.includes(value);
    });
  }

  /** Whether the file says something at a field (its path written out) that it need not say. */
  says({ path, values, default: usual }) {
    if (values === "dealt") return isDealt(this);
    const value = this.get(path);
    return value !== undefined && value !== usual && !(typeof value === "object" && value !== null && Object.keys(value).length === 0);
  }

  /** Sets a value, and what follows from it. */
  set(path, value) {
    const full = this.#reservesAreFull();
    const { owners, stands } = this;
    this.put(path, value);
    if (path === "board.kind") this.#suitKind(stands);
    if (["players", "colors"].includes(path)) this.#suitOwners(owners);
    if (path === "players") this.#suitSeats();
    if (path.endsWith(".power")) this.#suitPower(path.replace(/\.power$/, ""));
    if (path === "cloaking" && value === this.#usual(path)) for (const phase of this.rules.phases) delete phase.cloaks;
    if (full && /^(board|players|colors)/.test(path)) this.#fillReserves();
    if (/^(board\.(kind|size|count)|players|colors)/.test(path)) pruneMarks(this);
    this.#leaveHidden();
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

  /** Whether a phase has the locks and cloaks of the one before it. */
  isMarkedAsBefore(phase) {
    const [before, now] = [phase - 1, phase].map((index) => this.rules.phases[index]);
    return ["locks", "cloaks"].every((name) => String(before[name] ?? "") === String(now[name] ?? ""));
  }

  /** Gives a phase the locks and cloaks of the one before it. */
  markAsBefore(phase) {
    const [before, now] = [phase - 1, phase].map((index) => this.rules.phases[index]);
    for (const name of ["locks", "cloaks"]) {
      if (before[name] === undefined) delete now[name];
      else now[name] = structuredClone(before[name]);
    }
  }

  /** The seats that a list at `path` names: a file may write a single one without a list. */
  seatsAt(path) {
    return [this.get(path) ?? []].flat();
  }

  toggleSeatAt(path, seat) {
    const named = this.seatsAt(path);
    const now = this.seats.filter((one) => named.includes(one) !== (one === seat));
    this.put(path, now.length > 0 ? now : undefined);
  }

  addEntry({ path, key, choices }) {
    const choice = choices[0];
    this.rules[path].push(this.entry(key, choice));
  }

  removeEntry({ path }, index) {
    this.rules[path].splice(index, 1);
  }

  /** Puts an entry before the one above it. */
  raiseEntry({ path }, index) {
    const entries = this.rules[path];
    [entries[index - 1], entries[index]] = [entries[index], entries[index - 1]];
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

  /** What is meant where the file says nothing. */
  #usual(path) {
    const general = path.replace(/^shapes\.[^.]+/, "shapes.{shape}").replace(/^phases\[\d+\]/, "phases[{phase}]");
    return this.fields.find((field) => field.path === general)?.default;
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
    const color = this.fields.find((field) => field.path === "chaos_color");
    if (!this.holds(color.shown_when)) delete this.rules.chaos_color;
  }

  /** Who does not play is not locked either. */
  #suitSeats() {
    for (const phase of this.rules.phases) {
      const locked = [phase.locked ?? []].flat().filter((seat) => this.seats.includes(seat));
      if (locked.length > 0) phase.locked = locked;
      else delete phase.locked;
    }
  }

  /** A shape with a power captures in some way, one without in none. */
  #suitPower(shape) {
    for (const name of ["condition", "result"]) {
      const path = `${shape}.${name}`;
      if (this.get(`${shape}.power`) === this.#usual(`${shape}.power`)) this.put(path, undefined);
      else if (this.get(path) === undefined) this.put(path, this.#usual(path));
    }
  }

  /** What has lost its meaning gives way to the first choice that has one. */
  #leaveHidden() {
    for (const field of this.fields.filter((one) => one.choices?.some((choice) => choice.hidden_when))) {
      for (const shape of field.path.includes("{shape}") ? this.shapes : [""]) {
        const path = field.path.replace("{shape}", shape);
        const value = this.get(path);
        if (value !== undefined && this.isHidden(field.choices.find((choice) => choice.value === value), shape)) {
          this.put(path, field.choices.find((choice) => !this.isHidden(choice, shape)).value ?? undefined);
        }
      }
    }
  }

  /** Whether a choice has no meaning as things are; `shape` is the one that its field speaks of. */
  isHidden(choice, shape) {
    const conditions = choice?.hidden_when?.map((one) => ({ ...one, path: one.path.replace("{shape}", shape) }));
    return Boolean(conditions) && this.holds(conditions);
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
