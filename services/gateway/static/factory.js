// The Game Factory: each change is checked, explained and drawn at once.

import { Board } from "./board.js";
import { Draft } from "./draft.js";
import { byId, el, pageData, replace, say } from "./dom.js";
import { inWords, showFault } from "./faults.js";
import { control, hasMeaning, sectionsOf } from "./fields.js";
import { readRules, saveRules } from "./files.js";
import { NOBODY, toggleMark } from "./marks.js";
import { commonMarkers, palettesOf } from "./palettes.js";
import { idOf, parentOf } from "./paths.js";
import { tableOf } from "./preview.js";
import { whenReleased } from "./press.js";
import { post, requestId } from "./request.js";
import { phaseSegments, segments } from "./segments.js";
import { keyOf } from "./spaces.js";

const CHECK_AFTER_MS = 200;
const STAND_IN_NAME = "Unnamed";
const PHASE_SHOWN = "phase-shown"; // no path of a file

const { form, game } = pageData();
const storageKey = game ? `factory:${game.id}` : "factory";
const board = new Board(byId("board"), { onSpace: mark });

let draft = new Draft(form, kept() ?? begun());
let table = null;
let phase = 0; // that is shown, from 0
let marker = null; // what a click on a space sets or clears
let whole = true; // whether on stacks it does so for the whole stack
let checking = null;
let checkTimer = 0;
let saveId = "";

function begun() {
  if (!game) return { ...form.default, name: "" };
  return { ...game.rule_set, name: `${game.name}-2`.slice(0, form.limits.name) };
}

/** What was being made when the page was left. */
function kept() {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey));
  } catch {
    return null;
  }
}

// --- changes --------------------------------------------------------------------------------------------------------

/** Applies a change to the draft; `focus` is the id of the control that has the keyboard afterwards. */
function change(action, { typing = false, focus = "" } = {}) {
  action(draft);
  phase = Math.min(phase, draft.rules.phases.length - 1);
  if (marker && !isUsable(marker)) marker = null;
  saveId = "";
  // What was said about saving and about a file was about what stood before. Only this clears it: an answer about
  // the rules may come late, and says nothing of either.
  say(byId("save-fault"), "");
  say(byId("file-fault"), "");
  sessionStorage.setItem(storageKey, JSON.stringify(draft.rules));
  // A field in which somebody types stays as it is; all that follows from it is drawn when the field is left.
  if (typing) unsettled = true;
  else render();
  drawBoard();
  if (focus) byId(focus)?.focus();
  clearTimeout(checkTimer);
  checkTimer = setTimeout(check, CHECK_AFTER_MS);
}

let unsettled = false;

byId("factory").addEventListener("focusout", () => {
  if (!unsettled) return;
  unsettled = false;
  // After the keyboard has arrived where it goes.
  setTimeout(() => whenReleased(render));
});

async function check() {
  checking?.abort();
  checking = new AbortController();
  const { signal } = checking;
  const ask = (rules) => post("/api/factory/check", { rule_set: rules }, { signal });
  try {
    const file = draft.file(STAND_IN_NAME);
    const answer = await ask(file);
    const onlyTheName = answer.faults.length > 0 && answer.faults.every((fault) => fault.path === "name");
    // A name that will not do is no reason not to draw the board.
    const told = onlyTheName ? { ...(await ask({ ...file, name: STAND_IN_NAME })), faults: answer.faults } : answer;
    whenReleased(() => !signal.aborted && take(told));
  } catch (error) {
    if (error.name !== "AbortError") notChecked(error);
  }
}

function notChecked(error) {
  byId("rules").classList.add("is-stale");
  say(byId("rules-note"), error.message);
  showFaults(error.faults ?? []);
}

function take({ faults, english, table: drawn, same_as: same }) {
  const sound = Boolean(drawn);
  if (sound) {
    table = drawn;
    replace(byId("english"), english.map((sentence) => el("p", {}, sentence)));
    say(byId("about"), draft.get("about") ?? "");
    if (!document.activeElement?.closest(".palette")) renderPalettes();
    drawBoard();
  }
  byId("rules").classList.toggle("is-stale", !sound);
  say(byId("rules-note"), sound ? "" : "This is what they said before the errors.");
  byId("same-as").hidden = !same;
  if (same) replace(byId("same-as"), "These are the rules of ", el("a", { href: `/games/${same.id}` }, same.name), ".");
  showFaults(faults);
}

// --- faults ---------------------------------------------------------------------------------------------------------

let faults = [];

function showFaults(told) {
  faults = told;
  placeFaults();
}

/** Puts each fault beside the control of its path, or of the nearest path above it; what has none is said at the top. */
function placeFaults() {
  const places = new Map();
  const homeless = [];
  for (const fault of faults) {
    const [path, words] = placeOf(fault);
    if (path) places.set(idOf(path), [...(places.get(idOf(path)) ?? []), words]);
    else homeless.push(words);
  }
  for (const place of document.querySelectorAll("#factory .fault[id^='at-']")) {
    const id = place.id.replace(/-fault$/, "");
    const words = (places.get(id) ?? []).join(" ");
    if (byId(id)) showFault(id, words);
    else say(place, words);
  }
  replace(byId("other-faults"), homeless.map((words) => el("p", { class: "fault" }, words)));
}

/** The path of the control that is about a fault, "" for none, and what to say there. */
function placeOf(fault) {
  const ofPhase = /^phases\[(\d+)\]/.exec(fault.path);
  // What is wrong in a phase that is not shown is said where one chooses the phase.
  if (ofPhase && Number(ofPhase[1]) !== phase) return [PHASE_SHOWN, `Phase ${Number(ofPhase[1]) + 1}: ${asLabelled(fault)}`];
  let { path } = fault;
  while (path && !byId(`${idOf(path)}-fault`)) path = parentOf(path);
  return [path, asLabelled(fault)];
}

/** A fault as a sentence that names other entries of a list as the page does, not by their paths in a file. */
const asLabelled = (fault) => inWords(fault).replace(/\b(checks|stalemate)\[(\d+)\]/g, (_, list, index) => `${LISTED[list]} ${Number(index) + 1}`);
const LISTED = { checks: "turn check", stalemate: "stalemate rule" };

// --- saving ---------------------------------------------------------------------------------------------------------

byId("factory").addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = byId("save");
  if (button.getAttribute("aria-busy") === "true") return;
  button.setAttribute("aria-busy", "true");
  say(byId("save-fault"), "");
  saveId ||= requestId();
  try {
    const saved = await post("/api/games", { rule_set: draft.file(), request_id: saveId });
    sessionStorage.removeItem(storageKey);
    location.assign(`/games/${saved.id}`);
  } catch (error) {
    button.removeAttribute("aria-busy");
    refused(error);
  }
});

function refused(error) {
  const atName = error.code === "rules/name_taken" && error.faults.length === 0;
  const told = atName ? [{ path: "name", problem: error.message, remedy: "" }] : error.faults;
  say(byId("save-fault"), told.length > 0 ? "" : error.message);
  showFaults(told);
  const first = document.querySelector("#factory [aria-invalid='true']");
  first?.focus();
}

/** Asks first where something would be lost. */
byId("start-over").addEventListener("click", () => {
  if (kept()) byId("start-over-dialog").showModal();
  else startOver();
});
byId("start-over-now").addEventListener("click", startOver);

function startOver() {
  sessionStorage.removeItem(storageKey);
  location.reload();
}

// --- files ----------------------------------------------------------------------------------------------------------

byId("import").addEventListener("click", () => byId("import-file").click());

byId("import-file").addEventListener("change", async (event) => {
  const [file] = event.target.files;
  // The same file may be chosen again, mended meanwhile.
  event.target.value = "";
  if (!file) return;
  say(byId("file-fault"), "");
  try {
    const rules = await readRules(file);
    const { faults: found, table: drawn } = await post("/api/factory/check", { rule_set: { ...rules, name: rules.name || STAND_IN_NAME } });
    if (!drawn) throw new Error([`${file.name} cannot be read.`, ...found.map((fault) => `${fault.path}: ${inWords(fault)}`)].join("\n"));
    draft = new Draft(form, rules);
    byId("at-name").value = rules.name ?? "";
    [phase, marker] = [0, null];
    change(() => {});
  } catch (error) {
    say(byId("file-fault"), error.message);
  }
});

byId("export").addEventListener("click", () => saveRules(draft.file(STAND_IN_NAME)));

// --- drawing --------------------------------------------------------------------------------------------------------

function render() {
  const name = byId("at-name");
  if (name !== document.activeElement) name.value = draft.rules.name;
  replace(byId("controls"), sectionsOf(draft, phase).map(sectionElement));
  renderPalettes();
  placeFaults();
}

function sectionElement(section) {
  const single = section.fields.length === 1 && section.fields[0].control !== "list" && !section.fields[0].lines;
  const titled = (section.fields.length > 1 || section.shape) && section.each !== "phase";
  return el(
    "section",
    { class: single ? "controls-section is-single" : "controls-section", "aria-label": section.label },
    titled ? el("h2", { class: "controls-title" }, section.label) : null,
    section.each === "phase" ? phaseHead() : null,
    el("div", { class: "controls-fields" }, section.fields.map((field) => control(field, draft, change))),
  );
}

/** Which phase the controls speak of, what is wrong in the others, and how to be quick about marks. */
function phaseHead() {
  const id = idOf(PHASE_SHOWN);
  if (draft.rules.phases.length === 1) return el("h2", { class: "controls-title" }, "Phase");
  return el(
    "div",
    { class: "phase-head" },
    el("h2", { class: "visually-hidden" }, `Phase ${phase + 1}`),
    phaseSegments(id, draft.rules.phases.length, phase, showPhase),
    phase > 0
      ? el(
          "button",
          { type: "button", class: "button quiet", id: "as-before", disabled: draft.isMarkedAsBefore(phase), onclick: () => change((one) => one.markAsBefore(phase)) },
          `Same locks and cloaks as phase ${phase}`,
        )
      : null,
    el("p", { class: "fault", id: `${id}-fault`, role: "alert" }),
  );
}

function showPhase(index) {
  phase = index;
  render();
  drawBoard();
}

function renderPalettes() {
  const edit = { change, phase, phases: draft.rules.phases.length, markers: markersOf("marker"), seatMarkers: markersOf("seat_marker"), chosen: marker, choose: chooseMarker };
  const [before, after] = palettesOf(draft, table, edit);
  replace(byId("palettes-before"), before);
  replace(byId("palettes-after"), after);
  // The marks on the board are those of one phase.
  replace(byId("preview-phase"), draft.rules.phases.length > 1 ? phaseSegments("board-phase", draft.rules.phases.length, phase, showPhase) : null);
  replace(byId("markers"), reachChooser(), commonMarkers(draft, edit));
  say(byId("marker-note"), markerWords(edit.markers.length > 0));
  placeFaults();
}

/** On stacks a mark is of the whole stack, or of one height of it. */
function reachChooser() {
  if (!draft.stands) return null;
  const choices = [
    { id: "reach-whole", content: "Whole stacks", value: true },
    { id: "reach-single", content: "Single heights", value: false },
  ];
  return segments({ label: "What a mark is put on" }, choices, whole, (chosen) => {
    whole = chosen;
    renderPalettes();
    drawBoard();
  });
}

/** Draws the draft as it is; a board that cannot be leaves the one before it. */
function drawBoard() {
  const drawn = tableOf(draft, phase, table);
  if (!drawn) return;
  const targets = new Map(marker ? allSpaces(drawn.board).map((at) => [keyOf(at), { shape: marker.shape, color: marker.color }]) : []);
  board.draw({ table: drawn, active: Boolean(marker), targets, whole: draft.stands && !whole });
}

function allSpaces({ size, count }) {
  const upTo = (most) => Array.from({ length: most }, (_, index) => index + 1);
  return upTo(count).flatMap((b) => upTo(size[2]).flatMap((z) => upTo(size[1]).flatMap((y) => upTo(size[0]).map((x) => [b, x, y, z]))));
}

// --- marking spaces -------------------------------------------------------------------------------------------------

/** The markers that mean something, with their paths written out for the phase that is shown. */
function markersOf(kind) {
  return draft.fields
    .filter((field) => field.control === kind)
    .map((field) => ({ ...field, path: field.path.replace("{phase}", phase) }))
    .filter((field) => hasMeaning(field, draft));
}

function markerWords(some) {
  if (marker) return `${marker.name}: choose a space to set it there, or to clear it.`;
  return some ? "Choose a marker, then the spaces that are to have it." : "";
}

function chooseMarker(chosen) {
  marker = chosen;
  renderPalettes();
  drawBoard();
}

function mark(at) {
  // The marker was chosen in whatever phase.
  const { path } = markersOf("marker").find((field) => field.marker === marker?.marker) ?? {};
  if (path) change((one) => toggleMark(one, { ...marker, path, whole }, at));
}

/** Whether a marker still stands for something. */
function isUsable({ marker: name, seat, owner, shape }) {
  const has = (one, among) => one === undefined || among.includes(one);
  return markersOf("marker").some((field) => field.marker === name) && has(seat, draft.seats) && has(owner, [...draft.owners, NOBODY]) && has(shape, [...draft.shapes, "dealt"]);
}

byId("factory").addEventListener("keydown", (event) => {
  if (event.key === "Escape" && marker) chooseMarker(null);
});

byId("at-name").addEventListener("input", (event) => {
  change((one) => (one.rules.name = event.target.value), { typing: true });
});

render();
drawBoard();
check();
if (!draft.rules.name) byId("at-name").focus();
