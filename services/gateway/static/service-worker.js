// Keeps the static files of one version, and one calm page for when the server cannot be reached. It keeps nothing that
// is said of or to anybody: no page, no match, no answer. What it is not asked for here the browser fetches as ever.

/** @typedef {Event & { waitUntil: (work: Promise<unknown>) => void }} Lifetime */
/**
 * @typedef {Event & {
 *   request: Request,
 *   preloadResponse: Promise<Response | undefined>,
 *   respondWith: (answer: Promise<Response>) => void,
 * }} Fetching
 */

const VERSION = new URLSearchParams(location.search).get("of");
const LANGUAGE = new URLSearchParams(location.search).get("in");
const CACHE = `static-${VERSION}-${LANGUAGE}`;
const FILES = `/static/${VERSION}/`;
const UNREACHABLE = "/unreachable";
const OF_UNREACHABLE = ["sheets/redscience.css", "mark.svg", `${LANGUAGE}/pages/unreachable.js/-/-/page.js`];
const KEPT = [UNREACHABLE, ...OF_UNREACHABLE.map((name) => FILES + name)];

/** The worker's own scope, of which the pages' types know nothing. */
const scope = /** @type {any} */ (globalThis);

async function install() {
  const cache = await caches.open(CACHE);
  await cache.addAll(KEPT);
  await scope.skipWaiting();
}

async function activate() {
  for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
  await scope.registration.navigationPreload?.enable();
  await scope.clients.claim();
}

/**
 * A page comes from the server alone.
 *
 * @param {Fetching} event
 */
async function page({ request, preloadResponse }) {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch {
    return (await caches.match(UNREACHABLE)) ?? Response.error();
  }
}

/**
 * A file of this version never changes.
 *
 * @param {Request} request
 */
async function file(request) {
  const kept = await caches.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) {
    const cache = await caches.open(CACHE);
    await cache.put(request, answer.clone());
  }
  return answer;
}

scope.addEventListener("install", (/** @type {Lifetime} */ event) => event.waitUntil(install()));
scope.addEventListener("activate", (/** @type {Lifetime} */ event) => event.waitUntil(activate()));
scope.addEventListener("fetch", (/** @type {Fetching} */ event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.mode === "navigate") event.respondWith(page(event));
  else if (request.method === "GET" && origin === location.origin && pathname.startsWith(FILES)) {
    event.respondWith(file(request));
  }
});
