// What seats are called in the language of the page: the page brings the words that are not English.

import { pageData } from "./dom.js";

/** @type {Record<string, string>} */
const words = pageData().seat_words ?? {};

/**
 * A seat within a sentence: "black", "Schwarz".
 *
 * @param {string} seat
 */
export const seatWord = (seat) => words[seat] ?? seat;
