// A match: whose turn it is, the move being made, and how it ended. What is on the table its family draws.

import { Presence } from "./attendance.js";
import { byId, el, hideEmpty, pageData, rememberKeyboard, say, untilDrawn } from "./dom.js";
import { loadFamily } from "./family.js";
import { offerToLeave, showLeaving } from "./leaving.js";
import { uncoverTable } from "./in_view.js";
import { isElsewhere } from "./keys.js";
import { follow } from "./live.js";
import { MovePanel } from "./move_panel.js";
import { outcomeParts, Ratings } from "./outcome.js";
import { arrived, openPlaces } from "./places.js";
import { played } from "./played.js";
import { isTurned, offer, preferences, rememberTurned } from "./preferences.js";
import { Premoves } from "./premoves.js";
import { whenReleased } from "./press.js";
import { Rematch } from "./rematch.js";
import { ask, post, Refused, requestId } from "./request.js";
import * as seating from "./seating.js";
import { seatCards } from "./seats.js";
import { mayNotify, signal, sound } from "./signals.js";
import { replaceChanged } from "./changed.js";
import { impulsesText, timeOutText, whyRefused, withForced } from "./status.js";
import { TimeBar } from "./timebar.js";

/** @import { Game, LegalMove, Match, Player, Scene } from "./family.js" */
/** @import { Change } from "./ratings.js" */

const { isActing, isOver, isPlayer } = seating;
const AWAY_STEP_MS = 5_000;

// A game of a tournament brings the address of its steps along: nobody talks there, and nothing changes.
/**
 * @type {{ me: Player, game: Game, match: Match, ratings: Record<string, Change>, replay?: string,
 *   house: { id: string, name: string }[], standard_id: string, tournament?: { id: string } }}
 */
const page = pageData();
const { me, game, tournament } = page;

// What is shown follows from these, and from what the family knows to be in the player's hand.
const state = {
  match: page.match,
  chosen: /** @type {LegalMove | null} */ (null),
  decidedFor: -1, // the version of the view for which something was chosen or taken back here
  sending: false,
  note: "",
  turned: isTurned(page.match.id),
};

const timeBar = new TimeBar();
const ratings = new Ratings(page.ratings);
let replay = /** @type {import("./replay.js").Replay | null} */ (null);
const [table, hand, options, beside] = ["table", "hand", "options", "beside"].map(byId);
const place = { game, table, hand, options, beside, choose, accept, aim };
const playing = await played(place);
const premoves = new Premoves(playing);
const panel = new MovePanel(playing, premoves, choose);
let chat = /** @type {import("./chat.js").Chat | null} */ (null);
const presence = new Presence();
const rematch = new Rematch(me, page.match.id, renderOutcome);
let soFar = /** @type {import("./so_far.js").SoFar | null} */ (null);
let agreements = /** @type {{ show: (match: Match) => void }[]} */ ([]);

// --- what the server says -------------------------------------------------------------------------------------------

/**
 * Takes a match as told, unless what is shown is newer; answers and events come in any order.
 *
 * @param {Match} match
 */
function take(match) {
  const { match: old } = state;
  const isChoosing = state.chosen !== null && !state.sending;
  if (seating.isPast(match, old, isChoosing) || (isOver(old) && !isOver(match))) return;
  const changed = seating.isOther(match, old) || match.status !== old.status;
  state.match = match;
  soFar?.take(match);
  const due = premoves.due(match, old);
  // Whose premove is made at once has no turn to be told of.
  if (due?.moves.length !== 1) signal(match, old);
  // Another match is what waits now.
  if (seating.isActing(old) && !seating.isActing(match)) document.dispatchEvent(new Event("moved"));
  if (changed) Object.assign(state, { note: "", chosen: null });
  // What was taken back here may be told late.
  if (state.decidedFor !== match.view_version) state.chosen ??= seating.keptProposal(match);
  if (due) makeDue(due);
  else render();
}

/** Makes a premove, or says why none is made. @param {import("./premoves.js").Due} due */
async function makeDue({ moves, note }) {
  const fault = moves.length === 1 ? await send(seating.movesOf(moves[0])) : "";
  state.note = moves.length === 1 && !fault ? "" : `${note} ${fault}`.trim();
  render();
  if (moves.length < 2) return;
  playing.offer?.(moves);
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
  const aside = sideline();
  if (aside) return aside.choose(move);
  if (state.sending || isOver(state.match)) return;
  if (move && premoves.mayWrite(state.match)) return writeEarly(move.move, panel.sayMove(move, state.match.view));
  Object.assign(state, { chosen: move, decidedFor: state.match.view_version });
  if (move && preferences.firstClick && !move.moves) {
    accept();
    return;
  }
  if (move) state.note = "";
  else if (state.match.proposed.length > 0 || proposing) keep([]);
  render();
  if (move && !move.partial) keep(seating.movesOf(move));
}

/** Shows a hinted move as the player's own proposal; it is not made, whatever they prefer. @param {LegalMove} move */
function propose(move) {
  if (state.sending || !isActing(state.match)) return;
  Object.assign(state, { chosen: move, note: "" });
  render();
  if (!move.partial) keep(seating.movesOf(move));
}

/**
 * Shows what the player points at while another seat thinks, to be made at their turn; null for nothing any more.
 *
 * @param {unknown} meant
 */
function aim(meant) {
  const { match } = state;
  if (match.view && premoves.mayAim(match)) premoves.take(meant, match.view);
  state.note = "";
  render();
}

/** Keeps a move for the player's turn; the same once more drops it. @type {(text: string, words?: string) => void} */
function writeEarly(text, words) {
  premoves.write(text, words);
  render();
}

function dropPremove() {
  const isDropped = premoves.isThere;
  premoves.drop();
  if (isDropped) render();
  return isDropped;
}

/** Takes back what was chosen, and puts back what is in hand. */
function unchoose() {
  if (dropPremove()) return;
  if (state.chosen || sideline()?.isProposing) choose(null);
  playing.putBack?.();
}

let proposing = /** @type {AbortController | null} */ (null);

/** @param {string[]} moves */
async function keep(moves) {
  proposing?.abort();
  const own = (proposing = new AbortController());
  const { id, viewer: seat, view_version: version } = state.match;
  await untilDrawn();
  try {
    await ask("POST", `/api/matches/${id}/propose`, { seat, view_version: version, moves }, { signal: own.signal });
  } catch (error) {
    // The proposal is a convenience: what is wrong with the move is said when it is made.
    if (error instanceof Refused && error.code === "match/stale_view") whenReleased(refresh);
  }
}

async function accept() {
  const aside = sideline();
  if (aside) return aside.accept();
  const { match, chosen } = state;
  if (!chosen || state.sending || match.is_paused) return;
  const isHere = rememberKeyboard();
  state.note = await send(seating.movesOf(chosen));
  render();
  if (!state.note && isHere()) playing.focus?.();
}

/**
 * Makes moves; gives why they were not made, in words, or "".
 *
 * @param {string[]} moves
 */
async function send(moves) {
  const { match } = state;
  proposing?.abort();
  proposing = null;
  Object.assign(state, { sending: true, note: "" });
  render();
  const body = { seat: match.viewer, view_version: match.view_version, request_id: requestId(), moves };
  try {
    const answer = await post(`/api/matches/${match.id}/play`, body);
    state.sending = false;
    // The events may have told more than the answer already.
    take(answer);
    // The next decision may be that of another seat of theirs.
    if (seating.hasPersonas(answer)) await refresh();
    return "";
  } catch (error) {
    state.sending = false;
    await refresh();
    return whyRefused(error);
  } finally {
    render();
  }
}

/** Looks again, once; where nobody answers, the events tell what stands now. */
async function refresh() {
  try {
    take(await ask("GET", `/api/matches/${state.match.id}`, undefined, { repeat: false }));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
  }
}

// --- what is shown --------------------------------------------------------------------------------------------------

/**
 * What the family is to draw; null before there is anything.
 *
 * @returns {Scene | null}
 */
function scene() {
  const own = { hints: preferences.hints, turned: state.turned };
  const aside = sideline()?.scene;
  if (aside) return { ...aside, ...own };
  const then = replay?.match ?? soFar?.match;
  if (then?.view) return { ...still(then, then.view), ...own, chosen: replay?.best ?? null };
  const { match, sending, chosen } = state;
  if (!match.view) return null;
  const active = isActing(match) && !sending;
  const { aim: premove, written } = premoves;
  const early = { premoving: !sending && premoves.mayAim(match), premove, written };
  return { match, view: match.view, legal: seating.legalMoves(match), active, chosen, ...own, ...early };
}

/** The moves that are made in place of those of the match, while any are. */
const sideline = () => replay?.sideline ?? null;

function render() {
  const { match } = state;
  const shown = scene();
  if (shown) playing.draw(shown);
  const told = shown && match.reason !== "aborted" ? panel.sentences(shown) : [];
  say(byId("subtitle"), (shown && playing.subtitle?.(shown)) ?? "");
  const details = (/** @type {string} */ seat) => (shown ? playing.seat?.(shown, seat) : undefined);
  replaceChanged(byId("seats"), ...seatCards(shown?.match ?? match, game, details, (seat) => presence.awayText(seat)));
  panel.draw({ ...state, sideline: sideline() }, shown, told);
  renderHappened(told);
  hideEmpty([hand, options, beside]);
  renderOutcome();
  showLeaving(match, tournament);
  for (const agreement of agreements) agreement.show(match);
  chat?.show(match, presence.watchers);
  say(byId("watchers"), presence.watchersText);
  byId("impulses").hidden = match.impulses.length === 0;
  say(byId("impulses-told"), impulsesText(match.impulses));
  byId("turn").hidden = !(shown && playing.canTurn?.(shown));
  // What is chosen here counts once the server has it: on a poor connection that may be never.
  const then = timeOutText(match, match.proposed.length > 0, playing.timeOut);
  timeBar.show(match, { mine: isActing(match), whose: seating.waitingFor(match), then });
}

/**
 * All moves of a round, one to a line; a single move is said where the next one is made, if there is one.
 *
 * @param {string[]} told
 */
function renderHappened(told) {
  soFar?.draw();
  const box = byId("happened");
  // A replay says it itself.
  box.hidden = Boolean(replay?.match) || told.length < (isOver(state.match) ? 1 : 2);
  replaceChanged(
    byId("happened-list"),
    (isOver(state.match) ? withForced(state.match, told) : told).map((text) => el("li", {}, text)),
  );
}

function renderOutcome() {
  const { match, note } = state;
  byId("outcome").hidden = !isOver(match);
  if (!isOver(match)) return;
  const again = isPlayer(match) && !tournament ? rematch.parts() : null;
  const openReplay = isReplayable(match) ? async () => (await replayed()).open() : null;
  replaceChanged(byId("outcome"), outcomeParts(match, { ratings, note, again, openReplay, tournament }));
}

/**
 * Whether anything was played that can be shown again: in what was called off all would be said to leave.
 *
 * @param {Match} match
 */
const isReplayable = ({ status, reason, view }) => status === "ended" && reason !== "aborted" && Boolean(view);

/** The chat, which is loaded once there is something to talk about. */
async function openChat() {
  const { Chat } = await import("./chat.js");
  chat = new Chat(me, state.match);
  whenReleased(render);
  return chat;
}

/**
 * What is drawn where nothing is to be done.
 *
 * @param {Match} match
 * @param {Scene["view"]} view
 * @returns {Scene}
 */
const still = (match, view) => ({
  match,
  view,
  legal: [],
  active: false,
  chosen: null,
  hints: false,
  turned: state.turned,
});

/** How a seat is marked where its moves are told. @param {string} seat */
function sign(seat) {
  const { match } = state;
  return (match.view && playing.seat?.(still(match, match.view), seat)?.icon) ?? null;
}

/** The replay of this match, which is over; few look at one, so that it is loaded for them. */
async function replayed() {
  const { Replay } = await import("./replay.js");
  replay ??= new Replay(state.match, game, page.replay ?? `/api/matches/${state.match.id}/replay`, {
    show: render,
    sentences: (match, view) => panel.sentences(still(match, view)),
    manner: { sign, playing },
    play: async (elsewhere) => (await loadFamily(game.family)).play(elsewhere),
    scene: still,
    sayMove: (move, view) => panel.sayMove(move, view),
    together: (move) => playing.together?.(move) ?? "",
    adviser: page.house.find(({ id }) => id === page.standard_id) ?? page.house[0],
    focusTable: () => playing.focus?.(),
  });
  return replay;
}

// --- begin ----------------------------------------------------------------------------------------------------------

byId("accept").addEventListener("click", accept);
offerToLeave(() => state.match, take);
addEventListener("keydown", (event) => {
  if (event.defaultPrevented || isElsewhere(event.target)) return;
  if (event.key === "Escape") unchoose();
  // What has the keyboard answers to Enter itself; whoever has pressed beside everything has given it to the main part.
  if (event.key === "Enter" && [document.body, byId("main")].some((one) => one === event.target)) accept();
});
byId("premove-drop").addEventListener("click", () => {
  dropPremove();
  playing.focus?.();
});
byId("table").addEventListener("contextmenu", (event) => {
  if (dropPremove()) event.preventDefault();
});
byId("turn").addEventListener("click", () => {
  state.turned = !state.turned;
  rememberTurned(state.match.id, state.turned);
  render();
});
offer("first-click", "firstClick", (is) => is);
offer("hints", "hints", (is) => {
  setTimeout(render);
  return is;
});
offer("premoves", "premoves", (is) => {
  premoves.drop();
  setTimeout(render);
  return is;
});
offer("sounds", "sounds", (is) => {
  if (is) sound("turn");
  return is;
});
offer("notices", "notices", (is) => is && mayNotify());
addEventListener("resize", () => whenReleased(render));

state.chosen = seating.keptProposal(state.match);
if (!page.replay) openPlaces(state.match, me);
signal(state.match, null);
render();
if (!isOver(state.match)) uncoverTable();
if (!page.replay) {
  const opened = arrived(openChat(), "chat");
  setInterval(() => {
    if (presence.isSomebodyAway) whenReleased(render);
  }, AWAY_STEP_MS);
  follow(
    `match=${encodeURIComponent(state.match.id)}`,
    {
      match: (told) => whenReleased(() => take(told)),
      // It may count the match by now.
      leaderboard: () => ratings.ask(state.match).then(() => whenReleased(render)),
      chat: (told) => opened.then((room) => whenReleased(() => room.take(told))),
      attendance: (told) => {
        presence.take(told);
        whenReleased(render);
      },
      rematch: (told) => whenReleased(() => rematch.take(told)),
      gone: ({ message }) => {
        state.note = message;
        whenReleased(render);
      },
    },
    { whileHidden: () => premoves.isThere },
  );
}
// Not waited for: what is there answers meanwhile, and what this brings is hidden until then.
arrived(loadRest(), "so-far", "pause-ask");

/** Loads what is needed only once the match is shown. */
async function loadRest() {
  const asked = new URLSearchParams(location.search);
  if (isReplayable(state.match) && asked.has("step")) (await replayed()).openAsAsked(asked);
  if (isOver(state.match)) return;
  const { SoFar } = await import("./so_far.js");
  const play = async (/** @type {string} */ text) => {
    if (!premoves.mayWrite(state.match)) return send([text]);
    writeEarly(text);
    return "";
  };
  soFar = new SoFar(state.match, {
    show: render,
    sentences: (match, view) => panel.sentences(still(match, view)),
    manner: { sign, playing },
    play,
    mayPlay: (match) => (isActing(match) && !state.sending) || premoves.mayWrite(match),
  });
  const { agreementsOn } = await import("./agreements.js");
  agreements = agreementsOn(state.match, { take, sayMove: (move, view) => panel.sayMove(move, view), propose });
  whenReleased(render);
}
