// A match before its start: who is in, who is waited for. It becomes the match itself when all have accepted.

import { setServerTime } from "./countdown.js";
import { byId, el, icon, pageData, replace, say } from "./dom.js";
import {
  answer,
  invite,
  invitedSeats,
  inviter,
  isAsked,
  isOneself,
  isSentBy,
  linkField,
  timeLeft,
  waitingText,
} from "./invitations.js";
import { follow } from "./live.js";
import { whenReleased } from "./press.js";
import { t } from "./texts.js";

/** @import { Match, Player } from "./family.js" */

/** @type {{ me: Player, hosts: Player[], match: Match }} */
const { me: person, hosts, match: first } = pageData();
const me = { ...person, hosts };
let match = first;
let busy = false;
let fault = "";
/** The link's field is drawn once: somebody may be copying from it. */
let linked = "";

/** @param {Match} told */
function take(told) {
  setServerTime(told.now_ms);
  // Answers and events come in any order: what is called off stays so.
  if (match.status === "called_off" && told.status === "invited") return;
  match = told;
  if (match.status === "invited" || match.status === "called_off") render();
  else location.replace(`/matches/${match.id}`);
}

function render() {
  say(byId("status"), statusText());
  replace(byId("seats"), invitedSeats(match, me));
  if (match.link !== linked || match.status !== "invited") {
    linked = match.status === "invited" ? match.link : "";
    replace(byId("link"), linked ? linkField(match) : null);
  }
  say(byId("fault"), fault);
  replace(byId("actions"), buttons());
  document.title = `${isAsked(match, me) ? `${t("You are invited")} · ` : ""}${match.game.name} · redscience`;
}

function statusText() {
  if (match.status === "called_off") return whyCalledOff();
  if (isAsked(match, me)) return t("{name} invites you.", { name: inviter(match).name });
  return match.is_in_lobby
    ? t("{waiting} Keep this page open.", { waiting: waitingText(match, me) })
    : waitingText(match, me);
}

function whyCalledOff() {
  const decliner = match.seats.find((seat) => seat.declined)?.player;
  const who = decliner && isOneself(decliner, me) ? t("You") : (decliner?.name ?? t("Somebody"));
  if (match.reason === "declined") return t("{who} declined.", { who });
  if (match.reason === "lapsed") return t("Not all accepted in time.");
  return isSentBy(match, me)
    ? t("You cancelled this invitation.")
    : t("{name} cancelled this invitation.", { name: inviter(match).name });
}

/** @returns {(Node | null)[]} */
function buttons() {
  const home = el("a", { class: "button", id: "to-home", href: "/" }, icon("fa-home"), t("Home"));
  if (match.status === "called_off") {
    const again = isSentBy(match, me) ? button("again", "fa-refresh", t("Ask again"), askAgain, "primary") : null;
    return [again, home];
  }
  const accept = isAsked(match, me) ? button("accept", "fa-check", t("Accept"), () => act("accept"), "primary") : null;
  const leave = isSentBy(match, me)
    ? button("cancel", "fa-times", t("Cancel"), () => act("cancel"))
    : button("decline", "fa-times", t("Decline"), () => act("decline"));
  return [accept, leave, timeLeft(match)];
}

/**
 * @param {string} id
 * @param {string} iconName
 * @param {string} text
 * @param {() => Promise<void>} work
 */
function button(id, iconName, text, work, kind = "") {
  const attributes = { type: "button", class: `button ${kind}`, id, "aria-busy": busy ? "true" : null };
  return el("button", { ...attributes, onclick: () => once(work) }, icon(iconName), text);
}

/** @param {"accept" | "decline" | "cancel"} verb */
const act = async (verb) => take(await answer(match, verb));

/** The same players once more. */
const askAgain = () => invite(match.game.id, match.seats.map(nameForSlot));

/** @param {Match["seats"][number]} seat */
const nameForSlot = ({ player }) => (player.kind === "next" ? "next" : player.id);

/**
 * Does one thing at a time, and says why where it is refused.
 *
 * @param {() => Promise<void>} work
 */
async function once(work) {
  if (busy) return;
  busy = true;
  fault = "";
  render();
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    fault = error.message;
  }
  busy = false;
  render();
}

take(first);
if (match.status === "invited") {
  follow(
    `match=${encodeURIComponent(match.id)}`,
    {
      match: (told) => whenReleased(() => take(told)),
      gone: ({ message }) => {
        fault = message;
        whenReleased(render);
      },
    },
    { whileHidden: () => true },
  );
}
