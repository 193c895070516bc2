// The text form of moves, read (docs/notation.md): for moves that the view tells by their text alone.

const SPACE = "(?:(\\d+):)?(\\d+),(\\d+)(?:,(\\d+))?";
const PLACEMENT = new RegExp(`^(?:([BWKY])?([OPX+TS])@)?${SPACE}$`);
const JUMP = new RegExp(`^${SPACE}>${SPACE}(?:=([OPX+TS]))?$`);

export const COLORS = { B: "black", W: "white", K: "pink", Y: "yellow" };

/**
 * A move as {kind, shape, color, from, to, promotion}, without what its text does not say; a space is [board, x, y, z],
 * and z is undefined where a piece will fall. What is no placement and no jump has its text as kind.
 */
export function readMove(text, { kind, size }) {
  const falls = kind === "stacks" ? undefined : 1;
  const space = (board, x, y, z) => [Number(board ?? 1), Number(x), Number(y), z ? Number(z) : size[2] > 1 ? falls : 1];
  const placed = PLACEMENT.exec(text);
  if (placed) return { kind: "place", color: COLORS[placed[1]], shape: placed[2], to: space(...placed.slice(3)) };
  const jumped = JUMP.exec(text);
  if (!jumped) return { kind: text };
  const [from, to] = [space(...jumped.slice(1, 5)), space(...jumped.slice(5, 9))];
  return { kind: "jump", from, to: jumped[5] ? to : [from[0], ...to.slice(1)], promotion: jumped[9] };
}
