// Buttons of icons, and of choices.

import { el, icon } from "../../dom.js";

/**
 * A button of an icon; one that leads nowhere stays, so that the keyboard does not fall off it.
 *
 * @param {string} id
 * @param {string} sign an icon, or a letter
 * @param {string} label
 * @param {boolean} leads
 * @param {() => void} does
 */
export const button = (id, sign, label, leads, does) =>
  el(
    "button",
    {
      type: "button",
      id,
      class: "button icon-only",
      "aria-label": label,
      title: label,
      "aria-disabled": String(!leads),
      onclick: () => {
        if (leads) does();
      },
    },
    sign.length > 1 ? icon(sign) : sign,
  );

/**
 * A choice among several.
 *
 * @param {string} id
 * @param {string | Node} text
 * @param {boolean} isChosen
 * @param {() => void} does
 * @param {string} [label] where the text is a sign
 */
export const choice = (id, text, isChosen, does, label) =>
  el(
    "button",
    {
      type: "button",
      id,
      class: "button",
      "aria-pressed": String(isChosen),
      "aria-label": label,
      title: label,
      onclick: does,
    },
    text,
  );
