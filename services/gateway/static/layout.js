// Where the spaces of a board are drawn: a row, a plane, a tower of layers, or stacks seen from the front.
//
// A panel is one drawing: {title, width, height, spaces, lines, posts, labels, edges}. A space is
// {at, key, x, y, radius, outline, u, v, w}: its centre, the room for a piece, its outline as a path, and its place for
// the arrow keys: u rightward, v upward, w from layer to layer.

export const CELL = 40;
const GUTTER = 26;
const MARGIN = 10;
// A layer of the tower is seen from above at an angle.
const SLANT = { height: 26, shift: 13, gap: 20 };
// Stacks show this many rows above the tallest.
const ROOM_ABOVE = 2;
// Up to this height the drawing has room for the whole stack from the start, so that it does not grow while one plays.
const STEADY_HEIGHT = 10;
const LABELS_AT_MOST = 12;

export const keyOf = (at) => at.join(",");

/** The panels of all boards of `table`; `room` is {width, height} in pixels. */
export function panelsOf(table, room) {
  const { kind, size, count = 1 } = table.board;
  const panels = [];
  for (let board = 1; board <= count; board += 1) {
    const title = count > 1 ? `Board ${board}` : "";
    if (kind === "stacks") panels.push(...stackPanels(table, board, title));
    else if (size.every((extent) => extent > 1)) panels.push(towerPanel(table, board, title, room));
    else panels.push(planePanel(table, board, title));
  }
  panels.forEach((panel, w) => panel.spaces.forEach((space) => (space.w += w * 100)));
  return panels;
}

const range = (count) => Array.from({ length: count }, (_, index) => index + 1);
const box = (x, y, width, height) => `M${x},${y}h${width}v${height}h${-width}Z`;

/** Labels of 1 to `count`, fewer and larger where there are many. */
function labelled(count) {
  const step = count > LABELS_AT_MOST ? 5 : 1;
  return range(count).filter((number) => step === 1 || number === 1 || number % step === 0);
}

/** Small boards are drawn large, and their labels with them. */
const labelSize = (count) => (count > LABELS_AT_MOST ? 20 : Math.min(13, 4 + 1.3 * count));

/** The two axes that a flat board lies in: [rightward, upward], as indices of x, y, z. */
function axesOf(size) {
  const long = [0, 1, 2].filter((axis) => size[axis] > 1);
  if (long.length === 2) return long;
  if (long.length === 1) return [long[0], long[0] === 0 ? 1 : 0];
  return [0, 1];
}

function planePanel({ board: { kind, size } }, board, title) {
  const [right, up] = axesOf(size);
  const [columns, rows] = [size[right], size[up]];
  const many = Math.max(columns, rows);
  const gutter = many > LABELS_AT_MOST ? 38 : GUTTER;
  const left = rows > 1 ? gutter : MARGIN;
  const spaces = [];
  for (const v of range(rows)) {
    for (const u of range(columns)) {
      const at = [board, 1, 1, 1];
      at[right + 1] = u;
      at[up + 1] = v;
      const [x, y] = [left + (u - 1) * CELL, MARGIN + (rows - v) * CELL];
      spaces.push(space(at, x + CELL / 2, y + CELL / 2, 15, box(x, y, CELL, CELL), u, v));
    }
  }
  const frame = { x: left, y: MARGIN, width: columns * CELL, height: rows * CELL };
  return {
    title,
    width: left + frame.width + MARGIN,
    height: MARGIN + frame.height + gutter,
    spaces,
    frames: [box(frame.x, frame.y, frame.width, frame.height)],
    open: kind === "hash",
    lines: grid(frame, columns, rows, kind === "hash"),
    posts: [],
    labels: [...columnLabels(frame, columns, many), ...(rows > 1 ? rowLabels(frame, rows, many) : [])],
    edges: edgesOf(frame, ["x", "y", "z"][right], columns, ["x", "y", "z"][up], rows),
  };
}

const space = (at, x, y, radius, outline, u, v, w = 0) => ({ at, key: keyOf(at), x, y, radius, outline, u, v, w });

function grid({ x, y, width, height }, columns, rows, open) {
  const lines = [];
  for (const u of range(columns - 1)) lines.push(`M${x + u * CELL},${y}v${height}`);
  for (const v of range(rows - 1)) lines.push(`M${x},${y + v * CELL}h${width}`);
  if (!open) lines.push(box(x, y, width, height));
  return lines;
}

function columnLabels({ x, y, height }, columns, many) {
  const size = labelSize(many);
  return labelled(columns).map((u) => ({
    text: String(u),
    x: x + (u - 0.5) * CELL,
    y: y + height + size + 8,
    size,
    anchor: "middle",
  }));
}

function rowLabels({ x, y }, rows, many) {
  const size = labelSize(many);
  return labelled(rows).map((v) => ({
    text: String(v),
    x: x - 9,
    y: y + (rows - v + 0.5) * CELL + size * 0.36,
    size,
    anchor: "end",
  }));
}

/** Where the goal lines go: by axis and by which end of it. */
function edgesOf({ x, y, width, height }, rightward, columns, upward, rows) {
  const out = 4;
  const edges = {
    [`${rightward}:1`]: `M${x - out},${y}v${height}`,
    [`${rightward}:${columns}`]: `M${x + width + out},${y}v${height}`,
  };
  if (rows > 1 || upward === "y") {
    edges[`${upward}:1`] ??= `M${x},${y + height + out}h${width}`;
    if (rows > 1) edges[`${upward}:${rows}`] = `M${x},${y - out}h${width}`;
  }
  return edges;
}

/** All layers, the lowest at the bottom; in several columns where that makes them larger. */
function towerPanel({ board: { size } }, board, title, room) {
  const [columns, rows, levels] = size;
  const layer = {
    width: columns * CELL + rows * SLANT.shift + GUTTER + MARGIN,
    height: rows * SLANT.height + SLANT.gap,
  };
  const side = bestColumns(levels, layer, room);
  const tall = Math.ceil(levels / side);
  const panel = { title, spaces: [], frames: [], lines: [], posts: [], labels: [], edges: {}, open: false };
  for (const z of range(levels)) {
    const column = Math.floor((z - 1) / tall);
    const floor = tall - 1 - ((z - 1) % tall);
    drawLayer(panel, board, size, z, column * layer.width + GUTTER, floor * layer.height + MARGIN);
  }
  if (side === 1) panel.posts = postsOf(layer, size);
  panel.width = side * layer.width;
  panel.height = tall * layer.height + MARGIN + 8;
  return panel;
}

function bestColumns(levels, layer, room) {
  const scale = (side) =>
    Math.min(room.width / (side * layer.width), room.height / (Math.ceil(levels / side) * layer.height));
  return range(levels).reduce((best, side) => (scale(side) > 1.5 * scale(best) ? side : best), 1);
}

function drawLayer(panel, board, [columns, rows], z, left, top) {
  const bottom = top + rows * SLANT.height;
  const point = (u, v) => `${left + u * CELL + v * SLANT.shift},${bottom - v * SLANT.height}`;
  const outline = (u, v, width, height) =>
    `M${point(u, v)}L${point(u + width, v)}L${point(u + width, v + height)}L${point(u, v + height)}Z`;
  for (const v of range(rows)) {
    for (const u of range(columns)) {
      const x = left + (u - 0.5) * CELL + (v - 0.5) * SLANT.shift;
      const y = bottom - (v - 0.5) * SLANT.height;
      panel.spaces.push(space([board, u, v, z], x, y, 10.5, outline(u - 1, v - 1, 1, 1), u, v, z));
    }
  }
  panel.frames.push(outline(0, 0, columns, rows));
  panel.lines.push(outline(0, 0, columns, rows));
  for (const u of range(columns - 1)) panel.lines.push(`M${point(u, 0)}L${point(u, rows)}`);
  for (const v of range(rows - 1)) panel.lines.push(`M${point(0, v)}L${point(columns, v)}`);
  for (const u of labelled(columns)) {
    const x = left + (u - 0.5) * CELL;
    panel.labels.push({ text: String(u), x, y: bottom + 13, size: 12, anchor: "middle" });
  }
  for (const v of labelled(rows)) {
    const x = left + (v - 0.5) * SLANT.shift - 5;
    panel.labels.push({ text: String(v), x, y: bottom - (v - 0.5) * SLANT.height + 4, size: 12, anchor: "end" });
  }
  panel.labels.push({ text: `level ${z}`, x: left - GUTTER + 2, y: top + 8, size: 12, anchor: "start", strong: true });
}

function postsOf(layer, [columns, rows, levels]) {
  const high = (levels - 1) * layer.height;
  const bottom = MARGIN + (levels - 1) * layer.height + rows * SLANT.height;
  const corners = [
    [0, 0],
    [columns, 0],
    [columns, rows],
  ];
  return corners.map(([u, v]) => {
    const x = GUTTER + u * CELL + v * SLANT.shift;
    return `M${x},${bottom - v * SLANT.height}v${-high}`;
  });
}

/** Stacks from the front: one drawing for each row of stacks, two rows above the tallest. */
function stackPanels({ board: { size }, pieces }, board, title) {
  const [right, deep] = size[0] > 1 || size[1] === 1 ? [0, 1] : [1, 0];
  return range(size[deep]).map((slice) => {
    const words = size[deep] > 1 ? `${"xy"[deep]} = ${slice}` : "";
    const heights = pieces.filter(({ at }) => at[0] === board).map(({ at }) => at[3]);
    const panel = stackPanel(board, size[right], size[2], Math.max(0, ...heights), (u, z) => {
      const at = [board, 1, 1, z];
      at[right + 1] = u;
      at[deep + 1] = slice;
      return at;
    });
    panel.title = [title, words].filter(Boolean).join(", ");
    panel.edges = edgesOf(panel.frame, "xy"[right], size[right], "", 1);
    return panel;
  });
}

function stackPanel(board, columns, height, tallest, atOf) {
  const shown = Math.min(height, tallest + ROOM_ABOVE);
  const room = height <= STEADY_HEIGHT ? height : shown;
  const top = MARGIN + (room - shown) * CELL;
  const frame = { x: GUTTER, y: top, width: columns * CELL, height: shown * CELL };
  const spaces = [];
  for (const z of range(shown)) {
    for (const u of range(columns)) {
      const [x, y] = [frame.x + (u - 1) * CELL, top + (shown - z) * CELL];
      spaces.push(space(atOf(u, z), x + CELL / 2, y + CELL / 2, 15.5, box(x, y, CELL, CELL), u, z));
    }
  }
  const many = Math.max(columns, room);
  const size = labelSize(many);
  return {
    frame,
    width: GUTTER + frame.width + MARGIN,
    height: MARGIN + room * CELL + size + 16,
    spaces,
    frames: [box(frame.x, frame.y, frame.width, frame.height)],
    open: false,
    lines: range(columns + 1).map((u) => `M${frame.x + (u - 1) * CELL},${top}v${frame.height}`).concat(
      `M${frame.x},${top + frame.height}h${frame.width}`,
    ),
    posts: room > shown ? range(columns + 1).map((u) => `M${frame.x + (u - 1) * CELL},${top}V${MARGIN}`) : [],
    labels: [
      ...columnLabels(frame, columns, many),
      { text: String(height), x: GUTTER - 6, y: MARGIN + size, size, anchor: "end", strong: true, title: "height" },
    ],
  };
}
