// The rules that the service worker keeps, for when the server cannot be reached.

const BEGINNING = "rules-";

/** The caches in which they are; where the connection is not secure, browsers have none. */
export async function stores() {
  if (!globalThis.caches) return [];
  return (await caches.keys()).filter((name) => name.startsWith(BEGINNING));
}

/** Which games somebody has looked at is theirs. */
export async function forgetRules() {
  for (const store of await stores()) await caches.delete(store);
}
