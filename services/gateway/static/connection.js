// One calm line in the title bar says when the page waits for the server. Nothing moves for it.

import { t } from "./texts.js";

const SAY_AFTER_MS = 700;

/** @type {Set<symbol>} */
const troubled = new Set();
let timer = 0;

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
    show("");
  }
}

/** @param {string} text */
function show(text) {
  const line = document.getElementById("connection");
  if (line && line.textContent !== text) line.textContent = text;
}
