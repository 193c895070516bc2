// Draws a board: the table of a view, or the start of a rule set. Used by the Factory and the Playground alike.

import { el, svg } from "./dom.js";
import { CELL, keyOf, panelsOf } from "./layout.js";
import { piece } from "./pieces.js";
import { capital, pieceName, placeName } from "./words.js";

const LARGEST_CELL_PX = 104;
const SMALL_CELL_PX = 26;
const ENLARGED_CELL_PX = 38;

let boards = 0;

/** Board `at` is a space [board, x, y, z], its key `at.join(",")`. */
export class Board {
  /** Draws into `parent`; `onSpace(at)` is called when a space is chosen, by mouse, touch, Enter or the space bar. */
  constructor(parent, { onSpace = () => {} } = {}) {
    this.id = `board${(boards += 1)}`;
    this.onSpace = onSpace;
    this.panels = el("div", { class: "board-panels" });
    this.enlarge = el("button", { type: "button", class: "link board-enlarge", hidden: true, "aria-pressed": "false" });
    this.enlarge.textContent = "Enlarge the board";
    this.enlarge.addEventListener("click", () => this.#toggleSize());
    this.parent = parent;
    parent.classList.add("board");
    parent.append(this.panels, this.enlarge);
    this.current = "";
    this.enlarged = false;
    this.seen = new Set();
    this.panels.addEventListener("click", (event) => this.#chosen(event));
    this.panels.addEventListener("keydown", (event) => this.#pressed(event));
    for (const name of ["pointerover", "focusin"]) this.panels.addEventListener(name, (event) => this.#pointed(event));
    for (const name of ["pointerleave", "focusout"]) this.panels.addEventListener(name, () => this.#unpoint());
    new ResizeObserver(() => this.#fit()).observe(parent);
  }

  /**
   * Draws `picture`:
   *   table     {board, seats, pieces, marks}
   *   targets   Map of key -> piece that a choice would put there; for stacks the space where it would come to rest
   *   sources   Set of keys of pieces that may be picked up;   selected  key of the one that is
   *   proposed  [{at, shape, color}], drawn highlighted;        last, runs  keys, lists of lists of `at`
   *   active    whether spaces may be chosen at all;            pointAt  whether targets are shown before they are pointed at
   */
  draw(picture) {
    const { targets = new Map(), sources = new Set(), last = new Set(), proposed = [], runs = [] } = picture;
    this.picture = { ...picture, targets, sources, last, proposed, runs };
    this.#redraw();
  }

  /** Gives the keyboard to the space that Tab reaches. */
  focus() {
    this.#element(this.current)?.focus({ preventScroll: true });
  }

  #redraw() {
    const { table } = this.picture;
    const held = this.panels.contains(document.activeElement);
    this.drawing = panelsOf(table, { width: this.parent.clientWidth || 600, height: innerHeight * 0.68 });
    this.spaces = new Map(this.drawing.flatMap((panel) => panel.spaces.map((space) => [space.key, space])));
    this.pieces = new Map(table.pieces.map((one) => [keyOf(one.at), one]));
    this.proposed = new Map(this.picture.proposed.map((one) => [keyOf(one.at), one]));
    if (!this.spaces.has(this.current)) this.current = this.#firstSpace();
    this.panels.replaceChildren(...this.drawing.map((panel, index) => this.#panel(panel, index)));
    this.seen = new Set(this.pieces.keys());
    if (held) this.#element(this.current)?.focus({ preventScroll: true });
    this.#fit();
  }

  /** Where the keyboard enters the board: a space that can be chosen, else the first. */
  #firstSpace() {
    const first = [...this.picture.targets.keys()].find((key) => this.spaces.has(key));
    return first ?? this.spaces.keys().next().value ?? "";
  }

  #panel(panel, index) {
    const { table } = this.picture;
    const id = `${this.id}-${index}`;
    const drawing = svg(
      "svg",
      {
        viewBox: `0 0 ${panel.width} ${panel.height}`,
        class: "board-drawing",
        role: "group",
        "aria-label": panel.title || "Board",
      },
      patterns(id),
      ...panel.frames.map((d) => svg("path", { class: "board-ground", d })),
      ...panel.posts.map((d) => svg("path", { class: "board-post", d })),
      svg("g", { class: "board-marks" }, ...this.#marks(panel, id)),
      ...panel.lines.map((d) => svg("path", { class: panel.open ? "board-line board-line-open" : "board-line", d })),
      ...panel.labels.map(({ text, x, y, size, anchor, strong }) =>
        svg("text", { class: strong ? "board-label board-label-strong" : "board-label", x, y, "font-size": size, "text-anchor": anchor }, text),
      ),
      ...goals(panel, table.seats ?? []),
      ...panel.spaces.map((space) => this.#space(space)),
      ...this.#runs(panel),
    );
    drawing.style.maxWidth = `${(panel.width / CELL) * LARGEST_CELL_PX}px`;
    const figure = el("figure", { class: "board-panel" });
    if (panel.title) figure.append(el("figcaption", { class: "board-title" }, panel.title));
    figure.append(drawing);
    return figure;
  }

  #space(space) {
    const { targets, sources, selected, last, active, pointAt } = this.picture;
    const { key, x, y, radius, outline } = space;
    const here = this.pieces.get(key);
    const proposed = this.proposed.get(key);
    const choosable = Boolean(active && (this.#resolve(space.at) !== null || sources.has(key)));
    const group = svg("g", {
      class: classes("space", {
        "is-choosable": choosable,
        "is-last": last.has(key),
        "is-proposed": proposed,
        "is-selected": selected === key,
      }),
      "data-key": key,
      role: choosable ? "button" : "img",
      tabindex: key === this.current ? 0 : -1,
      "aria-label": this.#label(space, here, proposed),
      "aria-pressed": choosable ? String(Boolean(proposed)) : null,
    });
    group.append(svg("path", { class: "space-ground", d: outline }));
    if (last.has(key)) group.append(svg("circle", { class: "space-last", cx: x, cy: y, r: radius + 2.6 }));
    if (here && !proposed) group.append(piece(here, x, y, radius, this.seen.has(key) || this.seen.size === 0 ? "" : "is-new"));
    const target = targets.get(key);
    if (active && target && !proposed && (pointAt || target.color)) {
      group.append(
        pointAt
          ? svg("circle", { class: "space-target", cx: x, cy: y, r: 4 })
          : svg("g", { class: "space-ghost" }, piece(target, x, y, radius)),
      );
    }
    if (proposed) group.append(piece(proposed, x, y, radius, "is-proposed"));
    return group;
  }

  #label(space, here, proposed) {
    const { table, last } = this.picture;
    const words = [capital(placeName(space.at, table.board))];
    words.push(here ? pieceName(here) : "empty");
    for (const [name, places] of Object.entries(table.marks ?? {})) {
      if (places.some((one) => keyOf(spaceOf(one)) === space.key)) words.push(MARK_NAMES[name] ?? name);
    }
    if (proposed) words.push(`your proposal: ${pieceName(proposed)}`);
    if (last.has(space.key)) words.push("last move");
    return words.join(", ");
  }

  #marks(panel, id) {
    const spaces = new Map(panel.spaces.map((space) => [space.key, space]));
    return Object.entries(this.picture.table.marks ?? {}).flatMap(([name, places]) =>
      places.flatMap((one) => {
        const space = spaces.get(keyOf(spaceOf(one)));
        if (!space) return [];
        if (name !== "exclusive") return [svg("path", { class: `mark mark-${name}`, d: space.outline, fill: `url(#${id}-${name})` })];
        return (one.seats ?? []).map((seat, index) =>
          svg("path", { class: "mark", d: space.outline, fill: `url(#${id}-exclusive-${this.#colorOf(seat)}-${index})` }),
        );
      }),
    );
  }

  #colorOf(seat) {
    return this.picture.table.seats?.find((one) => one.seat === seat)?.color ?? "yellow";
  }

  #runs(panel) {
    const own = new Map(panel.spaces.map((space) => [space.key, space]));
    return this.picture.runs.map((run) => {
      const points = run.map((at) => own.get(keyOf(at))).filter(Boolean);
      if (points.length === 0) return null;
      const line = points.map(({ x, y }) => `${x},${y}`).join(" ");
      return svg("g", { class: "run" }, svg("polyline", { class: "run-edge", points: line }), svg("polyline", { class: "run-line", points: line }));
    });
  }

  /** The target that choosing a space means: on stacks the one of its column. */
  #resolve(at) {
    const { targets, table } = this.picture;
    const key = keyOf(at);
    if (targets.has(key)) return key;
    if (table.board.kind !== "stacks") return null;
    const column = `${keyOf(at.slice(0, 3))},`;
    return [...targets.keys()].find((one) => one.startsWith(column)) ?? null;
  }

  #element(key) {
    return this.panels.querySelector(`[data-key="${key}"]`);
  }

  #spaceOf(event) {
    return this.spaces?.get(event.target.closest?.("[data-key]")?.dataset.key) ?? null;
  }

  #chosen(event) {
    const space = this.#spaceOf(event);
    if (!space) return;
    this.#moveTo(space.key, { focus: false });
    if (this.picture.active) this.#choose(space);
  }

  #choose(space) {
    const target = this.#resolve(space.at);
    if (this.picture.sources.has(space.key) && target === null) this.onSpace(space.at);
    else if (target !== null) this.onSpace(this.spaces.get(target)?.at ?? target.split(",").map(Number));
  }

  #pressed(event) {
    const space = this.#spaceOf(event);
    if (!space || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      if (this.picture.active) this.#choose(space);
      return;
    }
    const next = STEPS[event.key]?.(space, [...this.spaces.values()]);
    if (!next) return;
    event.preventDefault();
    this.#moveTo(next.key, { focus: true });
  }

  /** Moves the one space that Tab reaches. */
  #moveTo(key, { focus }) {
    this.#element(this.current)?.setAttribute("tabindex", "-1");
    this.current = key;
    const element = this.#element(key);
    element?.setAttribute("tabindex", "0");
    if (focus) element?.focus();
  }

  #pointed(event) {
    this.#unpoint();
    const space = this.#spaceOf(event);
    if (!space || !this.picture.active) return;
    const target = this.#resolve(space.at);
    if (target) this.#element(target)?.classList.add("is-pointed");
  }

  #unpoint() {
    for (const element of this.panels.querySelectorAll(".is-pointed")) element.classList.remove("is-pointed");
  }

  #toggleSize() {
    this.enlarged = !this.enlarged;
    this.enlarge.setAttribute("aria-pressed", String(this.enlarged));
    this.enlarge.textContent = this.enlarged ? "Show the whole board" : "Enlarge the board";
    this.#fit();
  }

  /** Offers a larger drawing, to be scrolled, where the spaces are small for a finger. */
  #fit() {
    if (!this.drawing) return;
    let small = false;
    [...this.panels.querySelectorAll(".board-drawing")].forEach((drawing, index) => {
      const cells = this.drawing[index].width / CELL;
      small ||= Math.min(this.parent.clientWidth, cells * LARGEST_CELL_PX) / cells < SMALL_CELL_PX;
      drawing.style.width = this.enlarged ? `${cells * ENLARGED_CELL_PX}px` : "";
    });
    this.parent.classList.toggle("is-enlarged", this.enlarged);
    this.enlarge.hidden = !small && !this.enlarged;
  }
}

/** The space of a mark: the mark itself, or the one that it names. */
const spaceOf = (mark) => (Array.isArray(mark) ? mark : mark.at);

const MARK_NAMES = {
  walls: "wall",
  sticky: "sticky",
  exclusive: "exclusive",
  locked: "locked",
  cloaked: "cloaked",
};

const step = (du, dv, dw) => (from, spaces) =>
  spaces.find((to) => to.u === from.u + du && to.v === from.v + dv && to.w === from.w + dw) ??
  // From one drawing to the next, where the row ends.
  (du && spaces.find((to) => to.w === from.w + 100 * du && to.v === from.v && to.u === (du > 0 ? 1 : Math.max(...spaces.filter((one) => one.w === to.w).map((one) => one.u)))));

const rowEnd = (sign) => (from, spaces) =>
  spaces.filter((to) => to.v === from.v && to.w === from.w).reduce((best, to) => (sign * (to.u - best.u) > 0 ? to : best), from);

const STEPS = {
  ArrowLeft: step(-1, 0, 0),
  ArrowRight: step(1, 0, 0),
  ArrowUp: step(0, 1, 0),
  ArrowDown: step(0, -1, 0),
  PageUp: step(0, 0, 1),
  PageDown: step(0, 0, -1),
  Home: rowEnd(-1),
  End: rowEnd(1),
};

const classes = (always, sometimes) =>
  [always, ...Object.entries(sometimes).filter(([, is]) => is).map(([name]) => name)].join(" ");

/** The line that each seat calls its goal, outside the board, in the seat's colour. */
function goals({ edges }, seats) {
  return seats.flatMap(({ seat, color, goal }) => {
    const d = goal && edges[`${goal.axis}:${goal.at}`];
    if (!d) return [];
    return [
      svg("g", { class: `goal goal-${color}` }, svg("title", {}, `${capital(seat)}’s goal`), svg("path", { class: "goal-edge", d }), svg("path", { class: "goal-line", d })),
    ];
  });
}

const PATTERN = 8;
const stroke = (d, width, className) => svg("path", { d, "stroke-width": width, fill: "none", class: className });

function pattern(id, size, ...children) {
  return svg("pattern", { id, width: size, height: size, patternUnits: "userSpaceOnUse" }, ...children);
}

/** Walls are solid, locked spaces carry a grid, sticky ones dots, cloaked ones a haze, exclusive ones are hatched. */
function patterns(id) {
  const hatches = ["black", "white", "pink", "yellow"].flatMap((color) =>
    [0, 1, 2, 3].map((index) => {
      const lean = index % 2 === 0 ? "M-2,10L10,-2M-2,2L2,-2M6,10L10,6" : "M-2,-2L10,10M-2,6L2,10M6,-2L10,2";
      return pattern(`${id}-exclusive-${color}-${index}`, PATTERN, stroke(lean, 2.2, `hatch hatch-${color}`));
    }),
  );
  return svg(
    "defs",
    {},
    pattern(`${id}-walls`, PATTERN, svg("rect", { width: PATTERN, height: PATTERN, class: "wall-ground" }), stroke("M-2,10L10,-2", 1.5, "wall-line")),
    pattern(`${id}-locked`, PATTERN, stroke("M0,4H8M4,0V8", 1, "mark-line")),
    pattern(`${id}-sticky`, PATTERN, svg("circle", { cx: 4, cy: 4, r: 1.5, class: "mark-dot" })),
    pattern(`${id}-cloaked`, CELL, svg("rect", { width: CELL, height: CELL, class: "haze" })),
    ...hatches,
  );
}
