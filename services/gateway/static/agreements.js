// All that players of a match may ask for beside the moves; loaded while there is something to ask.

import { Agreement } from "./agreement.js";
import { Hint } from "./hint.js";
import { PAUSE } from "./pause.js";
import { TAKE_BACK } from "./take_back.js";

/** @import { Match } from "./family.js" */

/**
 * Wires what asks for it, and what answers.
 *
 * @param {Match} match
 * @param {import("./hint.js").Page} page takes what is told of the match afterwards, and shows it
 */
export const agreementsOn = (match, page) => [
  ...[TAKE_BACK, PAUSE].map((terms) => new Agreement(terms, match, page.take)),
  new Hint(match, page),
];
