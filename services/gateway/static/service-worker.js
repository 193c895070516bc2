// Keeps the static files of one version, and what can be read when the server cannot be reached: one calm page, and the
// rules of the games that were looked at. It keeps nothing that is said of or to anybody: no page of theirs, no match,
// no answer. What it is not asked for here the browser fetches as ever.

/** @typedef {Event & { waitUntil: (work: Promise<unknown>) => void }} Lifetime */
/**
 * @typedef {Lifetime & {
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
const RULES = `rules-${VERSION}-${LANGUAGE}`;
const A_GAME = /^\/games\/[^/]+$/;
/** Of so many games the rules are kept: of those that were looked at last. */
const MOST_GAMES = 60;
/** After which pauses a file that did not come is asked for again, and how long it may take: a page asks once. */
const PAUSES_MS = [500, 1_000, 2_000, 4_000, 8_000];
const SILENCE_MS = 15_000;
const KEPT = [UNREACHABLE, ...OF_UNREACHABLE.map((name) => FILES + name)];

/** The worker's own scope, of which the pages' types know nothing. */
const scope = /** @type {any} */ (globalThis);

async function install() {
  const answers = await Promise.all(KEPT.map((address) => fetch(address)));
  const [unreachable, ...files] = answers;
  const html = await unreachable.clone().text();
  const isPage = unreachable.ok && !unreachable.redirected && html.includes(FILES);
  if (!isPage || !files.every(isOfVersion)) throw new Error("Another version answers, or none.");
  const cache = await caches.open(CACHE);
  await Promise.all(answers.map((answer, index) => cache.put(KEPT[index], answer)));
  await scope.skipWaiting();
}

/**
 * Whether it is what was asked for: while a gateway is replaced, another version may answer.
 *
 * @param {Response} answer
 */
const isOfVersion = ({ ok, headers }) => ok && (headers.get("Cache-Control") ?? "").includes("immutable");

async function activate() {
  for (const name of await caches.keys()) if (name !== CACHE && name !== RULES) await caches.delete(name);
  await scope.registration.navigationPreload?.enable();
  await scope.clients.claim();
}

/**
 * A page comes from the server alone; when that cannot be reached, what stands in for it.
 *
 * @param {Fetching} event
 */
async function page({ request, preloadResponse }) {
  const { pathname } = new URL(request.url);
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch {
    return (await keptPage(rulesOf(pathname))) ?? (await keptPage(UNREACHABLE)) ?? Response.error();
  }
}

/** @param {string} address */
const keptPage = (address) => caches.match(address, { ignoreVary: true });

/** The page with a game's rules alone. @param {string} pathname of that page, or of the game's own */
const rulesOf = (pathname) => (A_GAME.test(pathname) ? `${pathname}/rules` : pathname);

/**
 * Keeps the rules of a game with all that their page loads, the last as the latest.
 *
 * @param {string} pathname of the game's page
 */
async function keepRules(pathname) {
  const address = rulesOf(pathname);
  const rules = await caches.open(RULES);
  const answer = (await rules.match(address, { ignoreVary: true })) ?? (await fetch(address));
  // Who is logged out is led to log in.
  if (!answer.ok || answer.redirected) return;
  const html = await answer.clone().text();
  if (!html.includes(FILES)) return;
  await Promise.all([...html.matchAll(/"(\/static\/[^"]+)"/g)].map(([, loaded]) => file(new Request(loaded))));
  await rules.delete(address, { ignoreVary: true });
  await rules.put(address, answer);
  for (const old of (await rules.keys()).slice(0, -MOST_GAMES)) await rules.delete(old, { ignoreVary: true });
}

/**
 * A page whose module does not come has lost that part of it until it is loaded anew: a connection that breaks off is
 * waited for.
 *
 * @param {Request} request
 */
async function fetched(request) {
  for (const pauseMs of PAUSES_MS) {
    try {
      return await fetch(request, { signal: AbortSignal.timeout(SILENCE_MS) });
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
  return await fetch(request);
}

/**
 * A file of this version never changes.
 *
 * @param {Request} request
 */
async function file(request) {
  const kept = await caches.match(request);
  if (kept) return kept;
  const answer = await fetched(request);
  if (isOfVersion(answer)) {
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
  if (request.mode === "navigate") {
    const shown = page(event);
    event.respondWith(shown);
    if (A_GAME.test(pathname)) event.waitUntil(shown.then(() => keepRules(pathname)).catch(() => {}));
  } else if (request.method === "GET" && origin === location.origin && pathname.startsWith(FILES)) {
    event.respondWith(file(request));
  }
});
