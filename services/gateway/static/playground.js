// A match: the board, whose turn it is, the move being made, and how it ended.

import { Board } from "./board.js";
import { answers, candidates, graspable, isSameKind, kindInHand, onlySource, placeable, sources } from "./choosing.js";
import { byId, el, icon, pageData, replace, say } from "./dom.js";
import { changedSpaces, eventSentences } from "./happened.js";
import { follow } from "./live.js";
import { readMove } from "./notation.js";
import { headline, ratingTable, reasonText } from "./outcome.js";
import { phaseText } from "./phase.js";
import { pieceIcon } from "./pieces.js";
import { whenReleased } from "./press.js";
import { ask, post, requestId } from "./request.js";
import { hasLeft, isActing, isDrawAsked, isOver, isPlayer, isSealed, legalMoves, playersIn, tableSeat, waitingFor } from "./seating.js";
import { heldOf, seatCards } from "./seats.js";
import { keyOf, placeOfMark, stackOf } from "./spaces.js";
import { TimeBar } from "./timebar.js";
import { article, capital, listed, moveName, pieceName, shapeName, several, uncapital } from "./words.js";

const page = pageData();
const { me, game } = page;
const rules = game.rule_set ?? {};

// What is shown follows from these alone.
const state = {
  match: page.match,
  chosen: null, // an entry of the view's `legal`
  options: [], // entries that all fit what was pointed at, where there are several
  source: null, // the place of the piece on the board that was picked up
  kind: null, // {shape, color}: which piece of the reserve would be placed
  sending: false,
  note: "",
  before: new Map(page.leaderboard.standings.map((standing) => [standing.player.id, standing.rating])),
  leaderboard: page.leaderboard,
  wasOver: isOver(page.match),
};

const board = new Board(byId("board"), { onSpace, onPiece });
const timeBar = new TimeBar();

const legal = () => legalMoves(state.match);
const sourceNow = () => state.source ?? onlySource(legal());
const kindNow = () => kindInHand(legal(), state.kind);

// --- what the server says -------------------------------------------------------------------------------------------

/** Takes a match as told, unless what is shown is newer; answers and events come in any order. */
function take(match) {
  const { match: old } = state;
  if (match.view_version < old.view_version || (isOver(old) && !isOver(match))) return;
  const changed = match.view_version > old.view_version || match.status !== old.status;
  state.match = match;
  if (changed) Object.assign(state, { note: "", source: null, chosen: null, options: [] });
  if (changed || !state.chosen) state.chosen = stored(match) ?? state.chosen;
  render();
}

/** The proposal that the server keeps for the player, if it may still be made. */
function stored(match) {
  const text = match.proposed[0];
  return (text && match.view?.legal?.find((one) => one.move === text)) || null;
}

function takeLeaderboard(leaderboard) {
  state.leaderboard = leaderboard;
  render();
}

// --- what the player does -------------------------------------------------------------------------------------------

/** A target was chosen: it means one move, or several among which to choose. */
function onSpace(at) {
  const moves = candidates(legal(), sourceNow(), kindNow()).filter((one) => keyOf(one.to) === keyOf(at));
  if (moves.length === 1) propose(moves[0]);
  else if (moves.length > 1) offer(moves);
}

function offer(moves) {
  Object.assign(state, { options: moves, chosen: null, note: "" });
  takeBack();
  render();
  byId("option-0")?.focus({ preventScroll: true });
}

/** A piece was picked up, or put back. */
function onPiece(at) {
  const again = state.source && keyOf(state.source) === keyOf(at);
  Object.assign(state, { source: again ? null : at, chosen: null, options: [] });
  takeBack();
  render();
}

function chooseKind(kind) {
  Object.assign(state, { kind, source: null, chosen: null, options: [] });
  takeBack();
  render();
}

let proposing = null;

/** Whether one move is all that is left of the turn: only then may it be kept for when time runs out. */
function completesTheTurn() {
  const { view, viewer } = state.match;
  const made = isSealed(state.match) ? (view.plan?.length ?? 0) : view.last?.at(-1)?.seat === viewer ? 1 : 0;
  return made + 1 >= (rules.pieces_per_turn ?? 1);
}

/** Shows a move, and has the server keep it, to be made if time runs out. */
function propose(move) {
  Object.assign(state, { chosen: move, note: "" });
  if (!state.options.includes(move)) state.options = [];
  render();
  if (completesTheTurn()) keep([move.move]);
}

/** What is no longer proposed is not to be made. */
function takeBack() {
  if (state.match.proposed.length > 0 || proposing) keep([]);
}

async function keep(moves) {
  proposing?.abort();
  const own = (proposing = new AbortController());
  const { id, view_version: version } = state.match;
  try {
    await ask("POST", `/api/matches/${id}/propose`, { view_version: version, moves }, { signal: own.signal });
  } catch (error) {
    // The proposal is a convenience: what is wrong with the move is said when it is made.
    if (error.code === "match/stale_view") refresh();
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
    board.focus();
  } catch (error) {
    state.sending = false;
    await refresh();
    state.note = REFUSED[error.code] ?? error.message;
    render();
  }
}

const REFUSED = {
  "match/stale_view": "The position changed before your move arrived. Look again, then choose.",
  "match/over": "",
};

async function refresh() {
  take(await ask("GET", `/api/matches/${state.match.id}`));
}

async function leave() {
  const button = byId("leave-now");
  button.disabled = true;
  try {
    const answer = await post(`/api/matches/${state.match.id}/leave`, { request_id: requestId() });
    byId("leave-dialog").close();
    take(answer);
  } catch (error) {
    say(byId("leave-fault"), error.message);
  } finally {
    button.disabled = false;
  }
}

/** The same players once more, with the one who asks in the first slot. */
async function playAgain(event) {
  const button = event.currentTarget;
  button.disabled = true;
  const { match } = state;
  const others = playersIn(match).map((seat) => seat.player.id).filter((id) => id !== me.id);
  const body = { game_id: match.game.id, player_ids: [me.id, ...others], request_id: requestId() };
  try {
    const made = await post("/api/matches", body);
    location.assign(`/matches/${made.id}`);
  } catch (error) {
    button.disabled = false;
    state.note = error.message;
    render();
  }
}

// --- what is shown --------------------------------------------------------------------------------------------------

function render() {
  const { match } = state;
  say(byId("phase"), phaseText(match, rules));
  replace(byId("seats"), seatCards(match, rules));
  renderBoard();
  renderMove();
  renderHappened();
  renderReserve();
  renderOutcome();
  byId("move").classList.toggle("is-over", isOver(match));
  byId("leave").hidden = !isPlayer(match) || isOver(match) || hasLeft(match);
  timeBar.show(match, { mine: isActing(match), whose: waitingFor(match) });
  document.title = `${isActing(match) ? "Your turn · " : ""}${match.game.name} · redscience`;
}

function renderBoard() {
  const { match } = state;
  const { view } = match;
  if (!view) return;
  const source = sourceNow();
  board.draw({
    table: view.table,
    active: isActing(match) && !state.sending,
    targets: new Map(candidates(legal(), source, kindNow()).map((one) => [keyOf(one.to), { shape: one.shape, color: one.color }])),
    pointAt: Boolean(source),
    sources: sources(legal()),
    selected: source ? keyOf(source) : null,
    proposed: isOver(match) ? [] : proposedPieces(),
    planned: plannedMoves().filter((move) => move.to).map((move) => ({ ...move, at: restOf(move.to, view.table) })),
    last: changedSpaces(match),
    runs: view.outcome?.runs ?? [],
    goals: view.table.goals_matter,
  });
}

/** The piece of the proposal; while it is open which of several moves is meant, the one that they share. */
function proposedPieces() {
  const { chosen, options } = state;
  const move = chosen ?? options[0];
  return move?.to ? [{ at: move.to, from: move.from, shape: chosen?.promotion ?? move.shape, color: move.color }] : [];
}

/** The moves that the player has sealed in this round, as far as their texts and the board say what they are. */
function plannedMoves() {
  const { view, viewer } = state.match;
  return (view?.plan ?? []).map((text) => {
    const move = readMove(text, view.table.board);
    const piece = move.from ? view.table.pieces.find(({ at }) => keyOf(at) === keyOf(move.from)) : null;
    return { color: tableSeat(state.match, viewer)?.color, ...piece, ...definedOf(move) };
  });
}

const definedOf = (object) => Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));

/** Where a piece comes to rest, as far as one sees: in a stack above all that is there. */
function restOf(at, { board: { size }, pieces, marks }) {
  if (at[3] !== undefined) return at;
  const taken = [...pieces.map((one) => one.at), ...marks.walls.map(placeOfMark)].filter((one) => stackOf(keyOf(one)) === stackOf(keyOf(at)));
  const heights = new Set(taken.map((one) => one[3]));
  const free = Array.from({ length: size[2] }, (_, index) => index + 1).find((z) => !heights.has(z));
  return [...at.slice(0, 3), free ?? size[2]];
}

function renderMove() {
  const { match, chosen, sending, note } = state;
  const acting = isActing(match);
  say(byId("status"), statusText());
  say(byId("proposal"), proposalText(acting));
  say(byId("move-fault"), note);
  const button = byId("accept");
  button.hidden = !isPlayer(match) || isOver(match) || hasLeft(match);
  button.disabled = !acting || !chosen || sending;
  button.classList.toggle("is-busy", sending);
  renderOptions();
  renderAnswers();
}

function statusText() {
  const { match } = state;
  if (isOver(match)) return "";
  if (!match.view) return "Waiting for the others to accept.";
  const made = match.view.plan?.length ?? 0;
  if (isActing(match)) {
    if (isDrawAsked(match)) return "A draw is offered.";
    if (isSealed(match)) return made > 0 ? "Plan your next move." : "Make your plan.";
    return "Your turn.";
  }
  const waiting = `${waitingFor(match)}.`;
  if (!isPlayer(match)) return `You are watching. ${waiting}`;
  if (hasLeft(match)) return `You left the match. ${waiting}`;
  return made > 0 ? `Your plan is made. ${waiting}` : waiting;
}

function proposalText(acting) {
  const { match, chosen, sending } = state;
  if (isOver(match) || !match.view) return "";
  if (sending) return "Sending your move…";
  if (acting && chosen) return moveName(chosen, match.view.table.board);
  const said = planText() || (sentences().length === 1 ? sentences()[0] : "");
  return [said, acting ? askText() : ""].filter(Boolean).join(" ");
}

const sentences = () => eventSentences(state.match);

function planText() {
  const planned = plannedMoves().map((move) => {
    const name = uncapital(moveName(move, state.match.view.table.board));
    return move.to ? article(name) : `to ${name}`;
  });
  return planned.length > 0 ? `You plan: ${listed(planned, "then")}.` : "";
}

function askText() {
  const moves = legal();
  if (state.options.length > 0) return optionsTitle();
  if (isDrawAsked(state.match)) return "Do you agree?";
  const orPass = moves.some((one) => one.kind === "pass") ? ["pass"] : [];
  if (sourceNow()) return `${["Choose where it goes", ...orPass].join(", or ")}.`;
  if (!moves.some((one) => one.to)) return moves.every((one) => one.kind === "pass") ? "You can only pass." : "Choose an answer.";
  if (placeable(moves).length === 0) return `${["Choose a piece of yours, then a space", ...orPass].join(", or ")}.`;
  return `${["Choose a space", ...(sources(moves).size > 0 ? ["a piece of yours to move"] : []), ...orPass].join(", or ")}.`;
}

/** What was pointed at can mean several moves, or several pieces of a stack: each is a button. */
function renderOptions() {
  const { options, source, chosen } = state;
  const stack = source && options.length === 0 ? graspable(legal(), source, state.match.view.table.board) : [];
  const buttons =
    options.length > 0
      ? options.map((move) => ({ content: optionContent(move), label: moveName(move, state.match.view.table.board), pressed: chosen === move, choose: () => propose(move) }))
      : stack.length > 1
        ? stack.map((at) => ({ content: graspWords(at), label: graspLabel(at), pressed: keyOf(at) === keyOf(source), choose: () => grasp(at) }))
        : [];
  byId("options").hidden = buttons.length === 0;
  byId("options").setAttribute("aria-label", options.length > 0 ? optionsTitle() : "Which piece of the stack is taken");
  replace(
    byId("options"),
    buttons.map(({ content, label, pressed, choose }, index) =>
      el("button", { type: "button", class: "button option", id: `option-${index}`, "aria-label": label, "aria-pressed": String(pressed), onclick: choose }, content),
    ),
  );
}

const optionsTitle = () => (state.options.every((move) => move.promotion) ? "Choose what it becomes." : "Choose which move you mean.");

function optionContent(move) {
  if (!move.promotion) return moveName(move, state.match.view.table.board);
  return [pieceIcon({ shape: move.promotion, color: move.color }), capital(shapeName(move.promotion))];
}

function grasp(at) {
  if (keyOf(at) !== keyOf(state.source)) onPiece(at);
}

/** How many pieces come along with one of a stack. */
function ridersOf(at) {
  return state.match.view.table.pieces.filter((one) => stackOf(keyOf(one.at)) === stackOf(keyOf(at)) && one.at[3] > at[3]).length;
}

const graspWords = (at) => `Top ${ridersOf(at) + 1}`;

function graspLabel(at) {
  const piece = state.match.view.table.pieces.find((one) => keyOf(one.at) === keyOf(at));
  return `Take the ${pieceName(piece ?? {})} at height ${at[3]}, with ${several(ridersOf(at), "piece")} above it`;
}

/** Moves that are no place on the board (pass, draw) are buttons. */
function renderAnswers() {
  const moves = answers(legal());
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
          onclick: () => propose(move),
        },
        moveName(move, state.match.view.table.board),
      ),
    ),
  );
}

/** All moves of a round, one to a line; a single move is said where the next one is made, if there is one. */
function renderHappened() {
  const box = byId("happened");
  const told = sentences();
  box.hidden = told.length < (isOver(state.match) ? 1 : 2);
  replace(byId("happened-list"), told.map((text) => el("li", {}, text)));
}

function renderReserve() {
  const { match } = state;
  const own = tableSeat(match, match.viewer);
  const box = byId("reserve");
  box.hidden = !own || isOver(match);
  if (box.hidden) return;
  const held = heldOf(own, rules);
  const kinds = placeable(legal());
  const colors = new Set(held.map(({ color }) => color)).size;
  // Where one chooses among kinds they keep their places, whoever is to move.
  box.classList.toggle("has-choice", held.length > 1);
  const pieces = held.map((kind) => reservePiece(kind, { isChoice: held.length > 1, canChoose: kinds.some((one) => isSameKind(one, kind)), colors }));
  replace(box, el("h2", {}, "Your reserve"), pieces.length > 0 ? el("div", { class: "reserve-pieces" }, pieces) : el("p", { class: "soft" }, "There is nothing in it."));
}

function reservePiece({ shape, color, count }, { isChoice, canChoose, colors }) {
  const kind = { shape, color };
  const name = pieceName(kind, count);
  const content = [pieceIcon(kind), el("span", { class: "reserve-count" }, String(count)), el("span", { class: "reserve-name" }, colors > 1 || !isChoice ? name : shapeName(shape, count))];
  if (!isChoice) return el("p", { class: "reserve-piece" }, ...content);
  const pressed = canChoose && !state.source && isSameKind(kind, kindNow());
  const attributes = { id: `reserve-${color}-${shape}`, disabled: !canChoose, "aria-label": `${count} ${name}`, "aria-pressed": String(pressed) };
  return el("button", { type: "button", class: "reserve-piece", ...attributes, onclick: () => chooseKind(kind) }, ...content);
}

function renderOutcome() {
  const { match } = state;
  const box = byId("outcome");
  box.hidden = !isOver(match);
  if (box.hidden) return;
  replace(
    box,
    el("h2", { class: "outcome-title", id: "outcome-title", tabindex: "-1" }, headline(match)),
    el("p", { class: "outcome-text" }, reasonText(match)),
    ratingTable(state),
    state.note ? el("p", { class: "fault" }, state.note) : null,
    el(
      "p",
      { class: "actions" },
      isPlayer(match) ? el("button", { type: "button", class: "button primary", id: "again", onclick: playAgain }, icon("fa-refresh"), "Play again") : null,
      el("a", { class: "button", id: "to-leaderboard", href: `/games/${match.game.id}/leaderboard` }, icon("fa-list-ol"), "Leaderboard"),
      el("a", { class: "button", id: "to-home", href: "/" }, icon("fa-home"), "Home"),
    ),
  );
}

// --- begin ----------------------------------------------------------------------------------------------------------

byId("accept").addEventListener("click", accept);
byId("leave").addEventListener("click", () => {
  say(byId("leave-fault"), "");
  byId("leave-dialog").showModal();
});
byId("leave-now").addEventListener("click", leave);
byId("playground").addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !state.source) return;
  // Puts back what was picked up; the keyboard would be nowhere once the buttons that it brought are gone.
  onPiece(state.source);
  board.focus();
});
addEventListener("resize", () => renderBoard());

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
