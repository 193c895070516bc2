// Forms that send one thing at a time, and say what was refused beside a field.

import { byId } from "./dom.js";
import { showFault, wordsFor } from "./faults.js";
import { Refused } from "./request.js";

/**
 * Has `send` done when the form is submitted, once at a time; `refused` is told what comes of it in vain.
 *
 * @param {string} id of the form
 * @param {() => Promise<void>} send
 * @param {(error: Refused) => void} refused
 */
export function onPress(id, send, refused) {
  const form = byId(id);
  const button = /** @type {Element} */ (form.querySelector("[type=submit]"));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (button.getAttribute("aria-busy") === "true") return;
    button.setAttribute("aria-busy", "true");
    try {
      await send();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      refused(error);
    } finally {
      button.removeAttribute("aria-busy");
    }
  });
}

/**
 * The same for a form with a field, beside which is said what is refused.
 *
 * @param {string} id of the form
 * @param {string} field
 * @param {(value: string) => Promise<void>} send
 * @param {string} [path] what a refusal calls the field
 */
export function onSubmit(id, field, send, path = field) {
  const control = /** @type {HTMLInputElement | HTMLSelectElement} */ (byId(field));
  control.addEventListener("input", () => showFault(field, ""));
  onPress(
    id,
    () => {
      showFault(field, "");
      return send(control.value.trim());
    },
    (error) => {
      showFault(field, wordsFor(error, path));
      control.focus();
      if (control instanceof HTMLInputElement) control.select();
    },
  );
}
