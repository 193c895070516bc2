// Games as files of one's own: read, and written for people to read.

import { download } from "./download.js";
import { inWords } from "./faults.js";
import { post } from "./request.js";
import { t } from "./texts.js";

/** @import { Editor, Fault } from "./family.js" */

const MOST_BYTES = 65_536;
/** The path of what is wrong with all of a file. */
const WHOLE = "file";
const LINE = 100;
/** What a browser reads where bytes are no letter. */
const UNKNOWN = "\ufffd";

/**
 * Which family of games a file is of, and what is in it. Throws an Error that says what is wrong with it where it is of
 * the editor's own family, or of none, and it is no game that can be put right here.
 *
 * @param {{ name: string, text: string }} file
 * @param {{ family: string, editor: Editor }} here `editor`: says what is wrong
 * @returns {Promise<{ family: string, rules: any }>} no rules where it is faulty: its own family will say how
 */
export async function readRules({ name, text }, { family: own, editor }) {
  /** @type {{ family: string, faults: Fault[], table: any, is_read: boolean }} */
  const { family, faults, table, is_read } = await post("/api/factory/check", { text });
  // Where it is no object at all, it is of no family.
  const isReadable = faults.every(({ path }) => path !== WHOLE);
  const isGame = table || is_read;
  if (family && isReadable && (isGame || family !== own)) return { family, rules: isGame && JSON.parse(text) };
  await editor.learnToSayFaults?.();
  const said = faults.map((fault) => (fault.path === WHOLE ? inWords(fault) : editor.sayOfFile(fault)));
  throw new Error([t("{name} cannot be read.", { name }), ...said].join("\n"));
}

/**
 * What is in a file. Throws an Error where it is too long to be read, or its letters are not those of UTF-8.
 *
 * @param {File} file
 */
export async function readFile(file) {
  if (file.size > MOST_BYTES) {
    const told = { name: file.name, most: MOST_BYTES };
    throw new Error(t("{name} is larger than {most} bytes. A rule set needs less.", told));
  }
  const text = await file.text();
  if (text.includes(UNKNOWN)) {
    throw new Error(t("{name} has letters that cannot be read. Save it as UTF-8.", { name: file.name }));
  }
  return { name: file.name, text };
}

/**
 * Has the browser keep a file.
 *
 * @param {string} name without an ending
 * @param {unknown} rules
 */
export function saveFile(name, rules) {
  download(`${name}.json`, new Blob([`${laidOut(rules, 0)}\n`], { type: "application/json" }));
}

/**
 * JSON in which whatever fits on a line is on one, as the library lays it out.
 *
 * @param {unknown} value
 * @param {number} depth
 * @returns {string}
 */
function laidOut(value, depth) {
  const flat = inLine(value);
  if (!isNested(value) || (depth > 0 && flat.length + 2 * depth <= LINE)) return flat;
  const rows = Array.isArray(value)
    ? value.map((item) => laidOut(item, depth + 1))
    : entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${laidOut(item, depth + 1)}`);
  if (rows.length === 0) return flat;
  const [first, last] = Array.isArray(value) ? "[]" : "{}";
  const margin = "  ".repeat(depth + 1);
  return `${first}\n${margin}${rows.join(`,\n${margin}`)}\n${"  ".repeat(depth)}${last}`;
}

/**
 * @param {unknown} value
 * @returns {string}
 */
function inLine(value) {
  if (Array.isArray(value)) return `[${value.map(inLine).join(", ")}]`;
  if (!isNested(value)) return JSON.stringify(value);
  return `{${entries(value)
    .map(([name, item]) => `${JSON.stringify(name)}: ${inLine(item)}`)
    .join(", ")}}`;
}

/**
 * @param {unknown} value
 * @returns {value is object}
 */
const isNested = (value) => typeof value === "object" && value !== null;

/** @param {object} object */
const entries = (object) => Object.entries(object).filter(([, item]) => item !== undefined);
