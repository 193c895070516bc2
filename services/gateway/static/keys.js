// Keys, whom they are meant for, and how often.

/**
 * Whether keys pressed there mean something else: in a field, a menu or a dialog.
 *
 * @param {EventTarget | null} target
 */
export const isElsewhere = (target) =>
  target instanceof Element && target.closest("dialog, input:not([type='checkbox']), textarea, select, .menu") !== null;

// A key that is held down presses once: what a second press would do was not meant.
addEventListener(
  "keydown",
  (event) => {
    const { key, repeat, target } = event;
    if (!repeat || !(target instanceof Element)) return;
    const isPress = key === "Enter" ? !target.matches("textarea") : key === " " && target.matches("[data-key]");
    if (!isPress) return;
    event.preventDefault();
    event.stopPropagation();
  },
  true,
);
