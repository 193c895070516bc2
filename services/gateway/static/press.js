// What nobody asked for is not drawn while something is pressed: a button that is replaced between press and release
// never gets its click.

// A press whose release the page is not told of, as with a menu of the browser's own, holds nothing up for long.
const LONGEST_MS = 3_000;

/** @type {symbol | null} */
let press = null;
/** @type {(() => void)[]} */
let waiting = [];

/** @param {symbol} which */
function release(which) {
  if (press !== which) return;
  press = null;
  const due = waiting;
  waiting = [];
  for (const draw of due) draw();
}

addEventListener(
  "pointerdown",
  ({ button }) => {
    if (button !== 0) return;
    const own = (press = Symbol("press"));
    setTimeout(() => release(own), LONGEST_MS);
  },
  true,
);

for (const name of ["pointerup", "pointercancel"]) {
  addEventListener(
    name,
    () => {
      const own = press;
      // After the click, which follows at once.
      if (own) setTimeout(() => release(own));
    },
    true,
  );
}

/**
 * Draws now, or as soon as nothing is pressed any more.
 *
 * @param {() => void} draw
 */
export function whenReleased(draw) {
  if (press) waiting.push(draw);
  else draw();
}

/** Done as soon as nothing is pressed any more. @returns {Promise<void>} */
export const released = () => new Promise((resolve) => whenReleased(resolve));
