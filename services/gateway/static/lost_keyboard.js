// Where the keyboard goes when what had it has gone, and nothing else of the page has taken it: to the heading of the
// part that it was in. Otherwise screen readers begin at the top of the page again.

import { byId } from "./dom.js";
import { keepKeyboard } from "./keyboard.js";
import "./keys.js";

/**
 * What has the keyboard, and all that is around it: what goes away may take some of that along.
 *
 * @type {Element[]}
 */
let around = [];

const main = byId("main");
main.addEventListener("focusin", ({ target }) => {
  around = [];
  for (let each = target instanceof Element ? target : null; each; each = each.parentElement) around.push(each);
});
keepKeyboard(main, () => {
  const left = around.find((one) => one.isConnected && one.checkVisibility());
  const part = left?.closest("[tabindex='0'], section, .card, main") ?? main;
  const title = part.matches("[tabindex='0']") ? part : (part.querySelector("h1, h2, h3") ?? main);
  if (!(title instanceof HTMLElement)) return;
  if (!title.hasAttribute("tabindex")) title.setAttribute("tabindex", "-1");
  title.focus({ preventScroll: true });
});
