// The Game Factory: each change is checked, explained and drawn at once. The controls are the family's.

import { byId, el, inputById, pageData, replace, say } from "./dom.js";
import { DraftSaver, unsaved } from "./draft_saver.js";
import { KeptDraft } from "./drafts.js";
import { loadFamily } from "./family.js";
import { sayInView, told } from "./faults.js";
import { History } from "./history.js";
import { readSteps } from "./kept_steps.js";
import { whenReleased } from "./press.js";
import { get, loaded, post, Refused, requestId } from "./request.js";
import { t } from "./texts.js";

/** @import { Fault, Form, Game, Player, Sentence, Unmet } from "./family.js" */
/** @import { Holder, SavedDraft } from "./draft_saver.js" */
/** @import { Remarks } from "./remarks.js" */
/** @import { TryOut } from "./tryout.js" */

/**
 * What the library says of a file.
 *
 * @typedef {object} Checked
 * @property {Fault[]} faults
 * @property {Sentence[]} sentences the rules in English
 * @property {Sentence[]} warnings what is allowed and hardly meant
 * @property {Unmet[]} unmet choices that would mean nothing now
 * @property {string} cost what a turn may cost, where that is much; else ""
 * @property {any} table the opening; null where something is wrong
 * @property {string} digest of the rules: two that play alike have one
 * @property {{ id: string, name: string } | null} same_as a game of the same rules
 */

const CHECK_AFTER_MS = 200;
const STAND_IN_NAME = "Unnamed";

/**
 * A draft with all that it holds.
 *
 * @typedef {SavedDraft & { rule_set: any, editing: any }} WholeDraft
 */

/**
 * @type {{
 *   family: string,
 *   form: Form,
 *   game: Pick<Game, "id" | "name" | "rule_set"> | null,
 *   draft: WholeDraft | null,
 *   shared: WholeDraft | null,
 *   drafter: string,
 *   me: Player,
 * }} what is begun: a copy of a game, a draft of one's own, a copy of one that somebody shows, or something new
 */
const { family: familyName, form, game, draft: own, shared, drafter, me } = pageData();
const isVisitor = me.kind !== "person";
const keeper = new KeptDraft(drafter, own?.id ?? shared?.link ?? game?.id ?? familyName, isVisitor);
const nameField = inputById("at-name");

/** @type {AbortController | null} */
let checking = null;
let checkTimer = 0;
let saveId = "";

const family = await loadFamily(familyName);
if (!family.edit) throw new Error(`Games of ${familyName} cannot be designed.`);
const kept = begunHere();
const place = {
  controls: byId("controls"),
  more: byId("more-controls"),
  opening: byId("preview"),
  changed,
  drawn: () => remarks?.place(),
};
const beginning = kept?.draft ?? begun();
/** The game that it is a variant of; "" for none. @type {string} */
let origin = beginning.origin ?? (own ?? shared)?.game_id ?? game?.id ?? "";
const editor = await family.edit(place, form, beginning);
/**
 * There once something is to be remarked.
 *
 * @type {Remarks | null}
 */
let remarks = null;
/** What is wrong, and what is hardly meant, as it was told last. @type {[faults: Fault[], warnings: Sentence[]]} */
let remarked = [[], []];
const history = new History(made(), readSteps(keeper.key));
/**
 * There from when it is first asked for.
 *
 * @type {TryOut | null}
 */
let tryOut = null;
let begunAs = kept?.begun ?? JSON.stringify(editor.draft);
const begunStanding = standingOf();
const saver = isVisitor ? null : new DraftSaver(holder(), begunStanding);

/** What this window has of the draft: of one that the server keeps, only what was not saved yet. */
function begunHere() {
  const here = keeper.read();
  return own && !here?.standing?.isDirty ? null : here;
}

/** What is begun with where this window has nothing of it. */
function begun() {
  return own ? { rules: own.rule_set, ...own.editing } : start(game);
}

/** @param {typeof game} copied */
function start(copied) {
  if (shared) return { rules: shared.rule_set };
  if (!copied) return { rules: { ...form.default, name: "" } };
  return { rules: { ...copied.rule_set, name: `${copied.name}-2`.slice(0, form.limits.name) } };
}

/** All that is undone, and kept to be gone on with. */
function made() {
  return Object.assign({ origin }, editor.draft);
}

// --- changes --------------------------------------------------------------------------------------------------------

/** @param {string} [part] */
function changed(part = "") {
  history.record(made(), part);
  follow();
}

/** Goes on from what the draft is now. */
function follow() {
  saveId = "";
  // What was said about saving and about a file was about what stood before. Only this clears it: an answer about
  // the rules may come late, and says nothing of either. They stand above what is drawn, which must not move while
  // something is drawn on it.
  whenReleased(() => {
    for (const id of ["save-fault", "file-fault"]) say(byId(id), "");
  });
  byId("started-over").hidden = true;
  saver?.changed();
  keep();
  showSteps();
  if (nameField.value !== editor.name) nameField.value = editor.name;
  clearTimeout(checkTimer);
  checkTimer = setTimeout(check, CHECK_AFTER_MS);
}

function keep() {
  try {
    store();
  } catch {
    // What the server keeps can do without.
    if (!saver) import("./full_storage.js").then(({ makeRoom }) => makeRoom(keeper, store));
  }
}

/** Throws where the browser has no room for it. */
function store() {
  const now = { draft: made(), begun: begunAs, standing: begunStanding };
  if (saver) keeper.keep({ ...now, standing: saver.standing });
  else keeper.keep({ ...now, at_ms: Date.now(), address: location.pathname + location.search, content: content() });
}

async function theRemarks() {
  const [{ Remarks }] = await loaded(Promise.all([import("./remarks.js"), editor.learnToSayFaults?.()]));
  return (remarks ??= new Remarks(editor));
}

/**
 * @param {Fault[]} faults
 * @param {Sentence[]} [warnings]
 */
async function remark(faults, warnings = remarked[1]) {
  remarked = [faults, warnings];
  if (!remarks && faults.length + warnings.length === 0) return;
  const all = await theRemarks();
  // They stand above what may be pressed by now.
  whenReleased(() => all.show(...remarked));
}

/** Whether something was made here that would be lost. */
const isChanged = () => JSON.stringify(editor.draft) !== begunAs;

/** @param {any} draft null where there is none to go to */
function goTo(draft) {
  if (draft) open(draft);
}

/** @param {any} draft */
function open(draft) {
  ({ origin } = draft);
  editor.open(draft);
  follow();
}

function showSteps() {
  // Switched off they would lose the keyboard.
  byId("undo").ariaDisabled = String(!history.canUndo);
  byId("redo").ariaDisabled = String(!history.canRedo);
}

// Opened anew, the page undoes what was done before.
import("./step_keeper.js").then((steps) => steps.keepWhenLeft(() => [keeper.key, history.steps])).catch(() => {});
byId("undo").addEventListener("click", () => goTo(history.undo()));
byId("redo").addEventListener("click", () => goTo(history.redo()));

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
    const checked = onlyTheName ? { ...(await ask({ ...file, name: STAND_IN_NAME })), faults: answer.faults } : answer;
    whenReleased(() => {
      if (!signal.aborted) take(checked);
    });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    whenReleased(() => {
      if (!signal.aborted) notChecked(error);
    });
  }
}

/** @param {Error} error */
function notChecked(error) {
  byId("rules").classList.add("is-stale");
  say(byId("rules-note"), error.message);
  remark(error instanceof Refused ? error.faults : []);
}

/** @param {Checked} checked */
function take({ faults, sentences, warnings, unmet, cost, table, digest, same_as: same }) {
  const sound = Boolean(table);
  editor.limit?.(unmet);
  if (sound) {
    editor.show?.(table);
    sayRules(sentences);
    byId("cost").hidden = !cost;
    say(byId("cost"), cost);
    say(byId("about"), editor.file(STAND_IN_NAME).about ?? "");
  } else if (!said) replace(byId("english"));
  byId("rules").classList.toggle("is-stale", !sound);
  say(byId("rules-note"), sound || !said ? "" : t("This is what they said before the errors."));
  // A copy need not be told what it is a copy of.
  const isTold = same && (same.id !== origin || isChanged());
  byId("same-as").hidden = !isTold;
  if (isTold) {
    const link = el("a", { href: `/games/${same.id}` }, same.name);
    replace(byId("same-as"), t("These are the rules of"), " ", link, ".");
  }
  remark(faults, warnings);
  tryOut?.changed(digest);
}

/**
 * The rules as they were said last; null before the first time.
 *
 * @type {Set<string> | null}
 */
let said = null;

/**
 * Says the rules, each sentence with a way to its controls; what the last change made of them is marked, and alone is
 * told to screen readers.
 *
 * @param {Sentence[]} sentences
 */
function sayRules(sentences) {
  const texts = sentences.map(({ text }) => text);
  const before = said;
  if (before && texts.join("\n") === [...before].join("\n")) return;
  const isNew = (/** @type {string} */ text) => before !== null && !before.has(text);
  replace(
    byId("english"),
    sentences.map((sentence, index) => el("p", {}, sentenceOf(sentence, index, isNew(sentence.text)))),
  );
  say(byId("news"), texts.filter(isNew).join(" "));
  said = new Set(texts);
}

/**
 * @param {Sentence} sentence
 * @param {number} index
 * @param {boolean} isNew
 */
function sentenceOf({ text, paths }, index, isNew) {
  const words = isNew ? el("mark", {}, text) : text;
  if (paths.length === 0) return words;
  const onclick = async () => (await theRemarks()).leadTo(paths);
  const title = t("Go to its control");
  return el("button", { type: "button", class: "sentence", id: `sentence-${index}`, title, onclick }, words);
}

// --- the draft ------------------------------------------------------------------------------------------------------

/** How the draft stands on the server. */
function standingOf() {
  if (kept) return kept.standing;
  return own ? { ...unsaved(), id: own.id, version: own.version } : { ...unsaved(), isDirty: isVisitor };
}

/** What the server keeps of it. */
function content() {
  /** @type {any} */
  const editing = made();
  delete editing.rules;
  return { family: familyName, game_id: origin, name: editor.name, rule_set: editor.file(), editing };
}

/** @returns {Holder} */
function holder() {
  return {
    content,
    say: (words) => say(byId("draft-state"), words),
    refuse: (words) => whenReleased(() => say(byId("draft-fault"), words)),
    conflict: async () => {
      const { offerBoth } = await import("./draft_conflict.js");
      whenReleased(() => offerBoth(keeper, /** @type {DraftSaver} */ (saver)));
    },
    changed: () => {
      const { id } = /** @type {DraftSaver} */ (saver).standing;
      // Loaded anew, the page goes on with it.
      if (id && !location.search.includes(id)) {
        keeper.rename(id);
        window.history.replaceState(null, "", `/factory?draft=${id}`);
      }
      keep();
    },
  };
}

document.getElementById("drafts-menu")?.addEventListener("toggle", async (event) => {
  const isOpen = event.target instanceof HTMLDetailsElement && event.target.open;
  if (isOpen) (await import("./draft_menu.js")).fillMenu(saver?.standing.id ?? "");
});

// --- saving ---------------------------------------------------------------------------------------------------------

byId("factory").addEventListener("submit", (event) => event.preventDefault());

/**
 * Does what a button is for, and says why it cannot.
 *
 * @param {string} id
 * @param {string} fault where that is said
 * @param {() => Promise<void>} deed
 */
const onPress = (id, fault, deed) =>
  byId(id).addEventListener("click", () => told((text) => whenReleased(() => sayInView(byId(fault), text)), deed));

onPress("save", "save-fault", async () => {
  const { saveGame } = await loaded(import("./game_saver.js"));
  saveId ||= requestId();
  const asked = { rule_set: editor.file(""), request_id: saveId, origin_id: origin };
  await saveGame(asked, { isVisitor, remarks: await theRemarks(), saved: dropDraft });
});

onPress("start-over", "file-fault", async () => {
  if (!isChanged() && !own && !history.canUndo) return;
  const before = JSON.stringify(made());
  // What a draft of one's own was begun from is not on its page.
  const copied = own?.game_id ? await get(`/api/games/${own.game_id}`) : game;
  open({ ...start(copied), origin: copied?.id ?? shared?.game_id ?? "" });
  byId("started-over").hidden = JSON.stringify(made()) === before;
});

/** Drops what is kept of it. What cannot be deleted now stands among the drafts. */
async function dropDraft() {
  keeper.drop();
  await saver?.drop().catch(() => {});
}

byId("examples").addEventListener("click", async () => (await import("./examples.js")).chooseExample(familyName));

onPress("try", "save-fault", async () => {
  const { TryOut } = await loaded(import("./tryout.js"));
  const file = () => ({ ...editor.file(), name: STAND_IN_NAME });
  tryOut ??= new TryOut({ family, familyName, me }, file, await theRemarks());
  tryOut.open();
});

// --- files ----------------------------------------------------------------------------------------------------------

byId("import").addEventListener("click", () => byId("import-file").click());

const here = { family: familyName, editor, isChanged, open: openRules };

byId("import-file").addEventListener("change", async () => (await import("./importing.js")).openChosen(here));

// Chosen in the Factory for another kind of game.
if (sessionStorage.getItem("carried-file")) (await import("./importing.js")).openCarried(here);

/** @param {any} rules */
function openRules(rules) {
  open({ rules, origin: "" });
  // Another game: none of its rules are new, and those of the last one are not its own.
  said = null;
  if (saver) {
    // A file is a draft of its own: none that was kept before is overwritten. Of visitors nothing else is kept.
    begunAs = JSON.stringify(editor.draft);
    saver.apart();
    keep();
  }
  check();
}

byId("export").addEventListener("click", async () => {
  const file = editor.file(STAND_IN_NAME);
  const { saveFile } = await import("./files.js");
  saveFile(file.name, file);
});

// --- begin ----------------------------------------------------------------------------------------------------------

byId("factory").addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !event.defaultPrevented) editor.putBack?.();
  // Enter takes what was typed, and does no more.
  if (event.key === "Enter" && event.target instanceof HTMLInputElement) event.preventDefault();
});

addEventListener("keydown", (event) => {
  // With Caps Lock on, letters are capitals without Shift, too.
  const key = event.key.toLowerCase();
  const isMeant = (event.ctrlKey || event.metaKey) && !event.altKey && (key === "z" || key === "y");
  if (!isMeant || document.querySelector("dialog[open]")) return;
  event.preventDefault();
  goTo(key === "y" || event.shiftKey ? history.redo() : history.undo());
});

nameField.addEventListener("input", () => {
  editor.name = nameField.value;
});

// Keyboards on screens put spaces between words of themselves.
nameField.addEventListener("change", () => {
  if (matchMedia("(hover: none)").matches) editor.name = nameField.value.trim().replaceAll(/\s+/g, "-");
});

nameField.value = editor.name;
editor.draw();
showSteps();
check();
if (!editor.name) nameField.focus();
// A copy of what somebody shows is a draft from the first, and does not change with theirs.
if (shared && !kept) follow();
