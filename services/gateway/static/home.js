// A new match: which game, against whom; and the matches that run.

import { Combobox } from "./combobox.js";
import { buttonById, byId, el, icon, inputById, pageData, replace } from "./dom.js";
import { showFault } from "./faults.js";
import { whenReleased } from "./press.js";
import { get, post, requestId } from "./request.js";

const LOOK_AGAIN_MS = 5_000;
/** So many sentences of long rules are shown from the start. */
const BRIEF = 3;

/** @import { Game, Match, Player } from "./family.js" */

/** @typedef {Pick<Game, "id" | "name"> & Partial<Game>} Listed a game of which not everything may be told yet */

/**
 * @typedef {object} HomePage
 * @property {Player} me
 * @property {string} random_id
 * @property {Listed[]} last_used
 * @property {Listed[]} all
 * @property {Match[]} mine
 * @property {Match[]} others
 * @property {Game | null} game the one that is asked for
 */

/** @type {HomePage} */
const { me, random_id: randomId, last_used: lastUsed, all, mine, others, game: wanted } = pageData();
/** @type {Listed | null} */
let game = null;

// --- which game -----------------------------------------------------------------------------------------------------

/** @param {string} text */
async function gamesNamed(text) {
  if (text) return [{ title: "", options: await get(`/api/games?name=${encodeURIComponent(text)}`) }];
  const known = new Set(lastUsed.map((one) => one.id));
  return [
    { title: "Played last", options: lastUsed },
    { title: lastUsed.length > 0 ? "All games" : "", options: all.filter((one) => !known.has(one.id)) },
  ];
}

const combobox = new Combobox(inputById("game"), byId("games"), { find: gamesNamed, onChoose: choose });

/** @param {Listed} option */
async function choose(option) {
  showFault("game", "");
  combobox.value = option.name;
  game = option;
  renderSlots();
  /** @type {Game} */
  const whole = await get(`/api/games/${option.id}`);
  if (game?.id !== option.id) return;
  game = whole;
  whenReleased(() => {
    renderSlots();
    renderNote(whole);
  });
}

/** @param {Game} chosen */
function renderNote(chosen) {
  const sentences = chosen.english.map((sentence) => el("p", {}, sentence));
  // Where there is much to be said, who plays and what else there is stays in sight.
  const brief = sentences.length > BRIEF + 2 ? sentences.slice(0, BRIEF) : sentences;
  const rest = sentences.slice(brief.length);
  replace(
    byId("game-note"),
    chosen.about ? el("p", { class: "about" }, chosen.about) : null,
    el("div", { class: "english" }, brief),
    rest.length > 0 ? allRules(rest) : null,
    el(
      "p",
      { class: "links" },
      el("a", { href: `/games/${chosen.id}` }, "Setup & Rules"),
      el("a", { href: `/games/${chosen.id}/leaderboard` }, "Leaderboard"),
    ),
  );
}

/** @param {Node[]} sentences */
const allRules = (sentences) =>
  el("details", { class: "rest" }, el("summary", {}, "All rules"), el("div", { class: "english" }, sentences));

// --- against whom ---------------------------------------------------------------------------------------------------

function renderSlots() {
  const count = game?.seats?.length ?? 2;
  const slots = Array.from({ length: count }, (_, index) => (index === 0 ? ownSlot() : otherSlot(index)));
  replace(byId("slots"), slots, game?.has_chaos ? chaosSlot() : null);
}

const chaosSlot = () => slot("fa-random", "Chaos", "plays at random");
const ownSlot = () => slot("fa-user", me.name, "you");

/**
 * @param {string} iconName
 * @param {string} name
 * @param {string} words
 */
const slot = (iconName, name, words) =>
  el(
    "li",
    { class: "slot" },
    icon(iconName),
    el("span", { class: "slot-name" }, name),
    el("span", { class: "soft" }, words),
  );

/** @param {number} index */
function otherSlot(index) {
  const id = `slot-${index}`;
  return el(
    "li",
    { class: "slot" },
    icon("fa-random"),
    el("label", { class: "visually-hidden", for: id }, `Player ${index + 1}`),
    el("select", { id, class: "slot-select" }, el("option", { value: randomId }, "Random")),
  );
}

byId("new-match").addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = buttonById("play");
  if (button.getAttribute("aria-busy") === "true") return;
  if (!game) {
    showFault("game", "No game is chosen. Choose one from the list.");
    byId("game").focus();
    return;
  }
  button.setAttribute("aria-busy", "true");
  byId("play-fault").textContent = "";
  const selects = [...byId("slots").querySelectorAll("select")];
  const players = [me.id, ...selects.map((select) => select.value)];
  try {
    const made = await post("/api/matches", { game_id: game.id, player_ids: players, request_id: requestId() });
    location.assign(`/matches/${made.id}`);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    byId("play-fault").textContent = error.message;
    button.removeAttribute("aria-busy");
  }
});

// --- matches that run -----------------------------------------------------------------------------------------------

/** @param {Pick<HomePage, "mine" | "others">} running */
function renderMatches({ mine: own, others: rest }) {
  fill("mine", own, "No match of yours is running.", "Go on");
  fill("others", rest, "Nobody else is playing now.", "Watch");
}

/**
 * @param {string} id
 * @param {Match[]} matches
 * @param {string} none what is said where there are none
 * @param {string} verb
 */
function fill(id, matches, none, verb) {
  const items = matches.map((match) => matchItem(match, verb));
  replace(byId(id), items.length > 0 ? el("ul", {}, items) : el("p", { class: "empty" }, none));
}

/**
 * @param {Match} match
 * @param {string} verb
 */
function matchItem(match, verb) {
  const names = match.seats.map((seat) => (seat.player.id === me.id ? "you" : seat.player.name)).join(", ");
  return el(
    "li",
    {},
    el(
      "a",
      { class: "match-item", id: `match-${match.id}`, href: `/matches/${match.id}` },
      el("span", { class: "match-game" }, match.game.name),
      el("span", { class: "match-players soft" }, names),
      el("span", { class: "match-verb" }, verb === "Watch" ? icon("fa-eye") : null, verb),
    ),
  );
}

async function lookAgain() {
  try {
    if (document.visibilityState !== "visible") return;
    const told = await get("/api/matches");
    whenReleased(() => renderMatches(told));
  } finally {
    setTimeout(lookAgain, LOOK_AGAIN_MS);
  }
}

renderMatches({ mine, others });
renderSlots();
const first = wanted ?? lastUsed[0] ?? all[0];
if (first) choose(first);
setTimeout(lookAgain, LOOK_AGAIN_MS);
