// A match: the board, whose turn it is, the move being made, and how it ended.

import { Board } from "./board.js";
import { byId, el, icon, pageData, replace, say } from "./dom.js";
import { keyOf } from "./layout.js";
import { follow } from "./live.js";
import { pieceIcon } from "./pieces.js";
import { ask, post, requestId } from "./request.js";
import { TimeBar } from "./timebar.js";
import { capital, changeText, deedName, moveName, pieceName, ratingText, seatName, several } from "./words.js";

const page = pageData();
const { me } = page;

// What is shown follows from these alone.
const state = {
  match: page.match,
  chosen: null, // an entry of the view's `legal`
  source: null, // {from}: the piece on the board that was picked up
  kind: null, // {shape, color}: which piece of the reserve would be placed
  sending: false,
  note: "",
  before: ratingsOf(page.leaderboard),
  leaderboard: page.leaderboard,
};
const wasOver = isOver(page.match);

const board = new Board(byId("board"), { onSpace });
const timeBar = new TimeBar();

function isOver(match) {
  return match.status === "ended" || match.status === "aborted";
}

function ratingsOf(leaderboard) {
  return new Map(leaderboard.standings.map((standing) => [standing.player.id, standing.rating]));
}

const isPlayer = () => state.match.viewer !== "spectator" && state.match.viewer !== "";
const isActing = () => isPlayer() && !isOver(state.match) && (state.match.view?.acting ?? []).includes(state.match.viewer);
const legalMoves = () => (isActing() ? state.match.view.legal : []);

// --- what the server says -------------------------------------------------------------------------------------------

/** Takes a match as told, unless what is shown is newer; answers and events come in any order. */
function take(match) {
  const { match: old } = state;
  if (match.view_version < old.view_version || (isOver(old) && !isOver(match))) return;
  const changed = match.view_version > old.view_version || match.status !== old.status;
  state.match = match;
  if (changed) {
    state.note = "";
    state.source = null;
    state.chosen = null;
  }
  if (changed || !state.chosen) state.chosen = stored(match) ?? state.chosen;
  render();
}

/** The proposal that the server keeps for the player, if it may still be made. */
function stored(match) {
  const text = match.proposed[0];
  return (text && match.view?.legal?.find((legal) => legal.move === text)) || null;
}

function takeLeaderboard(leaderboard) {
  state.leaderboard = leaderboard;
  render();
}

// --- what the player does -------------------------------------------------------------------------------------------

/** The moves that a space can mean: those of the piece that was picked up, or placements of the chosen kind. */
function candidates() {
  const { source } = state;
  if (source) return legalMoves().filter((legal) => legal.to && legal.from && keyOf(legal.from) === keyOf(source.from));
  const kind = kindInHand();
  return legalMoves().filter((legal) => legal.to && !legal.from && same(legal, kind));
}

const same = (one, other) => one?.shape === other?.shape && one?.color === other?.color;

/** The kind of piece that a click places: the one chosen last while there is any, else the first. */
function kindInHand() {
  const kinds = placeable();
  return kinds.find((kind) => same(kind, state.kind)) ?? kinds[0] ?? null;
}

/** The kinds of piece that may be placed now, in the order of the view. */
function placeable() {
  const kinds = new Map();
  for (const legal of legalMoves()) {
    if (legal.to && !legal.from) kinds.set(`${legal.color} ${legal.shape}`, { shape: legal.shape, color: legal.color });
  }
  return [...kinds.values()];
}

function onSpace(at) {
  const key = keyOf(at);
  const move = candidates().find((legal) => keyOf(legal.to) === key);
  if (move) return propose(move);
  if (legalMoves().some((legal) => legal.from && keyOf(legal.from) === key)) {
    const again = state.source && keyOf(state.source.from) === key;
    state.source = again ? null : { from: at };
    state.chosen = null;
    render();
  }
  return undefined;
}

let proposing = null;

/** Whether one move is all that is left of the turn: only then may it be kept for when time runs out. */
function completesTheTurn() {
  const moves = page.game.rule_set?.pieces_per_turn ?? 1;
  return moves === 1 || state.match.view.last?.at(-1)?.seat === state.match.viewer;
}

/** Shows a move, and has the server keep it, to be made if time runs out. */
async function propose(move) {
  state.chosen = move;
  state.note = "";
  render();
  proposing?.abort();
  if (!completesTheTurn()) return;
  proposing = new AbortController();
  const { id, view_version: version } = state.match;
  try {
    const body = { view_version: version, moves: [move.move] };
    await ask("POST", `/api/matches/${id}/propose`, body, { signal: proposing.signal });
  } catch (error) {
    // The proposal is a convenience: what is wrong with the move is said when it is made.
    if (error.code === "match/stale_view") refresh();
  }
}

async function accept() {
  const { match, chosen } = state;
  if (!chosen || state.sending) return;
  proposing?.abort();
  state.sending = true;
  state.note = "";
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
  const others = match.seats.map((seat) => seat.player.id).filter((id) => id !== me.id);
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
  renderSeats();
  renderBoard();
  renderMove();
  renderReserve();
  renderOutcome();
  byId("move").classList.toggle("is-over", isOver(match));
  byId("leave").hidden = !isPlayer() || isOver(match);
  timeBar.show(match, { mine: isActing(), whose: whoseTurn() });
  document.title = `${isActing() ? "Your turn · " : ""}${match.game.name} · redscience`;
}

const seatOf = (seat) => state.match.seats.find((one) => one.seat === seat);
const tableSeat = (seat) => state.match.view?.table.seats.find((one) => one.seat === seat);

function nameOf(seat) {
  if (seat === state.match.viewer) return "you";
  const name = seatOf(seat)?.player.name;
  if (!name) return seatName(seat);
  const alike = state.match.seats.filter((one) => one.player.name === name).length > 1;
  return alike ? `${name} (${seat})` : name;
}

function whoseTurn() {
  const acting = state.match.view?.acting ?? [];
  if (isOver(state.match) || acting.length === 0) return "";
  if (isActing()) return "Your time";
  return `${acting.map((seat) => capital(nameOf(seat))).join(" and ")} to move`;
}

function renderSeats() {
  const { match } = state;
  const order = (match.view?.table.seats ?? []).map((one) => seatOf(one.seat) ?? { seat: one.seat, player: { name: "Chaos", kind: "chaos" } });
  const seats = order.length > 0 ? order : match.seats;
  replace(byId("seats"), seats.map(seatCard));
}

function seatCard(seat) {
  const { match } = state;
  const own = seat.seat !== "" && seat.seat === match.viewer;
  const acting = !isOver(match) && (match.view?.acting ?? []).includes(seat.seat);
  const table = tableSeat(seat.seat);
  const outcome = seat.outcome || match.view?.outcome?.seats?.[seat.seat] || "";
  return el(
    "div",
    { class: `seat ${acting ? "is-acting" : ""} ${own ? "is-own" : ""}` },
    el(
      "p",
      { class: "seat-name" },
      table && !choosesColor(table) ? pieceIcon({ shape: "O", color: table.color }) : null,
      el("span", { class: "seat-player" }, own ? "You" : seat.player.name),
      own ? el("span", { class: "seat-alias soft" }, seat.player.name) : null,
    ),
    el(
      "p",
      { class: "seat-line" },
      el("span", { class: "seat-color" }, colorWords(table)),
      reserveWords(table),
      el("span", { class: `seat-state ${outcome ? `outcome-${outcome}` : ""}` }, outcome ? OUTCOMES[outcome] : acting ? "to move" : ""),
    ),
  );
}

/** What a seat has in reserve: `[{shape, color, count}]`; where it may choose the colour, the key says it too: "WO". */
function reserveOf(table) {
  return Object.entries(table?.reserve ?? {}).map(([key, count]) =>
    key.length === 2 ? { shape: key[1], color: COLORS[key[0]], count } : { shape: key, color: table.color, count },
  );
}

const COLORS = { B: "black", W: "white", K: "pink", Y: "yellow" };
const choosesColor = (table) => Object.keys(table?.reserve ?? {}).some((key) => key.length === 2);

function colorWords(table) {
  if (!table) return "";
  return choosesColor(table) ? "any colour" : table.color;
}

const OUTCOMES = { win: "won", draw: "drew", lose: "lost" };

function reserveWords(table) {
  return reserveOf(table).map(({ shape, color, count }) =>
    el(
      "span",
      { class: "seat-pieces", title: `${several(count, pieceName({ shape, color }))} in reserve` },
      pieceIcon({ shape, color }),
      el("span", {}, String(count)),
      el("span", { class: "visually-hidden" }, ` ${pieceName({ shape, color })}s in reserve`),
    ),
  );
}

function renderBoard() {
  const { match, chosen, source } = state;
  const view = match.view;
  if (!view) return;
  const active = isActing() && !state.sending;
  const targets = new Map(candidates().map((legal) => [keyOf(legal.to), { shape: legal.shape, color: legal.color }]));
  board.draw({
    table: view.table,
    active,
    targets,
    pointAt: Boolean(source),
    sources: new Set(legalMoves().filter((legal) => legal.from).map((legal) => keyOf(legal.from))),
    selected: source ? keyOf(source.from) : null,
    proposed: chosen?.to && !isOver(match) ? [{ at: chosen.to, shape: chosen.shape, color: chosen.color }] : [],
    last: new Set((view.last ?? []).flatMap((turn) => (turn.changes ?? []).filter((change) => change.now).map((change) => keyOf(change.at)))),
    runs: view.outcome?.runs ?? [],
  });
}

function renderMove() {
  const { match, chosen, sending, note } = state;
  const acting = isActing();
  say(byId("status"), statusText());
  say(byId("proposal"), proposalText(acting));
  say(byId("move-fault"), note);
  const button = byId("accept");
  button.hidden = !isPlayer() || isOver(match);
  button.disabled = !acting || !chosen || sending;
  button.classList.toggle("is-busy", sending);
  renderWords();
}

function statusText() {
  const { match } = state;
  if (isOver(match)) return "";
  if (!match.view) return "Waiting for the others to accept.";
  if (isActing()) return "Your turn.";
  if (!isPlayer()) return `You are watching. ${whoseTurn()}.`;
  return `${whoseTurn()}.`;
}

function proposalText(acting) {
  const { match, chosen, sending } = state;
  if (isOver(match) || !match.view) return "";
  if (sending) return "Sending your move…";
  if (acting && chosen) return moveName(chosen, match.view.table.board);
  return [lastMoveText(), acting ? askText() : ""].filter(Boolean).join(" ");
}

function askText() {
  if (state.source) return "Choose where it goes.";
  if (!legalMoves().some((legal) => legal.to)) return "Choose an answer.";
  if (placeable().length === 0) return "Choose a piece of yours, then a space.";
  return "Choose a space.";
}

function lastMoveText() {
  const last = state.match.view.last?.at(-1);
  if (!last) return "";
  const change = last.changes?.find((one) => one.now);
  const by = capital(nameOf(last.seat));
  if (!change) return `${by} ${deedName(last.move)}.`;
  const gone = last.changes.find((one) => !one.now);
  const name = moveName({ kind: gone ? "jump" : "place", ...change.now, from: gone?.at, to: change.at }, state.match.view.table.board);
  return `${by} played ${name.charAt(0).toLowerCase()}${name.slice(1)}.`;
}

/** Moves that are no place on the board (pass, draw) are buttons. */
function renderWords() {
  const moves = legalMoves().filter((legal) => !legal.to);
  byId("words").hidden = moves.length === 0;
  replace(
    byId("words"),
    moves.map((legal) =>
      el(
        "button",
        {
          type: "button",
          class: "button",
          id: `word-${legal.move}`,
          "aria-pressed": String(state.chosen?.move === legal.move),
          onclick: () => propose(legal),
        },
        moveName(legal, state.match.view.table.board),
      ),
    ),
  );
}

function renderReserve() {
  const { match } = state;
  const own = tableSeat(match.viewer);
  const box = byId("reserve");
  box.hidden = !own || isOver(match);
  if (box.hidden) return;
  const kinds = placeable();
  const inHand = reserveOf(own);
  const choice = kinds.length > 1;
  box.classList.toggle("has-choice", choice);
  replace(
    box,
    el("h2", {}, "Your reserve"),
    el(
      "div",
      { class: "reserve-pieces" },
      inHand.map((kind) => reservePiece(kind, choice && kinds.some((one) => same(one, kind)))),
    ),
  );
}

function reservePiece({ shape, color, count }, choosable) {
  const content = [pieceIcon({ shape, color }), el("span", { class: "reserve-count" }, String(count)), el("span", { class: "reserve-name" }, pieceName({ shape, color }))];
  if (!choosable) return el("p", { class: "reserve-piece" }, ...content);
  const kind = { shape, color };
  const pressed = !state.source && same(kind, kindInHand());
  return el(
    "button",
    {
      type: "button",
      class: "reserve-piece",
      id: `reserve-${color}-${shape}`,
      "aria-pressed": String(pressed),
      onclick: () => {
        state.kind = kind;
        state.source = null;
        state.chosen = null;
        render();
      },
    },
    ...content,
  );
}

// --- the end --------------------------------------------------------------------------------------------------------

function renderOutcome() {
  const { match } = state;
  const box = byId("outcome");
  box.hidden = !isOver(match);
  if (box.hidden) return;
  replace(
    box,
    el("h2", { class: "outcome-title", id: "outcome-title", tabindex: "-1" }, headline()),
    el("p", { class: "outcome-text" }, reasonText()),
    ratingTable(),
    state.note ? el("p", { class: "fault" }, state.note) : null,
    el(
      "p",
      { class: "actions" },
      isPlayer() ? el("button", { type: "button", class: "button primary", id: "again", onclick: playAgain }, icon("fa-refresh"), "Play again") : null,
      el("a", { class: "button", id: "to-leaderboard", href: `/games/${match.game.id}/leaderboard` }, icon("fa-list-ol"), "Leaderboard"),
      el("a", { class: "button", id: "to-home", href: "/" }, icon("fa-home"), "Home"),
    ),
  );
}

function headline() {
  const { match } = state;
  if (match.status === "aborted") return "The match was called off.";
  const own = match.seats.find((seat) => seat.seat === match.viewer)?.outcome;
  if (own) return { win: "You won.", draw: "A draw.", lose: "You lost." }[own];
  const winners = match.seats.filter((seat) => seat.outcome === "win").map((seat) => nameOf(seat.seat));
  return winners.length > 0 ? `${winners.join(" and ")} won.` : "A draw.";
}

function reasonText() {
  const { match } = state;
  const text = match.view?.outcome?.text ?? "";
  if (match.status === "aborted") return "It does not count.";
  const losers = match.seats.filter((seat) => seat.outcome === "lose").map((seat) => nameOf(seat.seat));
  const who = capital(losers.join(" and "));
  if (match.reason === "time") return `${who} ran out of time.`;
  if (match.reason === "resigned") return `${who} left the match.`;
  return text;
}

function ratingTable() {
  const { match, leaderboard, before } = state;
  if (match.status !== "ended") return null;
  if (!match.rated) return el("p", { class: "soft" }, "This match was not rated.");
  const standings = new Map(leaderboard.standings.map((standing) => [standing.player.id, standing]));
  const rows = match.seats.map((seat) => ratingRow(seat, standings.get(seat.player.id), before.get(seat.player.id) ?? 0));
  return el("table", { class: "ratings" }, el("caption", {}, "Ratings"), el("tbody", {}, ...rows));
}

function ratingRow(seat, standing, before) {
  const counted = standing && standing.last_match_at_ms >= state.match.ended_at_ms;
  const change = counted && !wasOver ? ` (${changeText(standing.rating - before)})` : "";
  return el(
    "tr",
    {},
    el("th", { scope: "row" }, seat.player.name),
    el("td", {}, counted ? ratingText(standing.rating) : "counting…", change ? el("span", { class: "soft" }, change) : null),
  );
}

// --- begin ----------------------------------------------------------------------------------------------------------

byId("accept").addEventListener("click", accept);
byId("leave").addEventListener("click", () => {
  say(byId("leave-fault"), "");
  byId("leave-dialog").showModal();
});
byId("leave-now").addEventListener("click", leave);
addEventListener("resize", () => renderBoard());

state.chosen = stored(state.match);
render();
if (!isOver(state.match) || state.match.rated) {
  follow(`match=${encodeURIComponent(state.match.id)}`, {
    match: take,
    leaderboard: takeLeaderboard,
    gone: ({ message }) => {
      state.note = message;
      render();
    },
  });
}
