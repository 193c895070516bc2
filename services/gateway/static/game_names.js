// How names of games are written.

import { el } from "./dom.js";

/**
 * A name that may be broken between its words: ChessWithoutCheck.
 *
 * @param {string} name
 */
export const inParts = (name) =>
  name.split(/(?<=[a-z])(?=[A-Z])/).flatMap((part, index) => (index > 0 ? [el("wbr"), part] : [part]));
