// Why an event stream is refused: an EventSource is not told.

import { logInAgain, refusal, Refused, RETRIED } from "./request.js";

/**
 * Why, after whoever is logged in no more has been led to log in; null where it is not refused, or only by what may
 * soon be back.
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
    return answer.ok || RETRIED.has(answer.status) ? null : new Refused(answer.status, refusal(await answer.text()));
  } catch {
    return null;
  }
}
