// Keys, and whom they are meant for.

/**
 * Whether keys pressed there mean something else: in a field, a menu or a dialog.
 *
 * @param {EventTarget | null} target
 */
export const isElsewhere = (target) =>
  target instanceof Element && target.closest("dialog, input:not([type='checkbox']), textarea, select, .menu") !== null;
