// Back, and the user's menu.

import { byId, kindById, say } from "./dom.js";
import { toldOnce } from "./faults.js";
import { goTo } from "./going.js";
import "./missing.js";
import { loaded, post } from "./request.js";
import { language } from "./texts.js";

byId("back").addEventListener("click", () => {
  if (history.length > 1) history.back();
  else goTo("/");
});

const logOut = byId("log-out");
logOut.addEventListener("click", () => toldOnce(logOut, sayWhyNot, leave));

async function leave() {
  // Before they are logged out: what is kept of them must go.
  const { forgetAll } = await loaded(import("./forgetting.js"));
  await post("/api/log-out");
  await forgetAll();
  await goTo("/login");
}

/**
 * Nobody is to go away who is not logged out, though the menu was closed meanwhile.
 *
 * @param {string} text "" for nothing
 */
function sayWhyNot(text) {
  say(byId("log-out-fault"), text);
  if (text) kindById("user-menu", HTMLDetailsElement).open = true;
}

for (const menu of document.querySelectorAll("details.menu")) closeLikeAMenu(/** @type {HTMLDetailsElement} */ (menu));

/**
 * A menu closes by Escape, by a click elsewhere, and once the keyboard is elsewhere.
 *
 * @param {HTMLDetailsElement} menu
 */
function closeLikeAMenu(menu) {
  document.addEventListener("click", (event) => {
    // What was pressed in the menu may have given way to something else by now.
    if (!event.composedPath().includes(menu)) menu.open = false;
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu.open) return;
    menu.open = false;
    menu.querySelector("summary")?.focus();
  });
  menu.addEventListener("focusout", ({ relatedTarget: next }) => {
    // Nothing has it next where the window is left, too, and a dialog gives it back: whoever comes back goes on there.
    if (next instanceof Element && !menu.contains(next) && !next.closest("dialog")) menu.open = false;
  });
}

const waiting = document.getElementById("waiting");
// It is no part of what the page is opened for, which does not wait for it.
if (waiting) import("./waiting.js").then(({ tellWhatWaits }) => tellWhatWaits(waiting));
import("./lost_keyboard.js");

// A file of this version says which one it is: "<origin>/static/<version>/titlebar.js".
const [version] = import.meta.url.split("/").slice(-2);
// Without one all goes on as ever; where the connection is not secure, browsers have none.
navigator.serviceWorker?.register(`/service-worker.js?of=${version}&in=${language}`).catch(() => {});
