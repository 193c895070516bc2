// Forms that send one thing at a time, and say what was refused beside a field.

import { byId, rememberKeyboard } from "./dom.js";
import { showFault, wordsFor } from "./faults.js";
import { Refused } from "./request.js";

/**
 * Has `send` done when the form is submitted, once at a time; `refused` is told what comes of it in vain, and whether
 * the keyboard is still where it was.
 *
 * @param {string} id of the form
 * @param {() => Promise<void>} send
 * @param {(error: Refused, isHere: boolean) => void} refused
 */
export function onPress(id, send, refused) {
  const form = byId(id);
  const button = /** @type {Element} */ (form.querySelector("[type=submit]"));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (button.getAttribute("aria-busy") === "true") return;
    button.setAttribute("aria-busy", "true");
    const isHere = rememberKeyboard();
    try {
      await send();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      refused(error, isHere());
    } finally {
      button.removeAttribute("aria-busy");
    }
  });
}

/**
 * The same for a form with a field, beside which is said what is refused; other fields have what is said of them.
 *
 * @param {string} id of the form
 * @param {string} field
 * @param {(value: string) => Promise<void>} send
 * @param {string} [path] what a refusal calls the field
 * @param {Record<string, string>} [others] other fields, by what it calls them
 */
export function onSubmit(id, field, send, path = field, others = {}) {
  const control = controlById(field);
  /** @type {Record<string, string>} */
  const fields = { [path]: field, ...others };
  for (const each of Object.values(fields)) controlById(each).addEventListener("input", () => showFault(each, ""));
  onPress(
    id,
    () => {
      for (const each of Object.values(fields)) showFault(each, "");
      return send(control.value.trim());
    },
    (error, isHere) => {
      const named = Object.keys(fields).filter((each) => error.faults.some((fault) => fault.path === each));
      const wrong = named.length > 0 ? named : [path];
      for (const each of wrong) showFault(fields[each], wordsFor(error, each));
      if (isHere) goTo(controlById(fields[wrong[0]]));
    },
  );
}

/** @param {string} id */
const controlById = (id) => /** @type {HTMLInputElement | HTMLSelectElement} */ (byId(id));

/** @param {HTMLInputElement | HTMLSelectElement} control */
function goTo(control) {
  const folded = control.closest("details");
  if (folded) folded.open = true;
  control.focus();
  if (control instanceof HTMLInputElement) control.select();
}

/**
 * What a press of a button does, but for the second of a double click: the button that takes back what the first has
 * done stands in its place by then.
 *
 * @param {() => void} deed
 */
export function oncePressed(deed) {
  return (/** @type {MouseEvent} */ { detail }) => {
    if (detail < 2) deed();
  };
}
