// The way from what is said of a draft to the controls that it comes from.

import { idOf, parentOf } from "./paths.js";

/** @import { Editor } from "./family.js" */

const CONTROLS = "select, input, textarea, button";
const SHOWN_MS = 1_600;

/**
 * Shows the controls of some paths, and gives the keyboard to the first that takes it.
 *
 * @param {Editor} editor
 * @param {string[]} paths the one that says most first
 */
export function leadTo(editor, paths) {
  const [first] = paths;
  editor.reveal?.(first);
  const controls = [nearest(first), ...paths.slice(1).map(controlOf)].filter((control) => control !== null);
  const taking = controls.find((control) => !control.matches(":disabled")) ?? controls[0];
  taking?.scrollIntoView({ block: "center" });
  taking?.focus({ preventScroll: true });
  for (const control of controls) highlight(control.closest("[data-path]") ?? control);
}

/**
 * The control of a path, or of the nearest one above it.
 *
 * @param {string} path
 * @returns {HTMLElement | null}
 */
function nearest(path) {
  return path ? (controlOf(path) ?? nearest(parentOf(path))) : null;
}

/**
 * The control of a path, or the first one of several that stand together for it.
 *
 * @param {string} path
 * @returns {HTMLElement | null}
 */
function controlOf(path) {
  const id = idOf(path);
  const own = document.getElementById(id);
  if (own?.matches(CONTROLS)) return own;
  // Of several buttons for one list, the first that is pressed.
  const inList = `#factory [aria-pressed="true"][data-path^=${JSON.stringify(`${path}[`)}]`;
  const around =
    document.querySelector(inList) ?? document.querySelector(`#factory [data-path=${JSON.stringify(path)}]`);
  if (around instanceof HTMLElement && around.matches(CONTROLS)) return around;
  return (around ?? document.getElementById(`${id}-fault`)?.parentElement)?.querySelector(CONTROLS) ?? null;
}

/** @param {Element} element */
function highlight(element) {
  element.classList.add("is-led-to");
  setTimeout(() => element.classList.remove("is-led-to"), SHOWN_MS);
}
