// Draws a board: the table of a view, or the start of a rule set. Used by the Factory and the Playground alike.

import { el, replace, svg } from "./dom.js";
import { CELL, panelsOf } from "./layout.js";
import { legendOf, markPath, marksInOrder, markPatterns, markWords } from "./legend.js";
import { piece } from "./pieces.js";
import { atOf, keyOf, placeOfMark } from "./spaces.js";
import { capital, pieceName, placeName } from "./words.js";

const LARGEST_CELL_PX = 104;
const SMALL_CELL_PX = 26;
// Two drawings of this width stand side by side on a phone.
const SMALL_PANEL = 4.5 * CELL;
const ENLARGED_CELL_PX = 38;

let boards = 0;

/** Board `at` is a space [board, x, y, z], its key `at.join(",")`. */
export class Board {
  /**
   * Draws into `parent`. By mouse, touch, Enter or the space bar `onSpace(at)` is called with a target that is chosen, and
   * `onPiece(at)` with a piece that is picked up or put back.
   */
  constructor(parent, { onSpace = () => {}, onPiece = () => {} } = {}) {
    this.id = `board${(boards += 1)}`;
    this.onSpace = onSpace;
    this.onPiece = onPiece;
    this.panels = el("div", { class: "board-panels" });
    this.legend = el("ul", { class: "legend", "aria-label": "What is marked on the board" });
    this.enlarge = el("button", { type: "button", class: "link board-enlarge", hidden: true, "aria-pressed": "false" });
    this.enlarge.textContent = "Enlarge the board";
    this.enlarge.addEventListener("click", () => this.#toggleSize());
    this.parent = parent;
    parent.classList.add("board");
    parent.append(this.panels, this.legend, this.enlarge);
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
   *   proposed  [{at, shape, color, from}], drawn highlighted; planned   likewise what is sealed already
   *   last      Map of key -> whether something stands there now, of the spaces that changed last
   *   runs      lists of lists of `at`;                        goals     whether goal lines are drawn
   *   active    whether spaces may be chosen at all;           pointAt   whether targets are shown before they are pointed at
   *   whole     whether stacks are drawn up to the top
   */
  draw(picture) {
    const none = { targets: new Map(), sources: new Set(), last: new Map(), proposed: [], planned: [], runs: [], goals: true };
    this.picture = { ...none, ...picture };
    this.#redraw();
  }

  /** Gives the keyboard to the space that Tab reaches. */
  focus() {
    this.#element(this.current)?.focus({ preventScroll: true });
  }

  #redraw() {
    const { table } = this.picture;
    const held = this.panels.contains(document.activeElement);
    this.drawing = panelsOf(table, { width: this.parent.clientWidth || 600, height: innerHeight * 0.68 }, this.picture.whole);
    this.spaces = new Map(this.drawing.flatMap((panel) => panel.spaces.map((space) => [space.key, space])));
    this.pieces = new Map(table.pieces.map((one) => [keyOf(one.at), one]));
    this.proposed = new Map(this.picture.proposed.map((one) => [keyOf(one.at), one]));
    this.planned = new Map(this.picture.planned.map((one) => [keyOf(one.at), one]));
    if (!this.spaces.has(this.current)) this.current = this.#firstSpace();
    this.panels.replaceChildren(...this.drawing.map((panel, index) => this.#panel(panel, index)));
    this.seen = new Set(this.pieces.keys());
    if (held) this.#element(this.current)?.focus({ preventScroll: true });
    const legend = legendOf(table, `${this.id}-0`);
    replace(this.legend, legend);
    this.legend.hidden = legend.length === 0;
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
      markPatterns(table, id),
      ...panel.frames.map((d) => svg("path", { class: "board-ground", d })),
      ...panel.posts.map((d) => svg("path", { class: "board-post", d })),
      svg("g", { class: "board-marks" }, ...this.#marks(panel, id)),
      ...panel.lines.map((d) => svg("path", { class: panel.open ? "board-line board-line-open" : "board-line", d })),
      ...panel.labels.map(({ text, x, y, size, anchor, strong }) =>
        svg("text", { class: strong ? "board-label board-label-strong" : "board-label", x, y, "font-size": size, "text-anchor": anchor }, text),
      ),
      ...panel.joined.flatMap(({ edge, arrow }) => [svg("path", { class: "board-joined", d: edge }), svg("path", { class: "board-joint", d: arrow })]),
      ...(this.picture.goals ? goalLines(panel, table.seats ?? []) : []),
      ...panel.spaces.map((space) => this.#space(space)),
      ...this.#arrows(panel),
      ...this.#runs(panel),
    );
    drawing.style.maxWidth = `${(panel.width / CELL) * LARGEST_CELL_PX}px`;
    const figure = el("figure", { class: panel.width <= SMALL_PANEL ? "board-panel is-small" : "board-panel" });
    if (panel.title) figure.append(el("figcaption", { class: "board-title" }, panel.title));
    figure.append(drawing);
    return figure;
  }

  #space(space) {
    const { targets, sources, selected, last, active, pointAt } = this.picture;
    const { key, x, y, radius, outline } = space;
    const here = this.pieces.get(key);
    const proposed = this.proposed.get(key);
    const planned = this.planned.get(key);
    const choosable = Boolean(active && (this.#resolve(space.at) !== null || sources.has(key)));
    const group = svg("g", {
      class: classes("space", {
        "is-choosable": choosable,
        "is-last": last.has(key),
        "is-proposed": proposed,
        "is-planned": planned,
        "is-selected": selected === key,
      }),
      "data-key": key,
      role: choosable ? "button" : "img",
      tabindex: key === this.current ? 0 : -1,
      "aria-label": this.#label(space, here, proposed, planned),
      "aria-pressed": choosable ? String(Boolean(proposed)) : null,
    });
    group.append(svg("path", { class: "space-ground", d: outline }));
    if (last.has(key)) group.append(svg("circle", { class: last.get(key) ? "space-last" : "space-last space-left", cx: x, cy: y, r: radius + 2.6 }));
    if (here && !proposed) group.append(piece(here, x, y, radius, this.seen.has(key) || this.seen.size === 0 ? "" : "is-new"));
    const target = targets.get(key);
    if (active && target && !proposed && (pointAt || target.color)) {
      group.append(
        pointAt
          ? svg("circle", here ? { class: "space-target space-taken", cx: x, cy: y, r: radius + 1.5 } : { class: "space-target", cx: x, cy: y, r: 4 })
          : svg("g", { class: "space-ghost" }, piece(target, x, y, radius)),
      );
    }
    if (proposed) group.append(piece(proposed, x, y, radius, "is-proposed"));
    else if (planned) group.append(piece(planned, x, y, radius, "is-planned"));
    return group;
  }

  /** From where to where the pieces go that are proposed or planned. */
  #arrows(panel) {
    const own = new Map(panel.spaces.map((space) => [space.key, space]));
    return [...this.picture.proposed, ...this.picture.planned].map(({ from, at }) => {
      const [start, end] = [from && own.get(keyOf(from)), own.get(keyOf(at))];
      if (!start || !end) return null;
      return svg("g", { class: "arrow" }, ...["arrow-edge", "arrow-line"].map((name) => svg("path", { class: name, d: arrowPath(start, end) })));
    });
  }

  #label(space, here, proposed, planned) {
    const { table, last } = this.picture;
    const words = [capital(placeName(space.at, table.board))];
    words.push(here ? pieceName(here) : "empty");
    words.push(...markWords(table, space.key));
    if (proposed) words.push(`your proposal: ${pieceName(proposed)}`);
    if (planned) words.push(`your plan: ${pieceName(planned)}`);
    if (last.has(space.key)) words.push(last.get(space.key) ? "last move" : "left last");
    return words.join(", ");
  }

  #marks(panel, id) {
    const spaces = new Map(panel.spaces.map((space) => [space.key, space]));
    return marksInOrder(this.picture.table).flatMap(([name, places]) =>
      places.map((one) => {
        const space = spaces.get(keyOf(placeOfMark(one)));
        return space ? markPath(name, one, space.outline, id) : null;
      }),
    );
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

  /** A piece that is pointed at itself is picked up, unless another is in hand that can go there. */
  #choose(space) {
    const { sources, pointAt } = this.picture;
    const target = this.#resolve(space.at);
    const isTarget = target !== null && (pointAt || target === space.key || !sources.has(space.key));
    if (isTarget) this.onSpace(atOf(target));
    else if (sources.has(space.key)) this.onPiece(space.at);
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
      const panel = this.drawing[index];
      // Wide boards are as wide as there is room, high stacks as high.
      const room = drawing.getBoundingClientRect();
      small ||= CELL * Math.min(room.width / panel.width, room.height / panel.height) < SMALL_CELL_PX;
      drawing.style.width = this.enlarged ? `${(panel.width / CELL) * ENLARGED_CELL_PX}px` : "";
    });
    this.parent.classList.toggle("is-enlarged", this.enlarged);
    this.enlarge.hidden = !small && !this.enlarged;
  }
}

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
function goalLines({ edges }, seats) {
  return seats.flatMap(({ seat, color, goal }) => {
    const d = goal && edges[`${goal.axis}:${goal.at}`];
    if (!d) return [];
    return [
      svg("g", { class: `goal goal-${color}` }, svg("title", {}, `${capital(seat)}’s goal`), svg("path", { class: "goal-edge", d }), svg("path", { class: "goal-line", d })),
    ];
  });
}

/** An arrow between the middles of two spaces. */
function arrowPath(from, to) {
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  const point = (length, turn) => `${to.x - length * Math.cos(angle + turn)},${to.y - length * Math.sin(angle + turn)}`;
  return `M${from.x},${from.y}L${to.x},${to.y}M${point(9, 0.6)}L${to.x},${to.y}L${point(9, -0.6)}`;
}
