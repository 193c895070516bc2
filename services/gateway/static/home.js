// Home: what goes on for me, a new match, and what others do. It looks again by itself.

import { act as actOn, followFriends, friendButtons } from "./acquaintance.js";
import { folded } from "./combobox.js";
import { countdown, setServerTime } from "./countdown.js";
import { buttonById, byId, el, icon, pageData, replace } from "./dom.js";
import { entryItem, gameItems, isInvited, joinItem } from "./entries.js";
import { lengthOf, pictureWhenSeen } from "./game_cards.js";
import { inParts } from "./game_names.js";
import { goTo } from "./going.js";
import { answer, inviter, isAsked, isSentBy, othersText, timeLeft, waitingText } from "./invitations.js";
import { NewMatch } from "./new_match.js";
import { whenReleased } from "./press.js";
import { get, post, requestId } from "./request.js";
import { whileSeen } from "./seen.js";
import { nameOf } from "./seating.js";
import { replaceChanged } from "./changed.js";
import { t } from "./texts.js";
import { listed } from "./words.js";

/** @import { Action, Known } from "./acquaintance.js" */
/** @import { Game, Match } from "./family.js" */
/** @import { Offer } from "./new_match.js" */
/** @import { Tournament } from "./tournament_words.js" */

const LOOK_AGAIN_MS = 3_000;

/**
 * What goes on now.
 *
 * @typedef {object} Now
 * @property {Match[]} mine
 * @property {Match[]} invited
 * @property {Match[]} lobby
 * @property {Match[]} others
 * @property {Tournament[]} tournaments for which I am asked, or in which I play
 * @property {Tournament[]} open_tournaments that I may join
 */

/** @typedef {Pick<Game, "id" | "name" | "family" | "is_drawn" | "also_called">} Suggested */

/** @type {Offer & Now & { again: Match[], suggested: Suggested[], newest: Game[], friend_requests: Known[] }} */
const page = pageData();
const me = { ...page.me, hosts: page.hosts };
const isVisit = me.kind === "anonymous";
/** @type {Now} */
let now = page;
let friendRequests = page.friend_requests;
setClock(page);
/** What was refused, by match, or by who wants to be my friend.
 * @type {Map<string, string>} */
const faults = new Map();
/** The matches of which something is being done.
 * @type {Set<string>} */
const busy = new Set();

/** @param {Now} told just now */
function setClock({ mine, invited, lobby, others }) {
  const [match] = [...mine, ...invited, ...lobby, ...others];
  if (match) setServerTime(match.now_ms);
}

function render() {
  const asked = now.invited.filter((match) => isAsked(match, me));
  const waiting = now.invited.filter((match) => !isAsked(match, me));
  const entries = now.tournaments.filter((tournament) => isInvited(tournament, me.id));
  const games = now.tournaments.flatMap((tournament) => gameItems(tournament, me.id));
  const asking = [...asked.map(askedItem), ...entries.map(entryItem), ...friendRequests.map(friendItem)];
  byId("asked-card").hidden = asking.length === 0;
  fill("asked", asking, "");
  byId("tournaments-card").hidden = games.length === 0;
  fill("tournament-games", games, "");
  fill("mine", [...byTurn(now.mine).map(ownItem), ...waiting.map(waitingItem)], t("No match of yours is running."));
  const open = [...now.lobby.map(openItem), ...now.open_tournaments.map(joinItem)];
  byId("lobby-card").hidden = open.length === 0;
  fill("lobby", open, "");
  fill("others", now.others.map(otherItem), t("Nobody else is playing now."));
  const turns = now.mine.filter((match) => match.is_acting).length + asking.length;
  document.title = `${turns > 0 ? `(${turns}) ` : ""}${t("Home")} · redscience`;
}

/**
 * @param {string} id
 * @param {HTMLElement[]} items
 * @param {string} none what is said where there are none
 */
function fill(id, items, none) {
  const place = byId(id);
  if (items.length === 0) {
    replaceChanged(place, el("p", { class: "empty" }, none));
    return;
  }
  // The list stays, and in it what has not changed.
  const list = place.querySelector(":scope > ul") ?? el("ul");
  replaceChanged(list, items);
  if (!list.parentNode) place.replaceChildren(list);
}

/**
 * Those first in which it is my turn, whose time is over soonest.
 *
 * @param {Match[]} matches
 */
const byTurn = (matches) =>
  [...matches].sort((one, other) => Number(other.is_acting) - Number(one.is_acting) || one.due_at_ms - other.due_at_ms);

// --- one entry ------------------------------------------------------------------------------------------------------

/** @param {Match} match */
function askedItem(match) {
  const name = inviter(match).name;
  const others = match.seats.slice(1).filter(({ player }) => player.id !== me.id);
  const beside =
    others.length > 0
      ? t("With {list}.", { list: listed(others.map(({ player }) => player.name || t("somebody"))) })
      : "";
  return item(
    match,
    el("strong", {}, t("{name} invites you to {game}.", { name, game: match.game.name })),
    [beside, timeLeft(match)],
    action(
      match,
      "accept",
      "fa-check",
      t("Accept"),
      t("Accept {name}’s invitation to {game}", { name, game: match.game.name }),
    ),
    action(
      match,
      "decline",
      "fa-times",
      t("Decline"),
      t("Decline {name}’s invitation to {game}", { name, game: match.game.name }),
    ),
  );
}

/** @param {Known} player */
const friendItem = (player) =>
  item(
    player,
    el("strong", {}, t("{name} wants to be your friend.", { name: player.name })),
    [t("Friends can invite each other to matches.")],
    ...friendButtons(player, "asking", (answered) => answerFriend(player, answered)),
  );

/** @param {Match} match */
function waitingItem(match) {
  const isMine = isSentBy(match, me);
  return item(
    match,
    el("a", { class: "match-game", id: `match-${match.id}`, href: `/matches/${match.id}` }, match.game.name),
    [match.is_in_lobby ? t("You wait as long as its page is open.") : waitingText(match, me), timeLeft(match)],
    match.link
      ? el("a", { class: "button", id: `to-${match.id}`, href: `/matches/${match.id}` }, icon("fa-link"), t("Link"))
      : null,
    isMine
      ? action(
          match,
          "cancel",
          "fa-times",
          t("Cancel"),
          t("Cancel the invitation to {name}", { name: match.game.name }),
        )
      : action(
          match,
          "decline",
          "fa-times",
          t("Decline"),
          t("Decline the invitation to {name}", { name: match.game.name }),
        ),
  );
}

/**
 * @param {{ id: string }} of a match, or who wants to be my friend
 * @param {Node} title
 * @param {(Node | string | null)[]} words
 * @param {...(Node | null)} actions
 */
function item({ id }, title, words, ...actions) {
  return el(
    "li",
    { class: "invited-item" },
    el("div", { class: "invited-words" }, el("p", {}, title), el("p", { class: "soft" }, ...spaced(words))),
    el("div", { class: "actions" }, actions),
    el("p", { class: "fault", role: "alert" }, faults.get(id) ?? null),
  );
}

/** @param {(Node | string | null)[]} words */
const spaced = (words) => words.flatMap((word) => (word ? [word, " "] : []));

/**
 * @param {Match} match
 * @param {"accept" | "decline" | "cancel"} verb
 * @param {string} iconName
 * @param {string} text
 * @param {string} label
 */
function action(match, verb, iconName, text, label) {
  const attributes = {
    type: "button",
    class: `button ${verb === "accept" ? "primary" : ""}`,
    id: `${verb}-${match.id}`,
    "aria-label": label,
    "aria-busy": busy.has(match.id) ? "true" : null,
    onclick: () => act(match, verb),
  };
  return el("button", attributes, icon(iconName), text);
}

/**
 * A running match of mine.
 *
 * @param {Match} match
 */
function ownItem(match) {
  return matchItem(
    match,
    othersText(match, me) || t("by yourself"),
    el("span", { class: "turn" }, whoseTurn(match), match.due_at_ms ? countdown(match.due_at_ms) : null),
    match.is_acting ? "is-acting" : "",
  );
}

/**
 * Several are told of where all plan at once, or where whose turn it is is hidden.
 *
 * @param {Match} match
 */
function whoseTurn(match) {
  if (match.is_paused) return t("Paused");
  if (match.is_acting) return t("Your turn");
  const [seat, ...more] = match.acting;
  return seat && more.length === 0 ? t("{name}’s turn", { name: nameOf(match, seat) }) : t("Waiting for the others");
}

/** @param {Match} match */
const otherItem = (match) =>
  matchItem(match, listed(match.seats.map(({ player }) => player.name)), verbText("fa-eye", t("Watch")));

/**
 * @param {string} iconName
 * @param {string} word
 */
const verbText = (iconName, word) => el("span", { class: "match-verb" }, icon(iconName), word);

/**
 * @param {Match} match
 * @param {string} who
 * @param {Node} state
 */
function matchItem(match, who, state, className = "") {
  return el(
    "li",
    {},
    el(
      "a",
      { class: `match-item ${className}`, id: `match-${match.id}`, href: `/matches/${match.id}` },
      el("span", { class: "match-game", translate: "no" }, inParts(match.game.name)),
      el("span", { class: "match-players soft" }, who),
      state,
    ),
  );
}

/**
 * A seat that waits for whoever comes.
 *
 * @param {Match} match
 */
function openItem(match) {
  const who = match.seats.filter(({ player }) => player.name).map(({ player }) => player.name);
  const attributes = { type: "button", class: "match-item", id: `take-${match.id}`, onclick: () => take(match) };
  return el(
    "li",
    {},
    el(
      "button",
      attributes,
      el("span", { class: "match-game" }, match.game.name),
      el(
        "span",
        { class: "match-players soft" },
        who.length === 1
          ? t("{who} waits for somebody", { who: who[0] })
          : t("{who} wait for somebody", { who: listed(who) }),
      ),
      verbText("fa-bolt", t("Play")),
    ),
    el("p", { class: "fault", role: "alert" }, faults.get(match.id) ?? null),
  );
}

/** @param {Match} match */
function againItem(match) {
  const attributes = { type: "button", class: "button", id: `again-${match.id}`, onclick: () => playAgain(match) };
  return el(
    "li",
    {},
    el(
      "button",
      attributes,
      icon("fa-refresh"),
      el("span", {}, t("{game} with {who}", { game: match.game.name, who: othersText(match, me) })),
    ),
    el("p", { class: "fault", role: "alert" }, faults.get(match.id) ?? null),
  );
}

/**
 * A game to try: it is chosen for a new match, which a further press begins.
 *
 * @param {Suggested} game
 */
function suggestedItem(game) {
  // What says nothing that the name does not is left out.
  const other = game.also_called.find((name) => !folded(game.name).includes(folded(name)));
  const attributes = { type: "button", class: "suggestion", id: `try-${game.id}`, onclick: () => tryOut(game) };
  return el(
    "li",
    {},
    el(
      "button",
      attributes,
      pictureWhenSeen(game),
      el("span", { class: "suggestion-name", translate: "no" }, inParts(game.name)),
      other ? el("span", { class: "suggestion-alias soft" }, t("also {list}", { list: other })) : null,
    ),
  );
}

/** A game that somebody has made: it is chosen like those to try. @param {Game} game */
function newItem(game) {
  const attributes = { type: "button", class: "match-item", id: `new-${game.id}`, onclick: () => tryOut(game) };
  return el(
    "li",
    {},
    el(
      "button",
      attributes,
      el("span", { class: "match-game", translate: "no" }, inParts(game.name)),
      el("span", { class: "match-players soft" }, t("by {name}", { name: game.maker }), ` · ${lengthOf(game)}`),
      verbText("fa-fort-awesome", t("Play")),
    ),
  );
}

// --- what is done ---------------------------------------------------------------------------------------------------

/**
 * @param {Match} match
 * @param {"accept" | "decline" | "cancel"} verb
 */
const act = (match, verb) =>
  once(match, async () => {
    const told = await answer(match, verb);
    if (verb === "accept") await goTo(`/matches/${told.id}`);
    else await look();
  });

/**
 * @param {Known} player
 * @param {Action} answered
 */
const answerFriend = (player, answered) =>
  once(player, async () => {
    await actOn(player.id, answered);
    friendRequests = friendRequests.filter(({ id }) => id !== player.id);
  });

/** @param {Match} match */
const take = (match) =>
  once(match, async () => {
    const told = await post("/api/join", { link: match.link });
    await goTo(`/matches/${told.id}`);
  });

/** @param {Match} match */
const playAgain = (match) =>
  once(match, async () => {
    const told = await post(`/api/matches/${match.id}/rematch`, { request_id: requestId() });
    await goTo(`/matches/${told.id}`);
  });

/** @param {Suggested | Game} game */
function tryOut(game) {
  newMatch.choose(game);
  byId("new-title").scrollIntoView({ block: "nearest" });
  buttonById("play-standard").focus({ preventScroll: true });
}

/**
 * Does something with a match or a friend request, one thing at a time, and says why where it is refused.
 *
 * @param {{ id: string }} of
 * @param {() => Promise<void>} work
 */
async function once({ id }, work) {
  if (busy.has(id)) return;
  busy.add(id);
  faults.delete(id);
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    faults.set(id, error.message);
  } finally {
    busy.delete(id);
    whenReleased(renderAll);
  }
}

// --- live -----------------------------------------------------------------------------------------------------------

async function look() {
  now = await get("/api/matches");
  setClock(now);
  whenReleased(render);
}

function renderAll() {
  render();
  byId("again-part").hidden = page.again.length === 0;
  replace(byId("again"), page.again.map(againItem));
}

byId("visit-note").hidden = !isVisit;
renderAll();
const newMatch = new NewMatch(page);
replace(byId("suggested"), page.suggested.map(suggestedItem));
replace(byId("newest"), page.newest.map(newItem));
whileSeen(look, LOOK_AGAIN_MS);
if (!isVisit) {
  followFriends(me.id, ({ asking }) => {
    friendRequests = asking;
    render();
  });
}
