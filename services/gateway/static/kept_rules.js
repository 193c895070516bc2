// The rules that the service worker keeps, for when the server cannot be reached.

const BEGINNING = "rules-";

/** The caches in which they are; where the connection is not secure, browsers have none. */
async function stores() {
  if (!globalThis.caches) return [];
  return (await caches.keys()).filter((name) => name.startsWith(BEGINNING));
}

/**
 * The games whose rules are kept, the one last looked at first: their pages, and what those are headed.
 *
 * @returns {Promise<{ address: string, name: string }[]>}
 */
export async function keptRules() {
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

/** Which games somebody has looked at is theirs. */
export async function forgetRules() {
  for (const store of await stores()) await caches.delete(store);
}
