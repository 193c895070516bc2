// What there is to know of the game that is chosen for a new match, in its place.

import { byId, el, replace } from "./dom.js";
import { t } from "./texts.js";

/** @import { Game } from "./family.js" */

/** So many sentences of long rules are shown from the start. */
const BRIEF = 3;

/**
 * Puts what is known of a game in its place, in which what was there of another has been hidden.
 *
 * @param {string} id
 * @param {...(Node | null)} children
 */
export function fill(id, ...children) {
  const place = byId(id);
  place.removeAttribute("aria-busy");
  replace(place, ...children);
}

/** Says of a game what it is about, and its rules. @param {Game} chosen */
export function renderNote(chosen) {
  const sentences = chosen.english.map((sentence) => el("p", {}, sentence));
  // Where there is much to be said, who plays and what else there is stays in sight.
  const brief = sentences.length > BRIEF + 1 ? sentences.slice(0, BRIEF) : sentences;
  const rest = sentences.slice(brief.length);
  fill(
    "game-note",
    chosen.about ? el("p", { class: "about" }, chosen.about) : null,
    el("div", { class: "english", lang: "en" }, brief),
    rest.length > 0 ? allRules(rest) : null,
    chosen.has_chaos ? el("p", {}, t("Chaos has a seat of its own, and plays at random.")) : null,
    el(
      "p",
      { class: "links" },
      el("a", { href: `/games/${chosen.id}` }, t("Setup & Rules")),
      el("a", { href: `/games/${chosen.id}/leaderboard` }, t("Leaderboard")),
    ),
  );
}

/** @param {Node[]} sentences */
const allRules = (sentences) =>
  el(
    "details",
    { class: "rest" },
    el("summary", {}, t("All rules")),
    el("div", { class: "english", lang: "en" }, sentences),
  );
