// The rules of a game, for whoever it is. A browser keeps this page of each game that was looked at, and shows it in
// place of the game's when nobody answers.

import { byId } from "./dom.js";
import { goOnOnceAnswered } from "./server.js";
import { showSetup } from "./setup.js";

if (!location.pathname.endsWith("/rules")) {
  byId("stands-in").hidden = false;
  goOnOnceAnswered();
}
await showSetup();
