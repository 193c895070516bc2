// Where the spaces of a board are drawn: a row, a plane, a rhombus of hexagons, a tower of layers, or stacks seen from
// the front.
//
// A panel is one drawing: {title, width, height, spaces, frames, lines, posts, labels, edges, open, joined}. A space is
// {at, key, x, y, radius, outline, u, v, w}: its centre, the room for a piece, its outline as a path, and its place for
// the arrow keys: u rightward, v upward, w from layer to layer. `edges` are where goal lines go, by axis and end of it;
// `joined` are edges that are joined to those opposite: {edge, arrow}.

import { atOf, keyOf, placeOfMark } from "./spaces.js";

export const CELL = 40;
const GUTTER = 26;
const MARGIN = 10;
// A layer of the tower is seen from above at an angle.
const SLANT = { height: 26, shift: 13, gap: 26 };
// Hexagons stand on a corner: so wide as a cell, each row so far above the one below.
const HEXAGON = { side: CELL / Math.sqrt(3), step: (CELL * Math.sqrt(3)) / 2 };
// Stacks show this many rows above the tallest.
const ROOM_ABOVE = 2;
// Up to this height the drawing has room for the whole stack from the start, so that it does not grow while one plays.
const STEADY_HEIGHT = 10;
// Higher stacks are never drawn whole, where nothing is so high.
const MOST_ROWS = 40;
const LABELS_AT_MOST = 12;

/** The panels of all boards of `table`; `room` is {width, height} in pixels; `whole` is to show stacks up to the top. */
export function panelsOf(table, room, whole = false) {
  const { kind, size, count = 1 } = table.board;
  const panels = [];
  for (let board = 1; board <= count; board += 1) {
    const title = count > 1 ? `Board ${board}` : "";
    if (kind === "stacks") panels.push(...stackPanels(table, board, title, whole));
    else if (kind === "hexagons") panels.push(hexagonPanel(table, board, title));
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
  // Height is never joined.
  const joins = kind === "toroid" ? [right, up].map((axis) => axis < 2 && size[axis] > 1) : [false, false];
  return {
    title,
    width: left + frame.width + MARGIN,
    height: MARGIN + frame.height + gutter,
    spaces,
    frames: [box(frame.x, frame.y, frame.width, frame.height)],
    open: kind === "hash",
    lines: kind === "tetrakis" ? tetrakis(spaces) : grid(frame, columns, rows, kind === "hash", joins),
    joined: joinedEdges(frame, joins),
    posts: [],
    labels: [...columnLabels(frame, columns, many), ...(rows > 1 ? rowLabels(frame, rows, many) : [])],
    edges: edgesOf(frame, ["x", "y", "z"][right], columns, ["x", "y", "z"][up], rows),
  };
}

const space = (at, x, y, radius, outline, u, v, w = 0) => ({ at, key: keyOf(at), x, y, radius, outline, u, v, w });

function grid({ x, y, width, height }, columns, rows, open, [joinsRow, joinsColumn]) {
  const lines = [];
  for (const u of range(columns - 1)) lines.push(`M${x + u * CELL},${y}v${height}`);
  for (const v of range(rows - 1)) lines.push(`M${x},${y + v * CELL}h${width}`);
  if (!open && !joinsRow) lines.push(`M${x},${y}v${height}M${x + width},${y}v${height}`);
  if (!open && !joinsColumn) lines.push(`M${x},${y}h${width}M${x},${y + height}h${width}`);
  return lines;
}

/** Points are joined to those beside them, and diagonally where x + y is even. */
function tetrakis(points) {
  const steps = (even) => [[1, 0], [0, 1], ...(even ? [[1, 1], [1, -1]] : [])];
  const at = new Map(points.map((point) => [`${point.u},${point.v}`, point]));
  return points.flatMap((from) =>
    steps((from.u + from.v) % 2 === 0)
      .map(([du, dv]) => at.get(`${from.u + du},${from.v + dv}`))
      .filter(Boolean)
      .map((to) => `M${from.x},${from.y}L${to.x},${to.y}`),
  );
}

/** The edges of a torus: each pair with the same arrows. */
function joinedEdges({ x, y, width, height }, [joinsRow, joinsColumn]) {
  const tip = 5;
  const upright = (at) => ({ edge: `M${at},${y}v${height}`, arrow: `M${at - tip},${y + height / 2 + tip}l${tip},${-tip}l${tip},${tip}` });
  const arrow = (at, by) => `M${x + width / 2 + by - tip},${at - tip}l${tip},${tip}l${-tip},${tip}`;
  const level = (at) => ({ edge: `M${x},${at}h${width}`, arrow: arrow(at, -4) + arrow(at, 4) });
  return [...(joinsRow ? [upright(x), upright(x + width)] : []), ...(joinsColumn ? [level(y), level(y + height)] : [])];
}

function hexagonPanel({ board: { size: [columns, rows] } }, board, title) {
  const many = Math.max(columns, rows);
  const left = rows > 1 ? GUTTER : MARGIN;
  const centre = (u, v) => [left + (u - 0.5 + (v - 1) / 2) * CELL, MARGIN + HEXAGON.side + (rows - v) * HEXAGON.step];
  const spaces = range(rows).flatMap((v) =>
    range(columns).map((u) => {
      const [x, y] = centre(u, v);
      return space([board, u, v, 1], x, y, 14.5, hexagon(x, y), u, v);
    }),
  );
  const outlines = spaces.map(({ outline }) => outline);
  const size = labelSize(many);
  const label = (number, [x, y], anchor) => ({ text: String(number), x, y, size, anchor });
  const bottom = MARGIN + 2 * HEXAGON.side + (rows - 1) * HEXAGON.step;
  return {
    title,
    width: left + (columns + (rows - 1) / 2) * CELL + MARGIN,
    height: bottom + size + 14,
    spaces,
    frames: outlines,
    open: false,
    lines: outlines,
    joined: [],
    posts: [],
    labels: [
      ...labelled(columns).map((u) => label(u, [centre(u, 1)[0], bottom + size + 4], "middle")),
      ...(rows > 1 ? labelled(rows).map((v) => label(v, [centre(1, v)[0] - CELL / 2 - 5, centre(1, v)[1] + size * 0.36], "end")) : []),
    ],
    edges: hexagonEdges(centre, columns, rows),
  };
}

function hexagon(x, y) {
  const [half, quarter] = [CELL / 2, HEXAGON.side / 2];
  return `M${x},${y - HEXAGON.side}l${half},${quarter}v${HEXAGON.side}l${-half},${quarter}l${-half},${-quarter}v${-HEXAGON.side}Z`;
}

/** Straight lines outside the first and last rows and columns. */
function hexagonEdges(centre, columns, rows) {
  const [across, along] = [CELL / 2 + 3, HEXAGON.side + 3];
  const line = (from, to, dx, dy) => `M${from[0] + dx},${from[1] + dy}L${to[0] + dx},${to[1] + dy}`;
  const edges = {
    "x:1": line(centre(1, 1), centre(1, rows), -across, 0),
    [`x:${columns}`]: line(centre(columns, 1), centre(columns, rows), across, 0),
    "y:1": line(centre(1, 1), centre(columns, 1), 0, along),
  };
  return rows > 1 ? { ...edges, [`y:${rows}`]: line(centre(1, rows), centre(columns, rows), 0, -along) } : edges;
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
function towerPanel({ board: { kind, size } }, board, title, room) {
  const [columns, rows, levels] = size;
  const layer = {
    width: columns * CELL + rows * SLANT.shift + GUTTER + MARGIN,
    height: rows * SLANT.height + SLANT.gap,
  };
  const side = bestColumns(levels, layer, room);
  const tall = Math.ceil(levels / side);
  const panel = { title, spaces: [], frames: [], lines: [], posts: [], labels: [], edges: {}, open: false, joined: [] };
  for (const z of range(levels)) {
    const column = Math.floor((z - 1) / tall);
    const floor = tall - 1 - ((z - 1) % tall);
    drawLayer(panel, board, size, z, column * layer.width + GUTTER, floor * layer.height + MARGIN);
  }
  if (kind === "toroid") panel.joined = panel.frames.map((edge) => ({ edge, arrow: "" }));
  else if (side === 1) panel.posts = postsOf(layer, size);
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
  panel.labels.push({ text: `level ${z}`, x: left - GUTTER + 2, y: top + 3, size: 12, anchor: "start", strong: true });
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
function stackPanels(table, board, title, whole) {
  const { size } = table.board;
  const [right, deep] = size[0] > 1 || size[1] === 1 ? [0, 1] : [1, 0];
  const tallest = whole ? MOST_ROWS : tallestIn(table, board);
  return range(size[deep]).map((slice) => {
    const words = size[deep] > 1 ? `${"xy"[deep]} = ${slice}` : "";
    const panel = stackPanel(board, size[right], size[2], tallest, (u, z) => {
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

/** The height of the highest piece, or of what is marked on a part of a stack. */
function tallestIn({ board: { size }, pieces, marks = {} }, board) {
  const heights = pieces.filter(({ at }) => at[0] === board).map(({ at }) => at[3]);
  for (const places of Object.values(marks)) {
    const keys = new Set(places.map((one) => keyOf(placeOfMark(one))));
    const top = (at) => range(size[2]).every((z) => keys.has(keyOf([...at.slice(0, 3), z])));
    heights.push(...[...keys].map(atOf).filter((at) => at[0] === board && !top(at)).map((at) => at[3]));
  }
  return Math.max(0, ...heights);
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
    joined: [],
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
