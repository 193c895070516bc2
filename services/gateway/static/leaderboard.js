// Who plays a game best, live.

import { act, mayInvite, relationOf } from "./acquaintance.js";
import { addPlayerForm } from "./add_player.js";
import { replaceChanged } from "./changed.js";
import { byId, el, focusOn, icon, kindById, pageData, rememberKeyboard, say } from "./dom.js";
import { showMatches } from "./game_matches.js";
import { goTo } from "./going.js";
import { follow } from "./live.js";
import { changeText, countName } from "./numbers.js";
import { KINDS, playerFace } from "./player_link.js";
import { whenReleased } from "./press.js";
import { heldText, ratingWords } from "./ratings.js";
import { post, Refused, requestId } from "./request.js";
import { regionOf } from "./scroll_table.js";
import { t, tn } from "./texts.js";
import { faultWords } from "./tournament_words.js";
import { capital, percent } from "./words.js";

/** @import { Known } from "./acquaintance.js" */
/** @import { Game, Match } from "./family.js" */

/**
 * A player's standing in a game.
 *
 * @typedef {object} Standing
 * @property {Known} player
 * @property {number} rank 0 where there is none
 * @property {number} mu
 * @property {number} sigma
 * @property {number} rating
 * @property {number} top_burst the largest rise by one match
 * @property {number} held_since_ms
 * @property {number} last_match_at_ms
 * @property {number} played
 * @property {number | null} won_percent null before the first match
 * @property {number | null} drawn_percent
 */

/** @typedef {{ matches: number, now_ms: number, standings: Standing[] }} Leaderboard */

/**
 * @typedef {object} LeaderboardPage
 * @property {Game} game
 * @property {Known} me
 * @property {Leaderboard} leaderboard
 * @property {string} universe "" for the viewer's own
 * @property {string} host_id the viewer's persona there, "" where they play as themself
 * @property {Match[]} matches the newest
 * @property {string[]} added ids of players who are shown besides
 * @property {Record<string, string>} stances of the viewer's acquaintances, by their ids
 * @property {Record<string, { preference: number, favors_owed: number }>} favoritism of the viewer, by opponent
 */

/** @type {LeaderboardPage} */
const { game, me, leaderboard, universe, host_id: hostId, added, stances, favoritism, matches: newest } = pageData();
let shown = leaderboard;
let toldAt = Date.now();

function render() {
  const now = shown.now_ms + (Date.now() - toldAt);
  const columns = COLUMNS.filter(({ isShown }) => !isShown || isShown());
  const rows = shown.standings.map((standing) => row(standing, now, columns));
  const table = el("table", { class: "table standings" }, caption(), head(columns), el("tbody", {}, rows));
  // What stays as it is can be read on, and what was selected in it stays so.
  replaceChanged(regionOf(byId("standings"), t("Standings"), "region"), table);
}

function caption() {
  const { matches } = shown;
  if (matches === 0) return el("caption", {}, t("No match has been rated yet."));
  return el(
    "caption",
    {},
    tn(["{count} rated match.", "{count} rated matches."], matches, { count: capital(countName(matches)) }),
  );
}

const hasOpponents = () => shown.standings.some(({ player }) => player.id in favoritism);
/** @param {number | null} value */
const rate = (value) => (value === null ? "–" : percent(value / 100));
/** @param {number | undefined} value */
const change = (value) => (value === undefined ? "–" : changeText(value));

/**
 * @typedef {object} Column
 * @property {string} name
 * @property {(standing: Standing, now: number) => import("./dom.js").Child | import("./dom.js").Child[]} cell
 * @property {string} [kind]
 * @property {string} [title]
 * @property {() => boolean} [isShown]
 */

const PLAYER = t("Player");

/** @type {Column[]} */
const COLUMNS = [
  {
    name: t("Choose"),
    kind: "check",
    title: t("To show on the Evolution page, or to play in a benchmark"),
    cell: ({ player }) => checkbox(player),
  },
  {
    name: "#",
    kind: "number",
    title: t("Rank: the first ten are ranked"),
    cell: ({ rank }) => (rank ? String(rank) : "–"),
  },
  { name: PLAYER, cell: (standing) => nameWords(standing) },
  {
    name: t("Rating"),
    kind: "number",
    title: t("What is sure: the mean less three deviations. In parentheses, how long it has been held"),
    cell: (standing, now) =>
      standing.played === 0
        ? "–"
        : ratingWords(standing, heldText(standing.held_since_ms && now - standing.held_since_ms)),
  },
  {
    name: t("Top burst"),
    kind: "number extra rare",
    title: t("The largest rise by one match. Rating and top burst together decide the order"),
    cell: ({ played, top_burst: burst }) => (played ? changeText(burst) : "–"),
  },
  { name: t("Played"), kind: "number extra", cell: ({ played }) => String(played) },
  { name: t("Won"), kind: "number extra", cell: (standing) => rate(standing.won_percent) },
  { name: t("Drawn"), kind: "number extra rare", cell: (standing) => rate(standing.drawn_percent) },
  {
    name: t("Preference"),
    kind: "number extra rare",
    title: t("Yours: how far your last ten matches together ended better for you than was expected"),
    cell: ({ player }) => change(favoritism[player.id]?.preference),
    isShown: hasOpponents,
  },
  {
    name: t("Favors owed"),
    kind: "number extra rare",
    title: t("By you: what this player's results have given you, in all your matches together"),
    cell: ({ player }) => change(favoritism[player.id]?.favors_owed),
    isShown: hasOpponents,
  },
  { name: t("Actions"), kind: "tools", cell: ({ player }) => tools(player) },
];

const WITHOUT_WORDS = [t("Choose"), t("Actions")];
/** @param {string} name */
const heading = (name) => (WITHOUT_WORDS.includes(name) ? el("span", { class: "visually-hidden" }, name) : name);

/** @param {Column[]} columns */
function head(columns) {
  const cells = columns.map(({ name, kind = "", title }) =>
    el("th", { scope: "col", class: kind, title: title ?? null }, heading(name)),
  );
  return el("thead", {}, el("tr", {}, cells));
}

/**
 * @param {Standing} standing
 * @param {number} now
 * @param {Column[]} columns
 */
function row(standing, now, columns) {
  const { player } = standing;
  const cells = columns.map(({ name, kind = "", cell }) =>
    name === PLAYER
      ? el("th", { scope: "row" }, ...[cell(standing, now)].flat())
      : el("td", { class: kind }, ...[cell(standing, now)].flat()),
  );
  return el("tr", { class: isOneself(player) ? "is-own" : null, "data-player": player.id }, cells);
}

/** Whether the viewer plays as this player here: in a private universe as personas of theirs. @param {Known} player */
const isOneself = ({ id, kind, owner_id: owner }) =>
  id === me.id || (hostId !== "" && kind === "persona" && owner === me.id);

/** @param {Standing} standing */
function nameWords(standing) {
  const { player } = standing;
  const kind = KINDS[player.kind];
  return [
    el("span", { class: "player-name" }, playerFace(player, `name-${player.id}`)),
    isOneself(player) ? el("span", { class: "tag" }, t("you")) : null,
    kind ? el("span", { class: "tag tag-kind" }, kind) : null,
    el("span", { class: "in-short soft" }, inShort(standing)),
    el("span", { class: "rest-in-short soft" }, restInShort(standing)),
  ];
}

/**
 * On a narrow screen, in place of the columns.
 *
 * @param {Standing} standing
 */
function inShort({ played, won_percent: won, drawn_percent: drawn }) {
  if (played === 0) return t("not played yet");
  const shares = { played, won: rate(won), drawn: rate(drawn) };
  return drawn ? t("{played} played, {won} won, {drawn} drawn", shares) : t("{played} played, {won} won", shares);
}

/**
 * In place of the columns for which even tablets have no room.
 *
 * @param {Standing} standing
 */
function restInShort({ player, played, top_burst: burst }) {
  const between = favoritism[player.id];
  const owed = between && { preference: change(between.preference), favors: change(between.favors_owed) };
  return [
    played > 0 ? t("top burst {change}", { change: changeText(burst) }) : "",
    owed ? t("preference {preference}, favors owed {favors}", owed) : "",
  ]
    .filter(Boolean)
    .join("; ");
}

// --- who is chosen --------------------------------------------------------------------------------------------------

/** @type {Set<string>} */
const checked = new Set();

/**
 * Programs can be chosen: their ratings are what is compared.
 *
 * @param {Known} player
 */
function checkbox({ id, name, kind }) {
  if (!["random", "house", "bot"].includes(kind)) return null;
  const about = {
    type: "checkbox",
    id: `check-${id}`,
    checked: checked.has(id),
    autocomplete: "off", // else a browser that comes back checks boxes of which the page knows nothing
    "aria-label": t("Choose {name}", { name }),
  };
  return el("input", { ...about, oninput: () => toggle(id) });
}

/** @param {string} id */
function toggle(id) {
  if (!checked.delete(id)) checked.add(id);
  const query = new URLSearchParams([...checked].map((each) => ["player", each]));
  kindById("evolution", HTMLAnchorElement).href = `/games/${game.id}/evolution?${query}`;
}

/** @param {string[]} players */
const formFor = (players) =>
  `/tournaments/new?${new URLSearchParams([["game", game.id], ...players.map((id) => ["player", id])])}`;

/** Trainers and Admins have this button. */
document.getElementById("benchmark")?.addEventListener("click", async () => {
  const button = byId("benchmark");
  if (button.getAttribute("aria-busy") === "true") return;
  // One is not enough: the form has everybody to choose from, on a phone too.
  if (checked.size < 2) return goTo(formFor([...checked]));
  button.setAttribute("aria-busy", "true");
  say(byId("standings-fault"), "");
  const asked = { request_id: requestId(), player_ids: [...checked] };
  try {
    const { id } = await post(`/api/games/${game.id}/benchmark`, asked);
    await goTo(`/tournaments/${id}`);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const names = [...checked].map((id) => shown.standings.find(({ player }) => player.id === id)?.player.name ?? "");
    say(byId("standings-fault"), error.faults.map((fault) => faultWords(fault, names))[0] ?? error.message);
  } finally {
    button.removeAttribute("aria-busy");
  }
});

// --- what may be done about a player --------------------------------------------------------------------------------

/** @param {Known} player */
function tools(player) {
  const page = { class: "button quiet icon-only extra", id: `show-${player.id}`, href: `/players/${player.id}` };
  return [
    el("a", { ...page, ...named(t("Show Player: {name}", { name: player.name })) }, icon("fa-address-card-o")),
    main(player),
  ];
}

/**
 * A match against whom one may invite; of others the friendship is asked for, of whoever plays a persona.
 *
 * @param {Known} player
 */
function main(player) {
  if (player.id === hostId) return null;
  const relation = relationOf(player, me, stances[player.id]);
  if (mayInvite(player, relation, hostId ? { ...me, universe } : me)) return playLink(player);
  const isPersona = player.kind === "persona" && relation !== "own";
  // Friends come along into a private universe, where their personas play.
  const personId = isPersona ? player.owner_id : player.id;
  if (hostId && isPersona && stances[personId] === "friends") return playLink({ ...player, id: personId });
  return friendshipFor(player, relation, personId);
}

/**
 * How the friendship of a person is asked for.
 *
 * @param {Known} player
 * @param {string} relation
 * @param {string} personId who plays the player
 */
function friendshipFor(player, relation, personId) {
  const isPersona = personId !== player.id;
  const said = stances[personId];
  if (said === "asked") return el("span", { class: "soft hint" }, icon("fa-check"), " ", t("asked"));
  const mayAsk = me.kind === "person" && (isPersona || relation === "stranger" || relation === "asking");
  return mayAsk && said !== "friends" && said !== "banned" ? askButton(player, personId) : null;
}

/** @param {string} label */
const named = (label) => ({ "aria-label": label, title: label });

/** @param {Known} player */
function playLink({ id, name }) {
  const as = hostId ? `&as=${hostId}` : "";
  const link = { class: "button quiet icon-only", id: `play-${id}`, href: `/?game=${game.id}&with=${id}${as}` };
  return el("a", { ...link, ...named(t("Play New Game against {name}", { name })) }, icon("fa-fort-awesome"));
}

/**
 * @param {Known} player
 * @param {string} personId
 */
function askButton({ id, name, kind }, personId) {
  const label =
    kind === "persona" ? t("Ask who plays {name} to be friends", { name }) : t("Add {name} to Friends", { name });
  const onclick = () => ask(personId, `name-${id}`);
  const button = { type: "button", class: "button quiet icon-only", id: `ask-${id}`, onclick, ...named(label) };
  return el("button", button, icon("fa-user-plus"));
}

/**
 * @param {string} personId
 * @param {string} name the id of what has the keyboard once the button is gone
 */
async function ask(personId, name) {
  say(byId("standings-fault"), "");
  const isHere = rememberKeyboard();
  try {
    stances[personId] = await act(personId, "ask");
    render();
    if (isHere()) focusOn(name);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    say(byId("standings-fault"), error.message);
  }
}

// --- who is shown besides, and where --------------------------------------------------------------------------------

let unfollow = () => {};

function followAnew() {
  const asked = new URLSearchParams([["leaderboard", game.id], ...where()]);
  unfollow();
  unfollow = follow(asked.toString(), {
    leaderboard: (told) => {
      shown = told;
      toldAt = Date.now();
      whenReleased(render);
    },
    gone: ({ message }) => say(byId("standings-fault"), message),
  });
}

const where = () => [...(universe ? [["universe", universe]] : []), ...added.map((id) => ["added", id])];

addPlayerForm(game.id, universe, ({ id }) => {
  if (!added.includes(id)) added.push(id);
  history.replaceState(null, "", `?${new URLSearchParams(where())}`);
  followAnew();
});

document.getElementById("universe")?.addEventListener("change", ({ target }) => {
  if (target instanceof HTMLSelectElement) goTo(`?${new URLSearchParams({ universe: target.value })}`);
});

render();
showMatches(newest);
// How long a rating has been held grows while one looks.
setInterval(() => whenReleased(render), 30_000);
followAnew();
