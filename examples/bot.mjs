// Plays any game, each legal move as likely as Random would make it.
//
//     REDSCIENCE_SECRET=… node examples/bot.mjs [http://127.0.0.1:8000]
//
// The secret is the bot's, as its owner was shown it. docs/protocol.md tells what is said here; the packages come with
// `npm install`. In `choose` a better player begins: the view holds all that the seat may know.

import grpc from "@grpc/grpc-js";
import protoLoader from "@grpc/proto-loader";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const LONGEST_PAUSE_MS = 5000;
const ACCEPTING = { least_seconds_per_turn: 5, most_matches: 10, whom: "WHOM_ANYBODY", tournaments: true };

const definition = protoLoader.loadSync(
  ["redscience/api/players/v1/players.proto", "redscience/api/match/v1/match.proto"],
  { includeDirs: [fileURLToPath(new URL("../proto", import.meta.url))], keepCase: true, longs: String, enums: String },
);
const { players, match } = grpc.loadPackageDefinition(definition).redscience.api;

function choose(view) {
  return drawn(view);
}

function drawn(view) {
  let left = Math.random() * view.legal.reduce((sum, each) => sum + each.weight, 0);
  return (view.legal.find((each) => (left -= each.weight) < 0) ?? view.legal[0]).move;
}

/** What is played in a view: where `choose` fails, a move is drawn, as all others at the table wait. */
function chosen(view) {
  try {
    return choose(view);
  } catch (error) {
    console.warn(error);
    return drawn(view);
  }
}

/** Leads to the services of the platform whose pages are there. */
async function connect(server) {
  const { grpc: at } = await (await fetch(`${server}/.well-known/redscience`)).json();
  const credentials = server.startsWith("https:") ? grpc.credentials.createSsl() : grpc.credentials.createInsecure();
  return {
    players: new players.v1.PlayersService(at.players, credentials),
    match: new match.v1.MatchService(at.match, credentials, {
      // What answers no longer is noticed, though nobody has closed the stream.
      "grpc.keepalive_time_ms": 30_000,
      // Views of the largest games have up to 16 MB.
      "grpc.max_receive_message_length": 32 * 1024 * 1024,
    }),
  };
}

/** The metadata of calls, with a fresh access token; fails as UNAUTHENTICATED where the secret is valid no longer. */
async function loggedIn(services, secret) {
  const answer = await new Promise((resolve, reject) => {
    services.players.Exchange({ secret }, (error, value) => (error ? reject(error) : resolve(value)));
  });
  const metadata = new grpc.Metadata();
  metadata.set("authorization", `Bearer ${answer.token}`);
  return metadata;
}

/** Plays on one stream, until it or the token ends; whoever opens the next one is asked for all that is owed. */
async function serve(services, metadata) {
  const sent = new Map();
  const views = new Map();
  const stream = services.match.Serve(metadata);
  const send = (key) => sent.has(key) && stream.writable && stream.write({ answers: [sent.get(key)] });
  stream.write({ accepting: ACCEPTING });
  for await (const told of stream) {
    // Sent before it was known here what is accepted: such an invitation waits for an answer.
    for (const { id, status, seconds_per_turn } of told.invitations ?? []) {
      const fits = seconds_per_turn >= ACCEPTING.least_seconds_per_turn;
      if (status === "STATUS_INVITED") stream.write(fits ? { accept: [id] } : { decline: [id] });
    }
    for (const { match_id, seat, view_version, view } of told.decisions ?? []) {
      views.set(match_id + seat, JSON.parse(view));
      sent.set(match_id + seat, { match_id, seat, view_version, moves: [chosen(views.get(match_id + seat))] });
      send(match_id + seat);
    }
    for (const { match_id, seat, view_version, code, message, retry_after_s } of told.refusals ?? []) {
      console.warn(`Refused in match ${match_id}: ${message}`);
      const answer = sent.get(match_id + seat);
      // What may not be played is owed still, and nobody asks again: a move is drawn, before time runs out.
      if (/^move\/|^input\//.test(code) && answer?.view_version === view_version) {
        answer.moves = [drawn(views.get(match_id + seat))];
        send(match_id + seat);
      } else if (retry_after_s) setTimeout(send, retry_after_s * 1000, match_id + seat);
    }
    for (const { match_id, seats, reason } of told.over ?? []) {
      for (const { seat } of seats) [sent, views].forEach((each) => each.delete(match_id + seat));
      const outcomes = seats.filter(({ outcome }) => outcome); // Chaos has none
      console.log(match_id, Object.fromEntries(outcomes.map(({ seat, outcome }) => [seat, outcome])), reason);
    }
  }
}

async function play(server, secret) {
  for (let pauseMs = 100; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    const services = await connect(server).catch((error) => console.warn(`${server}: ${error.message}`));
    if (services) {
      const metadata = await loggedIn(services, secret).catch((error) => {
        if (error.code === grpc.status.UNAUTHENTICATED) throw error;
        console.warn(error.details);
      });
      const began = Date.now();
      if (metadata) await serve(services, metadata).catch((error) => console.warn(error.details ?? error));
      if (Date.now() - began > LONGEST_PAUSE_MS) pauseMs = 100;
      services.players.close();
      services.match.close();
    }
    // Not all at the same time: after a restart everybody comes back.
    await pause(pauseMs * (0.5 + Math.random() / 2));
  }
}

const secret = process.env.REDSCIENCE_SECRET;
if (!secret) {
  console.error("Set REDSCIENCE_SECRET to the secret of your bot, as its owner was shown it.");
  process.exit(1);
}
play(process.argv[2] ?? "http://127.0.0.1:8000", secret).catch((error) => {
  console.error(error.details ?? error.message);
  process.exit(1);
});
