// Going to another page. The old one takes presses until the next has come.

/**
 * Goes there. Whoever waits for that stays busy, so that a second press does nothing; it is over only where the browser
 * goes back and shows the page as it was left.
 *
 * @param {string} address
 * @returns {Promise<void>}
 */
export function goTo(address) {
  location.assign(address);
  return new Promise((resolve) => addEventListener("pageshow", ({ persisted }) => persisted && resolve()));
}
