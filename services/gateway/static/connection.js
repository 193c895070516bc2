// One calm line in the title bar says when the page waits for the server. Nothing moves for it.

import { t } from "./texts.js";

const SAY_AFTER_MS = 700;

/** Those who wait, each with why, as far as it is known. @type {Map<symbol, string>} */
const troubled = new Map();
let timer = 0;
let isSaid = false;

/**
 * Whether somebody waits, as a rule for the server to come back.
 *
 * @param {symbol} who
 * @param {boolean} is
 * @param {string} [why] what is said of it
 */
export function trouble(who, is, why = "") {
  if (is) troubled.set(who, why);
  else troubled.delete(who);
  if (troubled.size > 0 && !timer) timer = setTimeout(() => say(), SAY_AFTER_MS);
  if (troubled.size === 0) {
    clearTimeout(timer);
    timer = 0;
    isSaid = false;
  }
  show();
}

function say() {
  isSaid = true;
  show();
}

function show() {
  const text = isSaid ? ([...troubled.values()].find(Boolean) ?? t("Reconnecting…")) : "";
  const line = document.getElementById("connection");
  if (line && line.textContent !== text) line.textContent = text;
}
