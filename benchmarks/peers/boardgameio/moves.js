// Moves that boardgame.io's server makes in a second of CPU: `node moves.js SECONDS`. Two clients play Tic-Tac-Toe at
// random, one match after the other, kept in memory. What the server would send them is made and written as JSON, each
// in its own view; there is no network.
import { createRequire } from "node:module";
import process from "node:process";

const require = createRequire(import.meta.url); // its parts are folders, which `import` does not find
const { Master } = require("boardgame.io/master");
const { createMatch, getFilterPlayerView, ProcessGameConfig } = require("boardgame.io/internal");
const { Server } = require("boardgame.io/server");

const ROWS = ["012", "345", "678", "036", "147", "258", "048", "246"].map((row) => [...row].map(Number));
const PLAYERS = ["0", "1"];

const game = ProcessGameConfig({
  name: "tic-tac-toe",
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    mark: ({ G, playerID }, cell) => (G.cells[cell] === null ? void (G.cells[cell] = playerID) : "INVALID_MOVE"),
  },
  endIf: ({ G, ctx }) => {
    if (ROWS.some((row) => row.every((cell) => G.cells[cell] === ctx.currentPlayer))) {
      return { winner: ctx.currentPlayer };
    }
    return G.cells.includes(null) ? undefined : { draw: true };
  },
});

const storage = Server({ games: [game], origins: [] }).db;
const viewOf = getFilterPlayerView(game);
const send = ({ playerID, ...data }) => JSON.stringify(viewOf(playerID, data));

const master = new Master(game, storage, {
  send,
  sendAll: (data) => PLAYERS.forEach((playerID) => send({ playerID, ...data })),
});

async function playMatch(matchID) {
  storage.createMatch(matchID, createMatch({ game, numPlayers: PLAYERS.length, unlisted: false }));
  for (const playerID of PLAYERS) await master.onSync(matchID, playerID, undefined, PLAYERS.length);
  const cells = [...Array(9).keys()].sort(() => Math.random() - 0.5);
  for (const [turn, cell] of cells.entries()) {
    const playerID = PLAYERS[turn % PLAYERS.length];
    const { state } = storage.fetch(matchID, { state: true });
    if (state.ctx.gameover) return turn;
    const action = { type: "MAKE_MOVE", payload: { type: "mark", args: [cell], playerID, credentials: undefined } };
    await master.onUpdate(action, state._stateID, matchID, playerID);
    if (storage.fetch(matchID, { state: true }).state._stateID === state._stateID) throw new Error("a move is refused");
  }
  return cells.length;
}

async function playFor(seconds) {
  const until = process.uptime() + seconds;
  const before = process.cpuUsage();
  let moves = 0;
  for (let number = 0; process.uptime() < until; number++) {
    moves += await playMatch(String(number));
    storage.wipe(String(number));
  }
  const { user, system } = process.cpuUsage(before);
  return (moves / (user + system)) * 1e6;
}

const seconds = Number(process.argv[2]);
await playFor(seconds / 4); // until it is compiled
process.stdout.write(`${(await playFor(seconds)).toFixed(0)}\n`);
process.exit();
