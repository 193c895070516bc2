// The page's one event stream. It comes back by itself after any restart, and says so meanwhile.

import { trouble } from "./connection.js";
import { logInAgain } from "./request.js";
import { whyRefused } from "./stream_refusal.js";
import { spoken } from "./texts.js";

/** @import { Attendance } from "./attendance.js" */
/** @import { Judging } from "./analysis.js" */
/** @import { Message, Room } from "./chat.js" */
/** @import { Match } from "./family.js" */
/** @import { Leaderboard } from "./leaderboard.js" */
/** @import { Progress } from "./tournament_words.js" */

const FIRST_PAUSE_MS = 300;
const LONGEST_PAUSE_MS = 4_000;
// The server speaks at least every fifteen seconds; a stream that has been silent for longer is dead, were it from its
// beginning.
const SILENCE_MS = 20_000;
// A browser has few connections to one server: a page that nobody sees gives its own back, and looks in now and then.
const HIDDEN_AFTER_MS = 20_000;
const LOOK_IN_MS = 10_000;

/** As many streams as one may have are open elsewhere: there may be room later. */
const FULL = "service/limit_reached";

const NAMES = /** @type {const} */ (["match", "leaderboard", "tournament", "chat", "attendance", "rematch", "judged"]);

/**
 * What is called with the data of events.
 *
 * @typedef {object} Handlers
 * @property {(match: Match) => void} [match]
 * @property {(leaderboard: Leaderboard) => void} [leaderboard]
 * @property {(progress: Progress) => void} [tournament]
 * @property {(said: { room: Room, messages: Message[] }) => void} [chat]
 * @property {(who: Attendance) => void} [attendance]
 * @property {(match: Match | Record<string, never>) => void} [rematch]
 * @property {(judging: Judging) => void} [judged] of an analysis
 * @property {(why: { message: string }) => void} [gone] when there is nothing to follow any more
 */

/**
 * Follows something: "match=<id>", "leaderboard=<id>", "tournament=<id>", "analysis=<id>" of a match. What it returns
 * ends that.
 *
 * @param {string} query
 * @param {Handlers} handlers
 * @param {{ whileHidden?: () => boolean }} [options] whether it goes on while nobody sees the page
 */
export function follow(query, handlers, { whileHidden = () => false } = {}) {
  const stream = new Stream(query, handlers, whileHidden);
  stream.open();
  return () => stream.stop();
}

class Stream {
  /** @type {EventSource | null} */
  #source = null;
  #pauseMs = FIRST_PAUSE_MS;
  /** Why it waits, where that is known. */
  #why = "";
  /** Whether the page has not been seen for a while. */
  #unseen = false;
  #ended = false;
  #watchdog = 0;
  #next = 0;
  #hiding = 0;

  /**
   * @param {string} query
   * @param {Handlers} handlers
   * @param {() => boolean} whileHidden
   */
  constructor(query, handlers, whileHidden) {
    this.query = query;
    this.handlers = handlers;
    this.whileHidden = whileHidden;
    this.who = Symbol(query);
    document.addEventListener("visibilitychange", () => this.#seen());
    // A page that the browser keeps for "back" must not hold a stream open, and is out of date when it is shown again.
    addEventListener("pagehide", () => this.#close());
    addEventListener("pageshow", (event) => event.persisted && this.open());
    // The browser knows before any silence tells.
    addEventListener("offline", () => this.#source && trouble(this.who, true));
    addEventListener("online", () => this.#source && this.open());
  }

  stop() {
    this.#end();
  }

  open() {
    this.#close();
    if (this.#ended) return;
    const source = (this.#source = new EventSource(`/api/events?${this.query}`));
    this.#watch();
    source.onopen = () => this.#heard();
    source.onerror = () => {
      trouble(this.who, true, this.#why);
      // A stream that ended is opened again by the browser, when the server said; one that was refused is not.
      if (source.readyState === EventSource.CLOSED) this.#refused(source);
    };
    const on = (/** @type {string} */ name, /** @type {(event: MessageEvent) => void} */ heard) =>
      source.addEventListener(name, heard);
    for (const name of NAMES) {
      on(name, (event) => this.#told(event, this.handlers[name]));
    }
    on("beat", () => this.#heard());
    on("trouble", () => {
      this.#heard();
      trouble(this.who, true);
    });
    on("end", () => this.#end());
    on("gone", async (event) => {
      this.#end();
      const { code, message, messages } = JSON.parse(event.data);
      await logInAgain({ code }); // the session may have ended in another window
      this.handlers.gone?.({ message: spoken(message, messages) });
    });
  }

  /**
   * @param {MessageEvent} event
   * @param {((data: any) => void) | undefined} handler
   */
  #told(event, handler) {
    this.#heard();
    trouble(this.who, false);
    handler?.(JSON.parse(event.data));
    if (this.#unseen) this.#later(LOOK_IN_MS);
  }

  /** An EventSource is not told why. @param {EventSource} source */
  async #refused(source) {
    const refused = await whyRefused(`/api/events?${this.query}`);
    if (this.#source !== source) return;
    if (refused && refused.code !== FULL) {
      this.#end();
      this.handlers.gone?.(refused);
      return;
    }
    this.#why = refused?.message ?? "";
    this.#comeBack();
  }

  #heard() {
    this.#pauseMs = FIRST_PAUSE_MS;
    this.#why = "";
    this.#watch();
  }

  #watch() {
    clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(() => this.#comeBack(), SILENCE_MS);
  }

  #comeBack() {
    this.#later(this.#pauseMs * (0.75 + Math.random() / 2));
    trouble(this.who, true, this.#why);
    this.#pauseMs = Math.min(2 * this.#pauseMs, LONGEST_PAUSE_MS);
  }

  /** @param {number} ms */
  #later(ms) {
    this.#close();
    this.#next = setTimeout(() => this.open(), ms);
  }

  #close() {
    clearTimeout(this.#watchdog);
    clearTimeout(this.#next);
    this.#source?.close();
    this.#source = null;
  }

  #end() {
    this.#ended = true;
    this.#close();
    trouble(this.who, false);
  }

  #seen() {
    clearTimeout(this.#hiding);
    if (document.hidden) {
      this.#hiding = setTimeout(() => this.#hide(), HIDDEN_AFTER_MS);
    } else if (this.#unseen) {
      this.#unseen = false;
      this.open();
    }
  }

  /** Nobody has seen the page for a while. */
  #hide() {
    if (this.whileHidden()) {
      this.#hiding = setTimeout(() => this.#hide(), HIDDEN_AFTER_MS);
      return;
    }
    this.#unseen = true;
    trouble(this.who, false);
    this.#later(LOOK_IN_MS);
  }
}
