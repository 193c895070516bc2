// All that players of a match may ask of one another beside the moves; loaded while there is something to ask.

import { Agreement } from "./agreement.js";
import { PAUSE } from "./pause.js";
import { TAKE_BACK } from "./take_back.js";

/** @import { Match } from "./family.js" */

/**
 * Wires what asks for it, and what answers.
 *
 * @param {Match} match
 * @param {(match: Match) => void} take what is told of the match afterwards; it shows it, too
 */
export const agreementsOn = (match, take) => [TAKE_BACK, PAUSE].map((terms) => new Agreement(terms, match, take));
