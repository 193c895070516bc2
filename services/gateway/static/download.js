// Files for the browser to keep.

import { el } from "./dom.js";

/**
 * @param {string} name with its ending
 * @param {Blob} content
 */
export function download(name, content) {
  const address = URL.createObjectURL(content);
  el("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address));
}
