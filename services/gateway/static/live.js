// The page's one event stream. It comes back by itself after any restart, and says so meanwhile.

import { trouble } from "./connection.js";

const FIRST_PAUSE_MS = 300;
const LONGEST_PAUSE_MS = 4_000;
// The server speaks at least every fifteen seconds; a stream that has been silent for longer is dead.
const SILENCE_MS = 40_000;

/**
 * Follows `query` ("match=<id>"); `handlers` are called with the data of the events of their names.
 * `handlers.gone` is told when there is nothing to follow any more.
 */
export function follow(query, handlers) {
  const who = Symbol(query);
  let source = null;
  let pauseMs = FIRST_PAUSE_MS;
  let watchdog = 0;
  let retry = 0;

  function heard() {
    pauseMs = FIRST_PAUSE_MS;
    clearTimeout(watchdog);
    watchdog = setTimeout(comeBack, SILENCE_MS);
  }

  function open() {
    source = new EventSource(`/api/events?${query}`);
    source.onopen = heard;
    source.onerror = () => {
      trouble(who, true);
      // A stream that ended is opened again by the browser, when the server said; one that was refused is not.
      if (source.readyState === EventSource.CLOSED) comeBack();
    };
    for (const name of ["match", "leaderboard"]) {
      source.addEventListener(name, (event) => {
        heard();
        trouble(who, false);
        handlers[name]?.(JSON.parse(event.data));
      });
    }
    source.addEventListener("beat", heard);
    source.addEventListener("trouble", () => {
      heard();
      trouble(who, true);
    });
    source.addEventListener("end", close);
    source.addEventListener("gone", (event) => {
      close();
      handlers.gone?.(JSON.parse(event.data));
    });
  }

  function comeBack() {
    close();
    trouble(who, true);
    retry = setTimeout(open, pauseMs * (0.75 + Math.random() / 2));
    pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
  }

  function close() {
    clearTimeout(watchdog);
    clearTimeout(retry);
    source?.close();
    trouble(who, false);
  }

  // A page that the browser keeps for "back" must not hold a stream open, and is out of date when it is shown again.
  addEventListener("pagehide", close);
  addEventListener("pageshow", (event) => event.persisted && open());
  open();
  return close;
}
