// The page for when the server cannot be reached. Meanwhile there are rules to read.

import { byId, el, replace } from "./dom.js";
import { stores } from "./kept_rules.js";
import { goOnOnceAnswered } from "./server.js";

// Whoever comes here by its own address has reached the server.
if (location.pathname === "/unreachable") location.replace("/");
else {
  goOnOnceAnswered();
  const rules = await keptRules();
  byId("kept").hidden = rules.length === 0;
  replace(
    byId("kept-rules"),
    rules.map(({ address, name }) => el("li", {}, el("a", { href: address, translate: "no" }, name))),
  );
}

/**
 * The games whose rules are kept, the one last looked at first: their pages, and what those are headed.
 *
 * @returns {Promise<{ address: string, name: string }[]>}
 */
async function keptRules() {
  const found = [];
  for (const store of await stores()) {
    const cache = await caches.open(store);
    for (const request of await cache.keys()) {
      const kept = await cache.match(request, { ignoreVary: true });
      const page = new DOMParser().parseFromString((await kept?.text()) ?? "", "text/html");
      found.push({ address: new URL(request.url).pathname, name: page.querySelector("h1")?.textContent?.trim() ?? "" });
    }
  }
  return found.reverse();
}
