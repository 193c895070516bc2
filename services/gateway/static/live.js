// The page's one event stream. It comes back by itself after any restart, and says so meanwhile.

import { trouble } from "./connection.js";

const FIRST_PAUSE_MS = 300;
const LONGEST_PAUSE_MS = 4_000;
// The server speaks at least every fifteen seconds; a stream that has been silent for longer is dead.
const SILENCE_MS = 40_000;
// A browser has few connections to one server. A page that nobody sees gives its own back, and looks in from time to time.
const HIDDEN_AFTER_MS = 20_000;
const LOOK_IN_MS = 10_000;

/**
 * Follows `query` ("match=<id>"); `handlers` are called with the data of the events of their names.
 * `handlers.gone` is told when there is nothing to follow any more.
 */
export function follow(query, handlers) {
  const who = Symbol(query);
  let source = null;
  let pauseMs = FIRST_PAUSE_MS;
  let unseen = false;
  let ended = false;
  let watchdog = 0;
  let next = 0;

  function heard() {
    pauseMs = FIRST_PAUSE_MS;
    clearTimeout(watchdog);
    watchdog = setTimeout(comeBack, SILENCE_MS);
  }

  function open() {
    close();
    if (ended) return;
    source = new EventSource(`/api/events?${query}`);
    source.onopen = heard;
    source.onerror = () => {
      trouble(who, true);
      // A stream that ended is opened again by the browser, when the server said; one that was refused (by a service
      // that is away, or because too many are open) is not.
      if (source.readyState === EventSource.CLOSED) comeBack();
    };
    for (const name of ["match", "leaderboard"]) {
      source.addEventListener(name, (event) => {
        heard();
        trouble(who, false);
        handlers[name]?.(JSON.parse(event.data));
        if (unseen) later(LOOK_IN_MS);
      });
    }
    source.addEventListener("beat", heard);
    source.addEventListener("trouble", () => {
      heard();
      trouble(who, true);
    });
    source.addEventListener("end", end);
    source.addEventListener("gone", (event) => {
      end();
      handlers.gone?.(JSON.parse(event.data));
    });
  }

  function comeBack() {
    later(pauseMs * (0.75 + Math.random() / 2));
    trouble(who, true);
    pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
  }

  function later(ms) {
    close();
    next = setTimeout(open, ms);
  }

  function close() {
    clearTimeout(watchdog);
    clearTimeout(next);
    source?.close();
    source = null;
  }

  function end() {
    ended = true;
    close();
    trouble(who, false);
  }

  let hiding = 0;
  document.addEventListener("visibilitychange", () => {
    clearTimeout(hiding);
    if (document.hidden) {
      hiding = setTimeout(() => {
        unseen = true;
        trouble(who, false);
        later(LOOK_IN_MS);
      }, HIDDEN_AFTER_MS);
    } else if (unseen) {
      unseen = false;
      open();
    }
  });
  // A page that the browser keeps for "back" must not hold a stream open, and is out of date when it is shown again.
  addEventListener("pagehide", close);
  addEventListener("pageshow", (event) => event.persisted && open());
  open();
}
