// Games in which nothing is hidden or drawn: their views hold the whole of the match.

/**
 * Whether a view says that nothing is hidden or drawn in its game.
 *
 * @param {any} view
 */
export const isOpen = (view) => typeof view?.state === "string";

/**
 * Whether a view's match has fewer events than another's: moves were taken back.
 *
 * @param {any} view
 * @param {any} other
 */
export const isShorter = (view, other) => (view?.state ?? "").length < (other?.state ?? "").length;
