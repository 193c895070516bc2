// Rule sets as files of one's own: read, and written for people to read.

import { el } from "./dom.js";

export const MOST_BYTES = 65_536;
const LINE = 100;

/** The JSON object in a file. Throws an Error that says what is wrong. */
export async function readRules(file) {
  if (file.size > MOST_BYTES) throw new Error(`${file.name} is larger than ${MOST_BYTES} bytes. A rule set needs less.`);
  let rules;
  try {
    rules = JSON.parse(await file.text());
  } catch (error) {
    throw new Error(`${file.name} is no JSON (${error.message}). Mend it there, or choose another file.`);
  }
  if (typeof rules !== "object" || rules === null || Array.isArray(rules)) throw new Error(`${file.name} holds no rule set. Choose a file that was exported.`);
  return rules;
}

/** Has the browser keep a rule set as a file of its name. */
export function saveRules(rules) {
  const address = URL.createObjectURL(new Blob([`${laidOut(rules, 0)}\n`], { type: "application/json" }));
  el("a", { href: address, download: `${rules.name}.json` }).click();
  setTimeout(() => URL.revokeObjectURL(address));
}

/** JSON in which whatever fits on a line is on one, as the library lays it out. */
function laidOut(value, depth) {
  const flat = inLine(value);
  if (typeof value !== "object" || value === null || (depth > 0 && flat.length + 2 * depth <= LINE)) return flat;
  const isList = Array.isArray(value);
  const rows = isList ? value.map((item) => laidOut(item, depth + 1)) : entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${laidOut(item, depth + 1)}`);
  if (rows.length === 0) return flat;
  const margin = "  ".repeat(depth + 1);
  return `${isList ? "[" : "{"}\n${margin}${rows.join(`,\n${margin}`)}\n${"  ".repeat(depth)}${isList ? "]" : "}"}`;
}

function inLine(value) {
  if (Array.isArray(value)) return `[${value.map(inLine).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return `{${entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${inLine(item)}`).join(", ")}}`;
}

const entries = (object) => Object.entries(object).filter(([, item]) => item !== undefined);
