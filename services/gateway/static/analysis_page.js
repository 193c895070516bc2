// A game that is analysed from its start, at a table of one's own: one moves for everybody. How moves are judged and
// lines kept is a sideline's; here it begins at the start of the game, and its moves stand in the address of the page.

import { byId, hideEmpty, kindById, pageData, replace, say } from "./dom.js";
import { isElsewhere } from "./keys.js";
import { lineOf, lineQuery, lineText } from "./line.js";
import { walkByKeys } from "./move_list.js";
import { MovePanel } from "./move_panel.js";
import { played } from "./played.js";
import { preferences } from "./preferences.js";
import { whenReleased } from "./press.js";
import { seatWord } from "./seat_words.js";
import { EVERYTHING, SPECTATOR } from "./seating.js";
import { seatCards } from "./seats.js";
import { Sideline } from "./sideline.js";
import { t } from "./texts.js";
import { CHAOS, unkeptMatch } from "./unkept.js";
import { capital } from "./words.js";

/** @import { Game, LegalMove, Match, Player, Scene, View } from "./family.js" */

/** @type {{ game: Game, house: Player[], standard_id: string }} */
const { game, house, standard_id: standardId } = pageData();

const NO_PREMOVES = { isThere: false, say: () => "", ask: () => "" };
const FIRST_DEAL = 1;
const LAST_DEAL = 2 ** 31 - 1;
/** Longer addresses some servers refuse; the moves of a longer line are copied by themselves. */
const LONGEST_QUERY = 5_000;

const asked = new URLSearchParams(location.search);
const deal = dealAsked();
const seats = [...game.seats, ...(game.has_chaos ? [CHAOS.id] : [])];
let turned = false;

const match = unkeptMatch(
  game,
  seats.map((seat) => ({
    seat,
    player: seat === CHAOS.id ? CHAOS : { id: "", name: capital(seatWord(seat)), kind: "anonymous" },
  })),
  { viewer: SPECTATOR, view: null, view_version: 0 },
);
const playing = await played({
  game,
  table: byId("table"),
  hand: byId("hand"),
  options: byId("options"),
  beside: byId("beside"),
  choose: (/** @type {LegalMove | null} */ move) => sideline.choose(move),
  accept: () => sideline.accept(),
});
const panel = new MovePanel(playing, NO_PREMOVES, (move) => sideline.choose(move));
const sideline = new Sideline(
  match,
  {
    path: `/api/games/${game.id}/analysis`,
    from: { deal },
    viewer: EVERYTHING,
    said: "",
  },
  {
    game,
    show,
    sentences: (then, view) => panel.sentences(still(then, view)),
    manner: {
      playing,
      sign: (seat) => {
        const scene = sideline.scene;
        return (scene && playing.seat?.(still(scene.match, scene.view), seat)?.icon) ?? null;
      },
    },
    sayMove: (move, view) => panel.sayMove(move, view),
    together: (move) => playing.together?.(move) ?? "",
    adviser: house.find(({ id }) => id === standardId) ?? house[0],
  },
);

/** The deal that the address names: the first, where it names none. */
function dealAsked() {
  const number = Number(asked.get("deal") ?? FIRST_DEAL);
  return Number.isInteger(number) && number >= 0 && number <= LAST_DEAL ? number : FIRST_DEAL;
}

/**
 * What is drawn where nothing is to be done.
 *
 * @param {Match} then
 * @param {View} view
 * @returns {Scene}
 */
function still(then, view) {
  return { match: then, view, legal: [], active: false, chosen: null, hints: false, turned };
}

function show() {
  const scene = sideline.scene;
  if (!scene) return say(byId("move-fault"), sideline.note);
  const shown = { ...scene, hints: preferences.hints, turned };
  playing.draw(shown);
  say(byId("subtitle"), playing.subtitle?.(shown) ?? "");
  replace(
    byId("seats"),
    seatCards(
      shown.match,
      game,
      (seat) => playing.seat?.(shown, seat),
      () => "",
    ),
  );
  panel.draw({ match: shown.match, chosen: null, sending: false, note: "", sideline }, shown, []);
  hideEmpty(["options", "hand", "beside"].map(byId));
  byId("turn").hidden = !playing.canTurn?.(shown);
  showDeal();
  history.replaceState(null, "", address());
}

/** What is drawn by chance, and that nothing is hidden. */
function showDeal() {
  const reached = sideline.reached;
  if (!reached) return;
  say(byId("shown-too"), reached.has_secrets ? t("What the game hides is shown.") : "");
  byId("deal").hidden = !reached.has_chance;
  const said = t("What chance decides follows from deal {number}.", { number: deal });
  say(byId("deal-said"), said);
  byId("deal-anew").setAttribute("href", `${location.pathname}?deal=${deal === LAST_DEAL ? FIRST_DEAL : deal + 1}`);
}

/** The address that opens what is shown; without its moves where these are too many. */
function address() {
  const { made, at } = sideline.line;
  const dealt = deal === FIRST_DEAL ? [] : [`deal=${deal}`];
  const moves = [
    ...(made.length === 0 ? [] : [`moves=${lineQuery(made)}`]),
    ...(at === made.length ? [] : [`at=${at}`]),
  ];
  const whole = [...dealt, ...moves].join("&");
  const query = whole.length > LONGEST_QUERY ? dealt.join("&") : whole;
  return query ? `${location.pathname}?${query}` : location.pathname;
}

/**
 * @param {string} text
 * @param {string} done what is said then
 */
async function copy(text, done) {
  try {
    await navigator.clipboard.writeText(text);
    say(byId("copied"), done);
  } catch {
    say(byId("copied"), t("Copy this: {text}", { text }));
  }
}

function copyLink() {
  if (sideline.line.made.length > 0 && !location.search.includes("moves=")) {
    say(byId("copied"), t("This line is too long for a link. Copy its moves instead."));
    return;
  }
  copy(location.href, t("The link is copied."));
}

byId("turn").addEventListener("click", () => {
  turned = !turned;
  show();
});
byId("accept").addEventListener("click", () => sideline.accept());
byId("sideline-back").addEventListener("click", () => sideline.back());
byId("sideline-on").addEventListener("click", () => sideline.on());
byId("sideline-ask").addEventListener("click", () => sideline.ask());
byId("sideline-form").addEventListener("submit", (event) => {
  event.preventDefault();
  sideline.type();
});
byId("copy-link").addEventListener("click", copyLink);
byId("copy-moves").addEventListener("click", () => copy(lineText(sideline.line.made), t("The moves are copied.")));
byId("paste-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const field = kindById("paste-text", HTMLTextAreaElement);
  const fault = await sideline.begin(lineOf(field.value, seats));
  say(byId("paste-fault"), fault);
  say(byId("link-fault"), "");
  field.setAttribute("aria-invalid", String(fault !== ""));
  if (fault) field.focus();
  else kindById("paste", HTMLDetailsElement).open = false;
});
addEventListener("resize", () => whenReleased(show));
walkByKeys(byId("sideline-moves"), ["ArrowUp", "ArrowDown"]);
addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === "Escape" && !isElsewhere(event.target)) {
    sideline.choose(null);
    playing.putBack?.();
  }
  const { target } = event;
  if (!(target instanceof Element)) return;
  if (target.closest("dialog, input, select, textarea, summary, #table, #hand, #beside")) return;
  if (sideline.press(event.key)) event.preventDefault();
});

say(byId("link-fault"), await sideline.begin(lineOf(asked.get("moves") ?? "", seats)));
const moment = Number(asked.get("at") ?? NaN);
if (Number.isInteger(moment)) sideline.jump(moment);
