// What somebody is told who looks elsewhere: the title, the icon in the tab, a notification, a sound.

import { preferences } from "./preferences.js";
import { isActing, isOver } from "./seating.js";
import { t } from "./texts.js";

/** @import { Match } from "./family.js" */
/** @import { Sound } from "./sounds.js" */

const ICON = new URL("mark.svg", import.meta.url).href;
const ICON_OF_MY_TURN = new URL("mark-turn.svg", import.meta.url).href;

/**
 * Says whose turn it is, and what has happened since the match was `before`; null at first.
 *
 * @param {Match} match
 * @param {Match | null} before
 */
export function signal(match, before) {
  const isMine = isActing(match);
  document.title = `${isMine ? `${t("Your turn")} · ` : ""}${match.game.name} · redscience`;
  const link = document.querySelector("link[rel='icon']");
  const icon = isMine ? ICON_OF_MY_TURN : ICON;
  if (link instanceof HTMLLinkElement && link.href !== icon) link.href = icon;
  if (!before) return;
  const heard = soundOf(match, before);
  if (heard && preferences.sounds) sound(heard);
  if (isMine && !isActing(before)) notify(match);
}

/**
 * @param {Match} match
 * @param {Match} before
 * @returns {Sound | null}
 */
function soundOf(match, before) {
  if (isOver(match)) return isOver(before) ? null : "end";
  if (before.is_paused && !match.is_paused) return "turn";
  if (match.view_version === before.view_version) return null;
  return isActing(match) && !isActing(before) ? "turn" : "move";
}

/** @param {Match} match */
function notify(match) {
  if (!preferences.notices || !document.hidden || !("Notification" in globalThis)) return;
  if (Notification.permission !== "granted") return;
  try {
    const note = new Notification(t("Your turn"), { body: match.game.name, tag: match.id, icon: ICON });
    note.onclick = () => {
      window.focus();
      note.close();
    };
  } catch {
    // Some browsers on phones have notifications for workers alone.
  }
}

/**
 * Plays a sound. Few want to hear any, so that what makes them is loaded for those alone.
 *
 * @param {Sound} heard
 */
export async function sound(heard) {
  const { play } = await import("./sounds.js");
  play(heard);
}

/** Asks whether the browser may notify, where it has not been asked. */
export async function mayNotify() {
  return "Notification" in globalThis && (await Notification.requestPermission()) === "granted";
}
