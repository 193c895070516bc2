// Why an event stream is refused: an EventSource is not told.

import { logInAgain, refusal, Refused } from "./request.js";

/**
 * Why, after whoever is logged in no more has been led to log in; null where it is not refused, or by what may
 * soon be over.
 *
 * @param {string} path
 */
export async function whyRefused(path) {
  const over = new AbortController();
  const why = await refused(path, over.signal);
  over.abort();
  if (why) await logInAgain(why);
  return why;
}

/**
 * @param {string} path
 * @param {AbortSignal} signal
 */
async function refused(path, signal) {
  try {
    const answer = await fetch(path, { headers: { Accept: "application/json" }, signal });
    // What is granted has no end.
    const why = answer.ok ? null : new Refused(answer.status, refusal(await answer.text()));
    return why && isFinal(why) ? why : null;
  } catch {
    return null;
  }
}

/**
 * Whether a service has refused it by name. What fails, or answers in the server's stead, may be over soon.
 *
 * @param {Refused} why
 */
const isFinal = ({ status, code }) => status < 500 && code !== "internal" && !code.startsWith("http/");
