// Time that is left, by the server's clock, wherever a page says until when something lasts.

import { el, say } from "./dom.js";
import { clockFace } from "./numbers.js";

const STEP_MS = 500;
/** How far the server's clock is ahead of this one's. */
let ahead = 0;

/** @param {number} nowMs the server's time, as it was told just now */
export function setServerTime(nowMs) {
  ahead = nowMs - Date.now();
}

/** @param {number} untilMs */
const left = (untilMs) => clockFace(Math.max(0, untilMs - (Date.now() + ahead)));

/**
 * What is left until an instant: "0:42", from then on by itself.
 *
 * @param {number} untilMs
 */
export const countdown = (untilMs) =>
  // Nobody wants to hear it twice a second, wherever it stands.
  el("span", { class: "clock", "data-until": untilMs, "aria-live": "off" }, left(untilMs));

setInterval(() => {
  for (const clock of document.querySelectorAll("[data-until]")) {
    say(clock, left(Number(clock.getAttribute("data-until"))));
  }
}, STEP_MS);
