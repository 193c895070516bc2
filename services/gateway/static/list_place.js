// A list that goes on page by page: whoever comes back finds as much of it as they had asked for, where they were.

/** What somebody does who does not wait for that. */
const GOES_ON = ["pointerdown", "keydown", "wheel"];

/**
 * @param {() => number} count how many rows there are now
 * @param {() => Promise<unknown>} more asks for the next
 */
export async function keepPlace(count, more) {
  const { rows = 0, y = 0 } = history.state ?? {};
  addEventListener("pagehide", () => history.replaceState({ rows: count(), y: scrollY }, ""));
  if (count() >= rows) return; // the browser goes there by itself
  let waits = true;
  for (const name of GOES_ON) addEventListener(name, () => (waits = false), { once: true, passive: true });
  for (let had = -1; waits && had < count() && count() < rows;) {
    had = count();
    await more();
  }
  if (waits) scrollTo(0, y);
}
