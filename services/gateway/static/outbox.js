// The outbox, in which new mail appears by itself, without the page being loaded again under whoever reads it.

import { byId } from "./dom.js";

const EVERY_MS = 5_000;

async function lookAgain() {
  const answer = await fetch(location.href, { cache: "no-store" }).catch(() => null);
  if (answer?.ok) show(await answer.text());
  setTimeout(lookAgain, EVERY_MS);
}

/** @param {string} page */
function show(page) {
  const now = new DOMParser().parseFromString(page, "text/html").getElementById("mail");
  const shown = byId("mail");
  if (now && now.innerHTML !== shown.innerHTML) shown.replaceChildren(...now.childNodes);
}

setTimeout(lookAgain, EVERY_MS);
