// Games as files of one's own: read, and written for people to read.

import { download } from "./download.js";
import { post } from "./request.js";
import { t } from "./texts.js";

/** @import { Editor, Fault } from "./family.js" */

const MOST_BYTES = 65_536;
const LINE = 100;

/**
 * Which family of games a file is of. Throws an Error that says what is wrong with it where it is of the editor's own
 * family, or of none, and the library can make no game of it.
 *
 * @param {any} rules what is in the file
 * @param {string} name of the file
 * @param {{ family: string, standIn: string, editor: Editor }} here `standIn`: the name under which a game without one
 *   is looked at; `editor`: says what is wrong
 * @returns {Promise<string>}
 */
export async function familyOf(rules, name, { family: own, standIn, editor }) {
  const named = { ...rules, name: rules.name || standIn };
  /** @type {{ family: string, faults: Fault[], table: any }} */
  const { family, faults, table } = await post("/api/factory/check", { rule_set: named });
  if (family && (table || family !== own)) return family;
  await editor.learnToSayFaults?.();
  const said = faults.map((fault) => editor.sayOfFile(fault));
  throw new Error([t("{name} cannot be read.", { name }), ...said].join("\n"));
}

/**
 * The JSON object in a file. Throws an Error that says what is wrong.
 *
 * @param {File} file
 * @returns {Promise<any>}
 */
export async function readFile(file) {
  if (file.size > MOST_BYTES) {
    const told = { name: file.name, most: MOST_BYTES };
    throw new Error(t("{name} is larger than {most} bytes. A rule set needs less.", told));
  }
  const rules = parsed(await file.text(), file.name);
  if (typeof rules !== "object" || rules === null || Array.isArray(rules)) {
    throw new Error(t("{name} holds no rule set. Choose a file that was exported.", { name: file.name }));
  }
  return rules;
}

/**
 * @param {string} text
 * @param {string} name
 */
function parsed(text, name) {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(t("{name} is not valid JSON. Correct it, or choose another file.", { name }), { cause: error });
  }
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
