// The page for when the server cannot be reached. Meanwhile there are rules to read.

import { byId, el, replace } from "./dom.js";
import { keptRules } from "./kept_rules.js";
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
