// The form for a new tournament.

import { Combobox } from "./combobox.js";
import { byId, el, icon, inputById, kindById, pageData, replace, say } from "./dom.js";
import { onPress } from "./forms.js";
import { get, post, requestId } from "./request.js";
import { t } from "./texts.js";
import { counted, faultWords } from "./tournament_words.js";

/** @typedef {{ id: string, name: string }} Named */

/** @type {{ games: Named[], players: (Named & { note: string })[], chosen: string[], most_moves: number }} */
const page = pageData();
const games = [...page.games];
/** Who was checked, in the order of the clicks: the first one is the gauntlet's. */
const players = page.chosen.filter((id) => page.players.some((player) => player.id === id));
let request = requestId();

// --- games ----------------------------------------------------------------------------------------------------------

/** @type {Combobox<Named>} */
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
}

// --- players --------------------------------------------------------------------------------------------------------

function drawPlayers() {
  const rows = page.players.map(({ id, name, note }) => {
    const box = { type: "checkbox", value: id, checked: players.includes(id), onchange: choose };
    return el("label", {}, el("input", box), el("span", {}, name, el("small", {}, note)));
  });
  replace(byId("players"), rows);
}

/** @param {Event} event */
function choose({ target }) {
  if (!(target instanceof HTMLInputElement)) return;
  if (target.checked) players.push(target.value);
  else players.splice(players.indexOf(target.value), 1);
}

// --- sending --------------------------------------------------------------------------------------------------------

/** Where a fault of a field is said. @type {Record<string, string>} */
const PLACES = {
  game_ids: "game-fault",
  players: "players-fault",
  player_ids: "players-fault",
  format: "format-fault",
  games_each: "games-each-fault",
  name: "name-fault",
  seed: "seed-fault",
  sprt: "test-fault",
  elo0: "test-fault",
  elo1: "test-fault",
};

/** @param {string} id */
const numberIn = (id) => (inputById(id).value === "" ? null : Number(inputById(id).value));

async function begin() {
  clear();
  const test = inputById("test").checked ? { elo0: numberIn("elo0"), elo1: numberIn("elo1") } : null;
  const made = await post("/api/tournaments", {
    request_id: request,
    name: inputById("name").value.trim(),
    game_ids: games.map(({ id }) => id),
    player_ids: players,
    format: kindById("format", HTMLSelectElement).value,
    games_each: numberIn("games-each"),
    seed: inputById("seed").value.trim().toLowerCase(),
    rated: inputById("rated").checked,
    test,
  });
  location.assign(`/tournaments/${made.id}`);
}

function clear() {
  for (const id of ["tournament-fault", ...Object.values(PLACES)]) say(byId(id), "");
}

onPress("tournament-form", begin, (error) => {
  // Something else will be asked for.
  request = requestId();
  if (error.faults.length === 0) say(byId("tournament-fault"), error.message);
  const names = players.map((id) => page.players.find((player) => player.id === id)?.name ?? "");
  for (const fault of error.faults) {
    const [field] = fault.path.split(/[.[]/);
    say(byId(PLACES[field] ?? "tournament-fault"), faultWords(fault, names));
  }
});

inputById("test").addEventListener("change", () => {
  byId("test-fields").hidden = !inputById("test").checked;
});
const length = { count: counted(page.most_moves) };
say(byId("length-note"), t("A game that is not over after {count} moves ends there, and counts as drawn.", length));
drawGames();
drawPlayers();
