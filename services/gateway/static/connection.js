// One calm line in the title bar says when the page waits for the server. Nothing moves for it.

import { t } from "./texts.js";

const SAY_AFTER_MS = 700;

/** @type {Set<symbol>} */
const troubled = new Set();
let timer = 0;
/** What the line says while nobody waits. */
let lasting = "";

/**
 * Whether somebody waits for the server to come back.
 *
 * @param {symbol} who
 * @param {boolean} is
 */
export function trouble(who, is) {
  if (is) troubled.add(who);
  else troubled.delete(who);
  if (troubled.size > 0 && !timer) timer = setTimeout(() => show(t("Reconnecting…")), SAY_AFTER_MS);
  if (troubled.size === 0 && timer) {
    clearTimeout(timer);
    timer = 0;
    show(lasting);
  }
}

/**
 * Says something until the page is left.
 *
 * @param {string} text
 */
export function sayForGood(text) {
  lasting = text;
  show(text);
}

/** @param {string} text */
function show(text) {
  const line = document.getElementById("connection");
  if (line && line.textContent !== text) line.textContent = text;
}
