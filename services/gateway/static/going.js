// Going to another page. The old one takes presses until the next has come.

/** Who is still here by then has told the browser to stop: on a bad connection a page may take long to come. */
const GIVEN_UP_MS = 60_000;

/**
 * Goes there. Whoever waits for that stays busy, so that a second press does nothing; it is over only where the next
 * page does not come, or the browser goes back and shows this one as it was left.
 *
 * @param {string} address
 * @returns {Promise<void>}
 */
export function goTo(address) {
  location.assign(address);
  return new Promise((resolve) => {
    addEventListener("pageshow", ({ persisted }) => persisted && resolve());
    setTimeout(resolve, GIVEN_UP_MS);
  });
}
