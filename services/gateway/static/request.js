// Asking the gateway. A request that is safe to repeat is repeated while something restarts, and the page says so.

import { trouble } from "./connection.js";
import { goTo } from "./going.js";
import { t } from "./texts.js";

/** @import { Fault } from "./family.js" */

const PATIENCE_MS = 60_000;
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 2_000;
const SLOW_MS = 3_000;
/** The services answer within ten seconds; a connection that died in a tunnel never does. */
const SILENCE_MS = 15_000;
/** Browsers refuse to keep larger requests alive than 64 KiB; a character has up to three bytes. */
const MOST_KEPT_ALIVE = 21_000;
const RETRIED = new Set([502, 503, 504]);

/** A request was refused: `code` is stable, `message` is for people. */
export class Refused extends Error {
  /**
   * @param {number} status
   * @param {{ code?: string, message?: string, faults?: Fault[] }} said
   */
  constructor(status, { code = "internal", message = t("That did not work. Try again."), faults = [] } = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.faults = faults;
  }
}

const unanswered = () => ({
  code: "service/unavailable",
  message: t("The server does not answer. Check the connection, then try again."),
});

/**
 * A part of the page that is only now needed. Throws Refused where it does not come.
 *
 * @template T
 * @param {Promise<T>} part
 * @returns {Promise<T>}
 */
export const loaded = (part) =>
  part.catch(() => {
    throw new Refused(503, unanswered());
  });

/** @param {number} bytes */
const hexadecimal = (bytes) =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** A fresh id for a request that must not be done twice. */
export const requestId = () => hexadecimal(16);

/** A fresh W3C trace context: one for each thing that a person does. */
const traceparent = () => `00-${hexadecimal(16)}-${hexadecimal(8)}-01`;

/** @param {number} ms */
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * @typedef {object} AskOptions
 * @property {boolean} [repeat] whether the request may be sent again where no answer came
 * @property {AbortSignal} [signal] ends it
 * @property {boolean} [stay] whether who is logged in no more is told so, and not sent to log in
 * @property {boolean} [outlive] whether it goes on where the page is closed
 */

/**
 * Sends a request and returns the JSON of its answer. Throws Refused, or an AbortError.
 *
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {AskOptions} [asked]
 * @returns {Promise<any>}
 */
export async function ask(method, path, body = undefined, asked = {}) {
  const { repeat = true, signal = undefined, stay = false } = asked;
  const options = { ...requestOf(method, body, Boolean(asked.outlive)), signal };
  const giveUpAt = Date.now() + PATIENCE_MS;
  const name = Symbol(path);
  try {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      const slow = setTimeout(() => trouble(name, true, t("Waiting for the server…")), SLOW_MS);
      const { ok, status, said } = await attempt(path, options).finally(() => clearTimeout(slow));
      if (ok) return said;
      const failure = new Refused(status, said);
      if (!stay) await logInAgain(failure);
      if (!repeat || !RETRIED.has(status) || Date.now() > giveUpAt) throw failure;
      trouble(name, true);
      await pause(pauseMs * (0.75 + Math.random() / 2));
      signal?.throwIfAborted();
    }
  } finally {
    trouble(name, false);
  }
}

/**
 * @param {string} method
 * @param {unknown} body
 * @param {boolean} outlive
 * @returns {RequestInit}
 */
function requestOf(method, body, outlive) {
  const headers = { Accept: "application/json", traceparent: traceparent() };
  if (body === undefined) return { method, headers };
  const text = JSON.stringify(body);
  const keepalive = outlive && text.length <= MOST_KEPT_ALIVE;
  return { method, headers: { ...headers, "Content-Type": "application/json" }, body: text, keepalive };
}

/** Has whoever is logged in no more do so. @param {{ code: string }} refused */
export async function logInAgain({ code }) {
  if (code !== "identity/not_logged_in") return;
  await goTo(`/login?next=${encodeURIComponent(location.pathname + location.search)}`);
}

/** @param {string} path */
export const get = (path) => ask("GET", path);
/**
 * @param {string} path
 * @param {object} [body]
 * @param {AskOptions} [options]
 */
export const post = (path, body = {}, options = {}) => ask("POST", path, body, options);

/**
 * One try. A network that does not answer, breaks off or answers for the server counts as a service that does not.
 *
 * @param {string} path
 * @param {RequestInit} options
 * @returns {Promise<{ ok: boolean, status: number, said: any }>} `said`: null where there is nothing
 */
async function attempt(path, options) {
  const over = new AbortController();
  const { signal } = options;
  signal?.addEventListener("abort", () => over.abort(signal.reason));
  if (signal?.aborted) over.abort(signal.reason);
  const timer = setTimeout(() => over.abort(new DOMException("", "TimeoutError")), SILENCE_MS);
  try {
    const answer = await fetch(path, { ...options, signal: over.signal });
    const { ok, status } = answer;
    const text = await answer.text();
    return { ok, status, said: ok ? JSON.parse(text || "null") : refusal(text) };
  } catch (error) {
    if (error instanceof Error && error.name === "AbortError") throw error;
    return { ok: false, status: 503, said: unanswered() };
  } finally {
    clearTimeout(timer);
  }
}

/**
 * What an answer says that refuses. What stands between here and the server says it in words of its own.
 *
 * @param {string} text
 */
export function refusal(text) {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}
