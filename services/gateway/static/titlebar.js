// Back, and the user's menu.

import { byId, kindById } from "./dom.js";
import { forgetDrafts } from "./drafts.js";
import { post } from "./request.js";

byId("back").addEventListener("click", () => {
  if (history.length > 1) history.back();
  else location.assign("/");
});

byId("log-out").addEventListener("click", async () => {
  await post("/api/log-out");
  forgetDrafts();
  location.assign("/login");
});

const menu = kindById("user-menu", HTMLDetailsElement);
document.addEventListener("click", (event) => {
  if (event.target instanceof Node && !menu.contains(event.target)) menu.open = false;
});
menu.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !menu.open) return;
  menu.open = false;
  menu.querySelector("summary")?.focus();
});
