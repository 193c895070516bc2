// The Game Factory: each change is checked, explained and drawn at once.

import { Board } from "./board.js";
import { Draft } from "./draft.js";
import { byId, el, pageData, replace, say } from "./dom.js";
import { inWords, showFault } from "./faults.js";
import { control, sectionsOf } from "./fields.js";
import { toggleMark } from "./marks.js";
import { commonMarkers, palettesOf } from "./palettes.js";
import { idOf, parentOf } from "./paths.js";
import { post, requestId } from "./request.js";

const CHECK_AFTER_MS = 200;
const STAND_IN_NAME = "Unnamed";

const { form, game } = pageData();
const storageKey = game ? `factory:${game.id}` : "factory";
const draft = new Draft(form, kept() ?? begun());
const board = new Board(byId("board"), { onSpace: mark });

let table = null;
let phase = 0;
let marker = null; // what a click on a space sets or clears
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
  saveId = "";
  sessionStorage.setItem(storageKey, JSON.stringify(draft.rules));
  // A field in which somebody types stays as it is; all that follows from it is drawn when the field is left.
  if (typing) unsettled = true;
  else render();
  if (focus) byId(focus)?.focus();
  clearTimeout(checkTimer);
  checkTimer = setTimeout(check, CHECK_AFTER_MS);
}

let unsettled = false;

byId("factory").addEventListener("focusout", () => {
  if (!unsettled) return;
  unsettled = false;
  // After the keyboard has arrived where it goes.
  setTimeout(render);
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
    take(onlyTheName ? { ...(await ask({ ...file, name: STAND_IN_NAME })), faults: answer.faults } : answer);
  } catch (error) {
    if (error.name !== "AbortError") showFaults(error.faults ?? [], error.message);
  }
}

function take({ faults, english, table: drawn, same_as: same }) {
  const sound = Boolean(drawn);
  if (sound) {
    table = drawn;
    replace(byId("english"), english.map((sentence) => el("p", {}, sentence)));
    if (!document.activeElement?.closest(".palette")) renderPalettes();
    drawBoard();
  }
  byId("preview").classList.toggle("is-stale", !sound);
  say(byId("preview-note"), sound ? "" : "This is how it was before the errors.");
  byId("same-as").hidden = !same;
  if (same) replace(byId("same-as"), "These are the rules of ", el("a", { href: `/games/${same.id}` }, same.name), ".");
  showFaults(faults);
}

// --- faults ---------------------------------------------------------------------------------------------------------

let faults = [];

function showFaults(told, message = "") {
  faults = told;
  say(byId("save-fault"), message);
  placeFaults();
}

/** Puts each fault beside the control of its path, or of the nearest path above it; what has none is said at the top. */
function placeFaults() {
  const places = new Map();
  const homeless = [];
  for (const fault of faults) {
    let path = fault.path;
    while (path && !byId(`${idOf(path)}-fault`)) path = parentOf(path);
    if (path) places.set(idOf(path), [...(places.get(idOf(path)) ?? []), inWords(fault)]);
    else homeless.push(inWords(fault));
  }
  for (const place of document.querySelectorAll("#factory .fault[id^='at-']")) {
    const id = place.id.replace(/-fault$/, "");
    const words = (places.get(id) ?? []).join(" ");
    if (byId(id)) showFault(id, words);
    else say(place, words);
  }
  replace(byId("other-faults"), homeless.map((words) => el("p", { class: "fault" }, words)));
}

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
  showFaults(told, told.length > 0 ? "" : error.message);
  const first = document.querySelector("#factory [aria-invalid='true']");
  first?.focus();
}

byId("start-over").addEventListener("click", () => {
  sessionStorage.removeItem(storageKey);
  location.reload();
});

// --- drawing --------------------------------------------------------------------------------------------------------

function render() {
  const name = byId("at-name");
  if (name !== document.activeElement) name.value = draft.rules.name;
  const sections = sectionsOf(draft, phase).map((section) =>
    el(
      "section",
      { class: section.fields.length > 1 || section.fields[0].control === "list" ? "controls-section" : "controls-section is-single", "aria-label": section.label },
      section.fields.length > 1 || section.shape ? el("h2", { class: "controls-title" }, section.label) : null,
      el("div", { class: "controls-fields" }, section.fields.map((field) => control(field, draft, change))),
    ),
  );
  replace(byId("controls"), sections);
  renderPalettes();
  placeFaults();
}

function renderPalettes() {
  const edit = { change, markers: markers(), chosen: marker, choose: chooseMarker };
  const [before, after] = palettesOf(draft, table, edit);
  replace(byId("palettes-before"), before);
  replace(byId("palettes-after"), after);
  replace(byId("markers"), commonMarkers(draft, edit));
  say(byId("marker-note"), markerWords(edit.markers.length > 0));
  placeFaults();
}

function drawBoard() {
  if (!table) return;
  const targets = new Map(marker ? allSpaces().map((at) => [at.join(","), { shape: marker.shape, color: marker.color }]) : []);
  board.draw({ table, active: Boolean(marker), targets });
}

function allSpaces() {
  const { size, count } = table.board;
  const upTo = (most) => Array.from({ length: most }, (_, index) => index + 1);
  return upTo(count).flatMap((b) => upTo(size[2]).flatMap((z) => upTo(size[1]).flatMap((y) => upTo(size[0]).map((x) => [b, x, y, z]))));
}

// --- marking spaces -------------------------------------------------------------------------------------------------

/** The markers that can be played, with their paths written out. */
function markers() {
  return draft.markerFields.filter((field) => field.playable).map((field) => ({ ...field, path: field.path.replace("{phase}", phase) }));
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
  if (marker) change((one) => toggleMark(one, marker, at));
}

byId("factory").addEventListener("keydown", (event) => {
  if (event.key === "Escape" && marker) chooseMarker(null);
});

byId("at-name").addEventListener("input", (event) => {
  change((one) => (one.rules.name = event.target.value), { typing: true });
});

render();
check();
if (!draft.rules.name) byId("at-name").focus();
