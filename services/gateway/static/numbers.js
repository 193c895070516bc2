// Numbers, times and ratings, as pages show them: the Factory, which shows none, loads words.js alone.

import { language, t, tn } from "./texts.js";

const COUNTS = [
  ...[t("no"), t("one"), t("two"), t("three"), t("four"), t("five")],
  ...[t("six"), t("seven"), t("eight"), t("nine"), t("ten")],
];

/** @param {number} count */
export const countName = (count) => COUNTS[count] ?? String(count);

/**
 * "three circles", "one circle".
 *
 * @param {number} count
 * @param {string} noun
 */
export const several = (count, noun, nouns = `${noun}s`) => `${countName(count)} ${count === 1 ? noun : nouns}`;

/**
 * A length of time, to one unit: "40 s", "12 min", "3 h", "5 days".
 *
 * @param {number} ms
 */
export function lasting(ms) {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 60) return t("{seconds} s", { seconds });
  if (seconds < 3_600) return t("{minutes} min", { minutes: Math.floor(seconds / 60) });
  if (seconds < 172_800) return t("{hours} h", { hours: Math.floor(seconds / 3_600) });
  return tn(["{count} day", "{count} days"], Math.floor(seconds / 86_400));
}

/**
 * How long ago something was, to one unit: "40 s ago", "5 days ago".
 *
 * @param {number} ms
 */
export function longAgo(ms) {
  const days = Math.floor(ms / 86_400_000);
  return days < 2 ? t("{time} ago", { time: lasting(ms) }) : tn(["{count} day ago", "{count} days ago"], days);
}

/**
 * The day of an instant: "Nov 30, 2026".
 *
 * @param {number} ms
 */
export const dayText = (ms) =>
  new Date(ms).toLocaleDateString(language, { day: "numeric", month: "short", year: "numeric" });

/**
 * A clock's face: "0:42".
 *
 * @param {number} ms
 */
export function clockFace(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** @param {number} value to two places */
export const decimal = (value) =>
  value.toLocaleString(language, { minimumFractionDigits: 2, maximumFractionDigits: 2, useGrouping: false });

/**
 * A rating, to two places, with a true minus sign.
 *
 * @param {number} rating
 */
export function ratingText(rating) {
  const text = decimal(rating);
  return (/^-[0.,]*$/.test(text) ? text.slice(1) : text).replace("-", "−");
}

/**
 * A change of rating, with its sign.
 *
 * @param {number} change
 */
export const changeText = (change) => `${change < 0 ? "" : "+"}${ratingText(change)}`;

/**
 * A moment, by this device's clock: "Nov 22, 2026, 9:15 PM".
 *
 * @param {number} ms
 */
export const instant = (ms) => new Date(ms).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
