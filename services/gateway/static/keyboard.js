// Where the keyboard goes when the control that has it goes away: it would be nowhere.

const GONE = "[hidden], dialog:not([open])";

/**
 * Hands the keyboard on where a control of `part` that has it is hidden or taken away.
 *
 * @param {Element} part
 * @param {() => void} handOn gives it to something else
 */
export function keepKeyboard(part, handOn) {
  part.addEventListener("focusout", (event) => {
    const { target, relatedTarget } = /** @type {FocusEvent} */ (event);
    if (relatedTarget || !(target instanceof Element)) return;
    // What is drawn in its place may take it first.
    setTimeout(() => {
      const isGone = !target.isConnected || target.closest(GONE) !== null;
      if (isGone && document.activeElement === document.body) handOn();
    });
  });
}
