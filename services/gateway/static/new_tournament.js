// The form for a new tournament.

import { Combobox } from "./combobox.js";
import { byId, el, focusOn, icon, inputById, kindById, pageData, replace, say } from "./dom.js";
import { showFault } from "./faults.js";
import { onPress } from "./forms.js";
import { goTo } from "./going.js";
import { lasting } from "./numbers.js";
import { peopleFound } from "./people_found.js";
import { get, post, requestId } from "./request.js";
import { language, t } from "./texts.js";
import { counted, faultWords } from "./tournament_words.js";

/** @import { Known } from "./acquaintance.js" */
/** @import { Fault } from "./family.js" */

/** @typedef {{ id: string, name: string }} Named */
/** @typedef {Named & { seats: string[] }} Seated a game */

/**
 * Somebody who can be chosen; `seconds` for a move, 0 where others cannot be asked for.
 *
 * @typedef {Named & { note: string, seconds: number, kind: "random" | "house" | "bot" | "person" }} Player
 */
/** @typedef {"own" | "seconds" | "simulations"} Kind of thinking time */
/**
 * Somebody who plays, of the number of those who were entered before.
 *
 * @typedef {{ number: number, player: Player, kind: Kind, amount: string }} Entry
 */

/** @type {{ games: Seated[], players: Player[], people: Known[], chosen: string[], most_moves: number, me: Named }} */
const page = pageData();
const form = byId("tournament-form");
const games = [...page.games];
/** Who plays, in the order of the clicks: the first one is the gauntlet's. @type {Entry[]} */
const entries = [];
let entered = 0;
let wantsRated = true;
let request = requestId();

// --- games ----------------------------------------------------------------------------------------------------------

/** @type {Combobox<Seated>} */
const combobox = new Combobox(inputById("game"), byId("games-found"), {
  find: async (text) => [{ title: "", options: await get(`/api/games?${new URLSearchParams({ name: text })}`) }],
  onChoose: (game) => {
    if (!games.some(({ id }) => id === game.id)) games.push(game);
    combobox.value = "";
    drawGames();
  },
  none: t("There is no game of this name."),
});

function drawGames() {
  const chips = games.map(({ id, name }, index) => {
    const label = { "aria-label": t("Leave out {name}", { name }), title: t("Leave out") };
    const onclick = () => {
      games.splice(index, 1);
      drawGames();
      byId("game").focus();
    };
    const button = { type: "button", class: "button quiet icon-only", id: `game-${id}`, onclick, ...label };
    return el("li", {}, name, el("button", button, icon("fa-times")));
  });
  replace(byId("chosen-games"), chips);
  drawNote();
}

/**
 * How many games give each of so many players each seat equally often.
 *
 * @param {number} seats
 * @returns {number}
 */
const setSize = (seats) => (seats > 1 ? seats * setSize(seats - 1) : 1);

/** Says how many games are played for those that are asked for, where all are rounded to the same number. */
function drawNote() {
  const asked = numberIn("games-each") ?? 0;
  const each = games.map(({ seats }) => setSize(seats.length) * Math.ceil(asked / setSize(seats.length)));
  // Where players are fewer than seats, partners may be played by one.
  const isKnown = asked > 0 && new Set(each).size === 1 && games.every(({ seats }) => seats.length <= entries.length);
  const isRounded = isKnown && each[0] !== asked;
  const isMixed = kindById("format", HTMLSelectElement).value === "mixed";
  say(
    byId("games-each-note"),
    isMixed
      ? t("So many in each round; who has which seat is drawn.")
      : isRounded
        ? t("Rounded up to {count}, so that everybody has every seat equally often.", { count: counted(each[0]) })
        : t("Rounded up, so that everybody has every seat equally often."),
  );
  say(byId("size-note"), sizeWords(asked, each[0] ?? 0));
}

/**
 * How much people are going to play, where that is known: an evening has an end.
 *
 * @param {number} asked games for each combination
 * @param {number} whole likewise, rounded up to whole sets
 */
function sizeWords(asked, whole) {
  const [{ seats } = { seats: [] }] = games;
  const people = entries.filter(({ player }) => player.kind === "person").length;
  if (games.length !== 1 || people === 0 || entries.length < seats.length || asked <= 0) return "";
  if (kindById("format", HTMLSelectElement).value === "mixed") {
    const rounds = numberIn("rounds") ?? 0;
    const count = rounds * Math.floor(entries.length / seats.length) * asked;
    return count > 0 ? t("Games in all: {games}.", { games: counted(count) }) : "";
  }
  const combinations = seats.reduce((product, _, taken) => (product * (entries.length - taken)) / (taken + 1), 1);
  const count = { games: counted(combinations * whole) };
  // Each meets each, and an odd number has one sit out in each round.
  return seats.length === 2 && people === entries.length
    ? t("Games in all: {games}, rounds: {rounds}.", { ...count, rounds: people - 1 + (people % 2) })
    : t("Games in all: {games}.", count);
}

// --- players --------------------------------------------------------------------------------------------------------

function drawPlayers() {
  const rows = page.players.map((player) => {
    const checked = entries.some((entry) => entry.player === player);
    const onchange = (/** @type {Event} */ { target }) => choose(player, target);
    const box = { type: "checkbox", value: player.id, checked, onchange };
    return el("label", {}, el("input", box), el("span", {}, player.name, el("small", {}, player.note)));
  });
  replace(byId("players"), rows);
}

/**
 * @param {Player} player
 * @param {EventTarget | null} target
 */
function choose(player, target) {
  if (!(target instanceof HTMLInputElement)) return;
  if (target.checked) enter(player);
  else entries.splice(0, entries.length, ...entries.filter((entry) => entry.player !== player));
  drawEntries();
}

/** Those who are asked: friends first, then whoever has a name that begins so. @type {Combobox<Known>} */
const people = new Combobox(inputById("person"), byId("people-found"), {
  find: (text) => peopleFound(text, ({ id }) => id !== page.me.id && !entries.some(({ player }) => player.id === id)),
  onChoose: (person) => {
    people.value = "";
    enter(asked(person));
    drawEntries();
  },
  none: t("Nobody's name begins like that."),
});

/** @param {Named} person @returns {Player} */
const asked = ({ id, name }) => ({ id, name, note: "", seconds: 0, kind: "person" });

/** @param {Player} player */
function enter(player) {
  entries.push({ number: entered, player, kind: "own", amount: "" });
  entered += 1;
}

/** @type {Record<Exclude<Kind, "own">, { words: string, usual: (seconds: number) => string, attributes: object }>} */
const AMOUNTS = {
  seconds: { words: t("Seconds a move"), usual: String, attributes: { min: "0.001", max: "60", step: "any" } },
  simulations: { words: t("Simulations a move"), usual: () => "1000", attributes: { min: "1", max: "1000000" } },
};

function drawEntries() {
  replace(byId("entries"), entries.map(entryRow));
  const isOpen = inputById("open").checked;
  const hasPeople = isOpen || entries.some(({ player }) => player.kind === "person");
  byId("window-field").hidden = !hasPeople;
  // It begins when they have answered.
  const isAsking = entries.some(({ player }) => player.kind === "person" && player.id !== page.me.id);
  say(byId("begin-words"), isOpen ? t("Open it") : isAsking ? t("Send invitations") : t("Begin"));
  // A hundred games are for programs; people play one set of seats, unless more are asked for.
  const each = inputById("games-each");
  if (hasPeople && each.value === "100") each.value = "1";
  drawNote();
  const isOwn = entries.every(({ kind }) => kind === "own");
  const rated = inputById("rated");
  rated.disabled = !isOwn;
  rated.checked = isOwn && wantsRated;
}

/** @param {Entry} entry */
function entryRow(entry) {
  const { player, number } = entry;
  const { name } = player;
  const again = { "aria-label": t("Add {name} again", { name }), title: t("Once more") };
  const out = { "aria-label": t("Leave out {name}", { name }), title: t("Leave out") };
  const button = { type: "button", class: "button quiet icon-only" };
  return el(
    "li",
    {},
    el("span", { class: "entry-name" }, name, player.kind === "person" ? el("small", {}, askedWords(player)) : null),
    player.seconds > 0 ? budget(entry) : null,
    el(
      "span",
      { class: "entry-buttons" },
      player.kind === "bot" || player.kind === "person"
        ? null
        : el(
            "button",
            { ...button, id: `again-${number}`, onclick: () => nameAgain(entry), ...again },
            icon("fa-plus"),
          ),
      el("button", { ...button, id: `out-${number}`, onclick: () => leaveOut(entry), ...out }, icon("fa-times")),
    ),
  );
}

/** @param {Player} player */
const askedWords = ({ id }) => (id === page.me.id ? t("you") : t("will be asked"));

/** @param {Entry} entry */
function budget(entry) {
  const { player, number, kind } = entry;
  const { name, seconds } = player;
  const kinds = {
    own: t("Its own time: {seconds} s", { seconds: seconds.toLocaleString(language) }),
    seconds: AMOUNTS.seconds.words,
    simulations: AMOUNTS.simulations.words,
  };
  const options = Object.entries(kinds).map(([value, words]) =>
    el("option", { value, selected: value === kind }, words),
  );
  const onchange = (/** @type {Event} */ { target }) => {
    if (!(target instanceof HTMLSelectElement)) return;
    entry.kind = /** @type {Kind} */ (target.value);
    entry.amount = entry.kind === "own" ? "" : AMOUNTS[entry.kind].usual(seconds);
    drawEntries();
  };
  const choice = { id: `kind-${number}`, "aria-label": t("How long {name} thinks", { name }), onchange };
  return el(
    "span",
    { class: "entry-budget" },
    el("select", choice, ...options),
    kind === "own" ? null : amount(entry, kind),
  );
}

/**
 * @param {Entry} entry
 * @param {Exclude<Kind, "own">} kind
 */
function amount(entry, kind) {
  const { words, attributes } = AMOUNTS[kind];
  const oninput = (/** @type {Event} */ { target }) => {
    if (target instanceof HTMLInputElement) entry.amount = target.value;
  };
  const label = t("{what} of {name}", { what: words, name: entry.player.name });
  const named = { id: `amount-${entry.number}`, "aria-label": label, "aria-describedby": "entries-fault" };
  const field = { type: "number", inputmode: "decimal", value: entry.amount, ...attributes, ...named, oninput };
  return el("input", field);
}

/** @param {Entry} entry */
function nameAgain({ player }) {
  enter(player);
  drawEntries();
  focusOn(`${player.seconds > 0 ? "kind" : "out"}-${entered - 1}`);
}

/** @param {Entry} entry */
function leaveOut(entry) {
  entries.splice(entries.indexOf(entry), 1);
  drawEntries();
  drawPlayers();
  const [other] = entries;
  if (other) focusOn(`out-${other.number}`);
  else byId("players").querySelector("input")?.focus();
}

/** What is sent of an entry. @param {Entry} entry */
function sent({ player: { id }, kind, amount: text }) {
  return kind === "own" ? { id } : { id, [kind]: text === "" ? 0 : Number(text) };
}

/** Enters what another tournament was made with, as far as its address says so. @param {URLSearchParams} wanted */
function enterSettings(wanted) {
  const window = kindById("window", HTMLSelectElement);
  const seconds = wanted.get("window") ?? "";
  // The command takes any time.
  if (/^[0-9]{2,7}$/.test(seconds) && ![...window.options].some(({ value }) => value === seconds)) {
    window.prepend(el("option", { value: seconds }, lasting(1000 * Number(seconds))));
  }
  for (const field of [kindById("format", HTMLSelectElement), window]) {
    const known = [...field.options].find(({ value }) => value === wanted.get(field.id));
    if (known) known.selected = true;
  }
  for (const [id, number] of Object.entries({ rounds: wanted.get("rounds"), "games-each": wanted.get("each") })) {
    if (/^[0-9]{1,7}$/.test(number ?? "")) inputById(id).value = number ?? "";
  }
  wantsRated = wanted.get("unrated") !== "1";
  inputById("open").checked = wanted.get("open") === "1";
}

// --- sending --------------------------------------------------------------------------------------------------------

/** Fields, by what the service calls them: a fault is said in the place "<id>-fault". @type {Record<string, string>} */
const PLACES = {
  game_ids: "game",
  players: "players",
  format: "format",
  games_each: "games-each",
  name: "name",
  seed: "seed",
  sprt: "test",
  elo0: "test",
  elo1: "test",
  rounds: "rounds",
  window_s: "window",
};

/**
 * Shows a fault beside the control by which it is put right, and gives that; null where there is none.
 *
 * @param {Fault} fault
 */
function showBeside(fault) {
  const words = faultWords(
    fault,
    entries.map(({ player }) => player.name),
  );
  const [field, of = ""] = fault.path.split(/[.[\]]+/);
  const entry = field === "players" && of ? entries[Number(of)] : undefined;
  const place = entry ? "entries" : PLACES[field];
  if (!place) {
    say(byId("tournament-fault"), words);
    return null;
  }
  const control = entry ? controlOf(entry) : (CONTROLS[of || field]?.() ?? byId(place));
  showFault(place, words, control);
  return control;
}

/** Controls that are not called as their place. @type {Record<string, () => Element | null>} */
const CONTROLS = {
  players: () => byId("players").querySelector("input"),
  elo0: () => byId("elo0"),
  elo1: () => byId("elo1"),
};

/** Where something can be done about somebody who plays. @param {Entry} entry */
const controlOf = ({ number }) =>
  document.getElementById(`amount-${number}`) ?? document.getElementById(`kind-${number}`) ?? byId(`out-${number}`);

/** @param {string} id */
const numberIn = (id) => (inputById(id).value === "" ? null : Number(inputById(id).value));

async function begin() {
  clear();
  const test = inputById("test").checked ? { elo0: numberIn("elo0"), elo1: numberIn("elo1") } : null;
  const made = await post("/api/tournaments", {
    request_id: request,
    name: inputById("name").value.trim(),
    game_ids: games.map(({ id }) => id),
    players: entries.map(sent),
    format: kindById("format", HTMLSelectElement).value,
    rounds: byId("rounds-field").hidden ? null : numberIn("rounds"),
    games_each: numberIn("games-each"),
    seed: inputById("seed").value.trim().toLowerCase(),
    rated: inputById("rated").checked,
    test,
    open: inputById("open").checked,
    window_s: Number(kindById("window", HTMLSelectElement).value),
  });
  await goTo(`/tournaments/${made.id}`);
}

/** Takes away what is said in some part of the form. */
function clear(part = form) {
  for (const place of part.querySelectorAll(".fault")) say(place, "");
  for (const control of part.querySelectorAll("[aria-invalid]")) control.removeAttribute("aria-invalid");
}

onPress("tournament-form", begin, (error, isHere) => {
  // Something else will be asked for.
  request = requestId();
  if (error.faults.length === 0) say(byId("tournament-fault"), error.message);
  const wrong = error.faults.map(showBeside);
  const [first] = [...form.querySelectorAll("input, select, button")].filter((control) => wrong.includes(control));
  if (isHere && first instanceof HTMLElement) first.focus();
});

form.addEventListener("input", ({ target }) => {
  if (!(target instanceof Element)) return;
  const part = target.closest("#test-part") ?? target.closest(".field");
  if (part instanceof HTMLElement) clear(part);
});

inputById("rated").addEventListener("change", () => {
  wantsRated = inputById("rated").checked;
});
inputById("open").addEventListener("change", drawEntries);
inputById("games-each").addEventListener("input", drawNote);
inputById("rounds").addEventListener("input", drawNote);
const format = kindById("format", HTMLSelectElement);
const drawRounds = () => {
  byId("rounds-field").hidden = format.value !== "swiss" && format.value !== "mixed";
  drawNote();
};
format.addEventListener("change", drawRounds);
inputById("test").addEventListener("change", () => {
  byId("test-fields").hidden = !inputById("test").checked;
});
const length = { count: counted(page.most_moves) };
say(byId("length-note"), t("A game that is not over after {count} moves counts as a draw.", length));
for (const id of page.chosen) {
  const person = page.people.find((one) => one.id === id);
  const player = page.players.find((one) => one.id === id) ?? (person && asked(person));
  if (player) enter(player);
}
enterSettings(new URLSearchParams(location.search));
drawGames();
drawPlayers();
drawEntries();
drawRounds();
