// A draft that somebody shows: its rules and its setup.

import { showSetup } from "./setup.js";

await showSetup();
