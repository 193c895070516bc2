// A match: whose turn it is, the move being made, and how it ended. What is on the table its family draws.

import { buttonById, byId, dialogById, el, icon, pageData, replace, say } from "./dom.js";
import { loadFamily } from "./family.js";
import { follow } from "./live.js";
import { headline, ratingTable, reasonText } from "./outcome.js";
import { whenReleased } from "./press.js";
import { ask, post, Refused, requestId } from "./request.js";
import * as seating from "./seating.js";
import { seatCards } from "./seats.js";
import { TimeBar } from "./timebar.js";
import { capital } from "./words.js";

/** @import { Game, LegalMove, Match, Player, Scene } from "./family.js" */
/** @import { Leaderboard } from "./leaderboard.js" */

const { isActing, isOver, isPlayer } = seating;

/** @type {{ me: Player, game: Game, match: Match, leaderboard: Leaderboard }} */
const page = pageData();
const { me, game } = page;

// What is shown follows from these, and from what the family knows to be in the player's hand.
const state = {
  match: page.match,
  chosen: /** @type {LegalMove | null} */ (null),
  sending: false,
  note: "",
  before: new Map(page.leaderboard.standings.map((standing) => [standing.player.id, standing.rating])),
  leaderboard: page.leaderboard,
  wasOver: isOver(page.match),
};

const timeBar = new TimeBar();
const family = await loadFamily(game.family);
const place = { game, table: byId("table"), hand: byId("hand"), options: byId("options"), choose };
const playing = family.play(place);

// --- what the server says -------------------------------------------------------------------------------------------

/**
 * Takes a match as told, unless what is shown is newer; answers and events come in any order.
 *
 * @param {Match} match
 */
function take(match) {
  const { match: old } = state;
  if (match.view_version < old.view_version || (isOver(old) && !isOver(match))) return;
  const changed = match.view_version > old.view_version || match.status !== old.status;
  state.match = match;
  if (changed) Object.assign(state, { note: "", chosen: null });
  state.chosen ??= stored(match);
  render();
}

/**
 * The proposal that the server keeps for the player, if it may still be made.
 *
 * @param {Match} match
 */
function stored({ proposed: [text], view }) {
  return view?.legal.find((one) => one.move === text) ?? null;
}

/** @param {Leaderboard} leaderboard */
function takeLeaderboard(leaderboard) {
  state.leaderboard = leaderboard;
  render();
}

// --- what the player does -------------------------------------------------------------------------------------------

/**
 * Shows a move, and has the server keep it, to be made if time runs out: only if it is all that is left of the turn.
 * What is no longer proposed is not to be made.
 *
 * @param {LegalMove | null} move
 */
function choose(move) {
  state.chosen = move;
  if (move) state.note = "";
  else if (state.match.proposed.length > 0 || proposing) keep([]);
  render();
  if (move && !move.partial) keep([move.move]);
}

/** @type {AbortController | null} */
let proposing = null;

/** @param {string[]} moves */
async function keep(moves) {
  proposing?.abort();
  const own = (proposing = new AbortController());
  const { id, view_version: version } = state.match;
  try {
    await ask("POST", `/api/matches/${id}/propose`, { view_version: version, moves }, { signal: own.signal });
  } catch (error) {
    // The proposal is a convenience: what is wrong with the move is said when it is made.
    if (error instanceof Refused && error.code === "match/stale_view") refresh();
  }
}

async function accept() {
  const { match, chosen } = state;
  if (!chosen || state.sending) return;
  proposing?.abort();
  proposing = null;
  Object.assign(state, { sending: true, note: "" });
  render();
  const body = { view_version: match.view_version, request_id: requestId(), moves: [chosen.move] };
  try {
    const answer = await post(`/api/matches/${match.id}/play`, body);
    state.sending = false;
    // The events may have told more than the answer already.
    take(answer);
    render();
    playing.focus?.();
  } catch (error) {
    state.sending = false;
    await refresh();
    state.note = whyRefused(error);
    render();
  }
}

/** @type {Record<string, string>} */
const REFUSED = {
  "match/stale_view": "The position changed before your move arrived. Look again, then choose.",
  "match/over": "",
};

/** @param {unknown} error */
function whyRefused(error) {
  if (!(error instanceof Error)) throw error;
  return (error instanceof Refused ? REFUSED[error.code] : undefined) ?? error.message;
}

async function refresh() {
  take(await ask("GET", `/api/matches/${state.match.id}`));
}

async function leave() {
  const button = buttonById("leave-now");
  button.disabled = true;
  try {
    const answer = await post(`/api/matches/${state.match.id}/leave`, { request_id: requestId() });
    dialogById("leave-dialog").close();
    take(answer);
  } catch (error) {
    say(byId("leave-fault"), whyRefused(error));
  } finally {
    button.disabled = false;
  }
}

/** The same players once more, with the one who asks in the first slot. */
async function playAgain() {
  const button = buttonById("again");
  button.disabled = true;
  const { match } = state;
  const players = seating.playersIn(match).map((seat) => seat.player.id);
  const others = players.filter((id) => id !== me.id);
  const body = { game_id: match.game.id, player_ids: [me.id, ...others], request_id: requestId() };
  try {
    const made = await post("/api/matches", body);
    location.assign(`/matches/${made.id}`);
  } catch (error) {
    button.disabled = false;
    state.note = whyRefused(error);
    render();
  }
}

// --- what is shown --------------------------------------------------------------------------------------------------

/**
 * What the family is to draw; null before there is anything.
 *
 * @returns {Scene | null}
 */
function scene() {
  const { match, chosen, sending } = state;
  if (!match.view) return null;
  const active = isActing(match) && !sending;
  return { match, view: match.view, legal: seating.legalMoves(match), active, chosen };
}

function render() {
  const { match } = state;
  const shown = scene();
  if (shown) playing.draw(shown);
  const told = shown ? sentences(shown) : [];
  say(byId("subtitle"), (shown && playing.subtitle?.(shown)) ?? "");
  replace(
    byId("seats"),
    seatCards(match, game, (seat) => (shown ? playing.seat?.(shown, seat) : undefined)),
  );
  renderMove(shown, told);
  renderHappened(told);
  byId("options").hidden = byId("options").childElementCount === 0;
  byId("hand").hidden = byId("hand").childElementCount === 0;
  renderOutcome();
  byId("move").classList.toggle("is-over", isOver(match));
  byId("leave").hidden = !isPlayer(match) || isOver(match) || seating.hasLeft(match);
  timeBar.show(match, { mine: isActing(match), whose: seating.waitingFor(match) });
  document.title = `${isActing(match) ? "Your turn · " : ""}${match.game.name} · redscience`;
}

/**
 * @param {Scene | null} shown
 * @param {string[]} told
 */
function renderMove(shown, told) {
  const { match, chosen, sending, note } = state;
  say(byId("status"), statusText(match));
  say(byId("proposal"), shown && !isOver(match) ? proposalText(shown, told) : "");
  say(byId("move-fault"), note);
  const button = buttonById("accept");
  button.hidden = !isPlayer(match) || isOver(match) || seating.hasLeft(match);
  button.disabled = !isActing(match) || !chosen || sending;
  button.classList.toggle("is-busy", sending);
  renderButtons(shown);
}

/** @param {Match} match */
function statusText(match) {
  if (isOver(match)) return "";
  if (!match.view) return "Waiting for the others to accept.";
  const made = seating.planned(match);
  if (isActing(match)) {
    if (seating.isDrawAsked(match)) return "A draw is offered.";
    if (seating.isPlanning(match)) return made > 0 ? "Plan your next move." : "Make your plan.";
    return "Your turn.";
  }
  const waiting = `${seating.waitingFor(match)}.`;
  if (!isPlayer(match)) return `You are watching. ${waiting}`;
  if (seating.hasLeft(match)) return `You left the match. ${waiting}`;
  return made > 0 ? `Your plan is made. ${waiting}` : waiting;
}

/**
 * @param {Scene} shown
 * @param {string[]} told
 */
function proposalText(shown, told) {
  const { match, chosen } = shown;
  if (state.sending) return "Sending your move…";
  if (isActing(match) && chosen) return moveText(chosen, shown);
  const said = playing.sayPlan?.(shown) || (told.length === 1 ? told[0] : "");
  return [said, isActing(match) ? (playing.ask?.(shown) ?? "Choose a move.") : ""].filter(Boolean).join(" ");
}

/**
 * @param {LegalMove} move
 * @param {Scene} shown
 */
const moveText = (move, { view }) => playing.sayMove?.(move, view) ?? capital(move.move);

/**
 * A sentence for each event that the viewer saw.
 *
 * @param {Scene} shown
 */
function sentences(shown) {
  if (playing.sayEvents) return playing.sayEvents(shown);
  const who = (/** @type {string} */ seat) => capital(seating.nameOf(shown.match, seat));
  const did = (/** @type {string | undefined} */ move) => (move === undefined ? "made a move" : `played ${move}`);
  return (shown.view.last ?? []).map(({ seat, move }) => `${who(seat)} ${did(move)}.`);
}

/**
 * Moves that are no place on the table are buttons.
 *
 * @param {Scene | null} shown
 */
function renderButtons(shown) {
  /** @type {LegalMove[]} */
  const moves = shown ? playing.buttons(shown) : [];
  byId("words").hidden = moves.length === 0;
  replace(
    byId("words"),
    moves.map((move) =>
      el(
        "button",
        {
          type: "button",
          class: "button",
          id: `word-${move.move}`,
          "aria-pressed": String(state.chosen?.move === move.move),
          onclick: () => choose(move),
        },
        shown && moveText(move, shown),
      ),
    ),
  );
}

/**
 * All moves of a round, one to a line; a single move is said where the next one is made, if there is one.
 *
 * @param {string[]} told
 */
function renderHappened(told) {
  const box = byId("happened");
  box.hidden = told.length < (isOver(state.match) ? 1 : 2);
  replace(
    byId("happened-list"),
    told.map((text) => el("li", {}, text)),
  );
}

function renderOutcome() {
  const { match } = state;
  const box = byId("outcome");
  box.hidden = !isOver(match);
  if (box.hidden) return;
  const again = { type: "button", class: "button primary", id: "again", onclick: playAgain };
  const leaderboard = { class: "button", id: "to-leaderboard", href: `/games/${match.game.id}/leaderboard` };
  replace(
    box,
    el("h2", { class: "outcome-title", id: "outcome-title", tabindex: "-1" }, headline(match)),
    el("p", { class: "outcome-text" }, reasonText(match)),
    ratingTable(state),
    state.note ? el("p", { class: "fault" }, state.note) : null,
    el(
      "p",
      { class: "actions" },
      isPlayer(match) ? el("button", again, icon("fa-refresh"), "Play again") : null,
      el("a", leaderboard, icon("fa-list-ol"), "Leaderboard"),
      el("a", { class: "button", id: "to-home", href: "/" }, icon("fa-home"), "Home"),
    ),
  );
}

// --- begin ----------------------------------------------------------------------------------------------------------

byId("accept").addEventListener("click", accept);
byId("leave").addEventListener("click", () => {
  say(byId("leave-fault"), "");
  dialogById("leave-dialog").showModal();
});
byId("leave-now").addEventListener("click", leave);
byId("playground").addEventListener("keydown", (event) => {
  if (event.key === "Escape") playing.putBack?.();
});
addEventListener("resize", () => {
  const shown = scene();
  if (shown) playing.draw(shown);
});

state.chosen = stored(state.match);
render();
if (!isOver(state.match) || state.match.rated) {
  follow(`match=${encodeURIComponent(state.match.id)}`, {
    match: (told) => whenReleased(() => take(told)),
    leaderboard: (told) => whenReleased(() => takeLeaderboard(told)),
    gone: ({ message }) => {
      state.note = message;
      whenReleased(render);
    },
  });
}
