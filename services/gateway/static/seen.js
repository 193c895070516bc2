/**
 * What a page asks for again and again, as long as somebody sees it.
 */

/**
 * Looks again after each pause while the page is seen, and at once when it is seen again, also by *back*.
 *
 * @param {() => Promise<void>} look
 * @param {number} everyMs
 */
export function whileSeen(look, everyMs) {
  const lookIfSeen = async () => {
    if (document.visibilityState === "visible") await look();
  };
  const lookAgain = async () => {
    try {
      await lookIfSeen();
    } finally {
      setTimeout(lookAgain, everyMs);
    }
  };
  setTimeout(lookAgain, everyMs);
  document.addEventListener("visibilitychange", lookIfSeen);
  addEventListener("pageshow", (event) => event.persisted && look());
}
