// The Game Factory: each change is checked, explained and drawn at once. The controls are the family's.

import { buttonById, byId, dialogById, el, inputById, pageData, replace, say } from "./dom.js";
import { KeptDraft } from "./drafts.js";
import { loadFamily } from "./family.js";
import { inWords, showFault } from "./faults.js";
import { readFile, saveFile } from "./files.js";
import { idOf, parentOf } from "./paths.js";
import { whenReleased } from "./press.js";
import { post, Refused, requestId } from "./request.js";

/** @import { Fault, Form, Game } from "./family.js" */

/**
 * What the library says of a file.
 *
 * @typedef {object} Checked
 * @property {Fault[]} faults
 * @property {string[]} english
 * @property {string} cost what a turn may cost, where that is much; else ""
 * @property {any} table the opening; null where something is wrong
 * @property {{ id: string, name: string } | null} same_as a game of the same rules
 */

const CHECK_AFTER_MS = 200;
const STAND_IN_NAME = "Unnamed";

/** @type {{ family: string, form: Form, game: Game | null, me: { id: string } }} */
const { family: familyName, form, game, me } = pageData();
const kept = new KeptDraft(me.id, game?.id ?? "");
const nameField = inputById("at-name");

/** @type {AbortController | null} */
let checking = null;
let checkTimer = 0;
let saveId = "";
/** @type {Fault[]} */
let faults = [];

const family = await loadFamily(familyName);
if (!family.edit) throw new Error(`Games of ${familyName} cannot be designed.`);
const place = { controls: byId("controls"), opening: byId("preview"), changed, drawn: placeFaults };
const editor = await family.edit(place, form, kept.read() ?? begun());

function begun() {
  if (!game) return { ...form.default, name: "" };
  return { ...game.rule_set, name: `${game.name}-2`.slice(0, form.limits.name) };
}

// --- changes --------------------------------------------------------------------------------------------------------

function changed() {
  saveId = "";
  // What was said about saving and about a file was about what stood before. Only this clears it: an answer about
  // the rules may come late, and says nothing of either.
  say(byId("save-fault"), "");
  say(byId("file-fault"), "");
  kept.keep(editor.draft);
  showName();
  clearTimeout(checkTimer);
  checkTimer = setTimeout(check, CHECK_AFTER_MS);
}

function showName() {
  if (nameField !== document.activeElement) nameField.value = editor.name;
}

async function check() {
  clearTimeout(checkTimer);
  checking?.abort();
  checking = new AbortController();
  const { signal } = checking;
  /** @returns {Promise<Checked>} */
  const ask = (/** @type {unknown} */ rules) => post("/api/factory/check", { rule_set: rules }, { signal });
  try {
    const file = editor.file(STAND_IN_NAME);
    const answer = await ask(file);
    const onlyTheName = answer.faults.length > 0 && answer.faults.every((fault) => fault.path === "name");
    // A name that will not do is no reason not to draw the table.
    const told = onlyTheName ? { ...(await ask({ ...file, name: STAND_IN_NAME })), faults: answer.faults } : answer;
    whenReleased(() => {
      if (!signal.aborted) take(told);
    });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (error.name !== "AbortError") notChecked(error);
  }
}

/** @param {Error} error */
function notChecked(error) {
  byId("rules").classList.add("is-stale");
  say(byId("rules-note"), error.message);
  showFaults(error instanceof Refused ? error.faults : []);
}

/** @param {Checked} checked */
function take({ faults: found, english, cost, table, same_as: same }) {
  const sound = Boolean(table);
  if (sound) {
    editor.show(table);
    replace(
      byId("english"),
      english.map((sentence) => el("p", {}, sentence)),
    );
    byId("cost").hidden = !cost;
    say(byId("cost"), cost);
    say(byId("about"), editor.file(STAND_IN_NAME).about ?? "");
  }
  byId("rules").classList.toggle("is-stale", !sound);
  say(byId("rules-note"), sound ? "" : "This is what they said before the errors.");
  byId("same-as").hidden = !same;
  if (same) {
    const link = el("a", { href: `/games/${same.id}` }, same.name);
    replace(byId("same-as"), "These are the rules of ", link, ".");
  }
  showFaults(found);
}

// --- faults ---------------------------------------------------------------------------------------------------------

/** @param {Fault[]} told */
function showFaults(told) {
  faults = told;
  placeFaults();
}

/** Puts each fault beside the control of its path, or of the nearest one above it; what has none is said at the top. */
function placeFaults() {
  /** @type {Map<string, string[]>} */
  const places = new Map();
  const homeless = [];
  for (const { path, words } of faults.map((fault) => editor.sayFault(fault))) {
    const id = idWithPlace(path);
    if (id) places.set(id, [...(places.get(id) ?? []), words]);
    else homeless.push(words);
  }
  for (const element of document.querySelectorAll("#factory .fault[id^='at-']")) {
    const id = element.id.replace(/-fault$/, "");
    const words = (places.get(id) ?? []).join(" ");
    if (document.getElementById(id)) showFault(id, words);
    else say(element, words);
  }
  replace(
    byId("other-faults"),
    homeless.map((words) => el("p", { class: "fault" }, words)),
  );
}

/**
 * The id of the nearest control at or above a path that has a place for faults; "" where there is none.
 *
 * @param {string} path
 */
function idWithPlace(path) {
  let near = path;
  while (near && !document.getElementById(`${idOf(near)}-fault`)) near = parentOf(near);
  return near && idOf(near);
}

// --- saving ---------------------------------------------------------------------------------------------------------

byId("factory").addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = buttonById("save");
  if (button.getAttribute("aria-busy") === "true") return;
  button.setAttribute("aria-busy", "true");
  say(byId("save-fault"), "");
  saveId ||= requestId();
  try {
    const saved = await post("/api/games", { rule_set: editor.file(""), request_id: saveId });
    kept.drop();
    location.assign(`/games/${saved.id}`);
  } catch (error) {
    button.removeAttribute("aria-busy");
    if (!(error instanceof Refused)) throw error;
    refused(error);
  }
});

/** @param {Refused} error */
function refused(error) {
  const atName = error.code === "rules/name_taken" && error.faults.length === 0;
  const told = atName ? [{ path: "name", problem: error.message, remedy: "" }] : error.faults;
  say(byId("save-fault"), told.length > 0 ? "" : error.message);
  showFaults(told);
  const first = document.querySelector("#factory [aria-invalid='true']");
  if (first instanceof HTMLElement) first.focus();
}

/** Asks first where something would be lost. */
byId("start-over").addEventListener("click", () => {
  if (kept.read()) dialogById("start-over-dialog").showModal();
  else startOver();
});
byId("start-over-now").addEventListener("click", startOver);

function startOver() {
  kept.drop();
  location.reload();
}

// --- files ----------------------------------------------------------------------------------------------------------

byId("import").addEventListener("click", () => byId("import-file").click());

byId("import-file").addEventListener("change", openChosen);

async function openChosen() {
  const field = inputById("import-file");
  const [file] = field.files ?? [];
  // The same file may be chosen again, mended meanwhile.
  field.value = "";
  if (file) await open(file);
}

/** @param {File} file */
async function open(file) {
  say(byId("file-fault"), "");
  try {
    const rules = await readFile(file);
    const named = { ...rules, name: rules.name || STAND_IN_NAME };
    /** @type {Checked} */
    const { faults: found, table } = await post("/api/factory/check", { rule_set: named });
    if (!table) {
      throw new Error(
        [`${file.name} cannot be read.`, ...found.map((fault) => `${fault.path}: ${inWords(fault)}`)].join("\n"),
      );
    }
    nameField.value = rules.name ?? "";
    editor.open(rules);
    check();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    say(byId("file-fault"), error.message);
  }
}

byId("export").addEventListener("click", () => {
  const file = editor.file(STAND_IN_NAME);
  saveFile(file.name, file);
});

// --- begin ----------------------------------------------------------------------------------------------------------

byId("factory").addEventListener("keydown", (event) => {
  if (event.key === "Escape") editor.putBack?.();
});

nameField.addEventListener("input", () => {
  editor.name = nameField.value;
});

showName();
editor.draw();
check();
if (!editor.name) nameField.focus();
// One may have been chosen before this page was ready.
await openChosen();
