// All games, with pictures: found by what people call them, by players, and by what is special about them.

import { buttonById, byId, el, icon, inputById, kindById, pageData, say } from "./dom.js";
import { lengthOf, pictureWhenSeen } from "./game_cards.js";
import { inParts } from "./game_names.js";
import { GameSearch } from "./game_search.js";
import { keepPlace } from "./list_place.js";
import { t, tn } from "./texts.js";

/** @import { Game } from "./family.js" */
/** @import { Found } from "./game_search.js" */

const WAIT_MS = 200;
/** The words of a card that say what is special; the rest is read on the game's own page. */
const FEATURES = 3;
const MOST_NAMES = 3;

/** @type {Found} */
const page = pageData();
const form = kindById("search", HTMLFormElement);
const more = buttonById("more");
const gallery = new GameSearch(more, byId("search-fault"), byId("more-fault"));
/** What is shown already: another page may hold it again.
 * @type {Set<string>} */
const known = new Set();
let nextPage = "";
let timer = 0;

// --- what is looked for ---------------------------------------------------------------------------------------------

/** What the form says, without what is left open. */
function sought() {
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (value) query.set(name, String(value).trim());
  return query;
}

function recall() {
  const query = new URLSearchParams(location.search);
  inputById("name").value = query.get("name") ?? "";
  for (const name of ["family", "seats", "feature", "length", "order"]) {
    kindById(name, HTMLSelectElement).value = query.get(name) ?? "";
  }
}

async function search() {
  const query = sought();
  history.replaceState(null, "", query.size > 0 ? `?${query}` : location.pathname);
  await gallery.ask(query, showFirst);
}

function showNext() {
  const query = sought();
  query.set("page", nextPage);
  return gallery.ask(query, showMore, gallery.moreFault);
}

// --- what is found --------------------------------------------------------------------------------------------------

/** @param {Found} found */
function showFirst(found) {
  known.clear();
  byId("gallery").replaceChildren();
  showMore(found);
  const { absent } = found;
  byId("absent").hidden = !absent;
  say(/** @type {Element} */ (byId("absent").firstElementChild), absent);
  byId("none").hidden = Boolean(absent) || known.size > 0;
  say(
    byId("found"),
    nextPage ? t("{size} or more games.", { size: known.size }) : tn(["One game.", "{count} games."], known.size),
  );
}

/** @param {Found} found */
function showMore({ games, next_page: next }) {
  const fresh = games.filter(({ id }) => !known.has(id));
  for (const { id } of fresh) known.add(id);
  byId("gallery").append(...fresh.map(card));
  nextPage = next;
  more.hidden = !next;
}

/** @param {Game} game */
function card(game) {
  const { also_called: others } = game;
  return el(
    "li",
    { class: "game-card" },
    el(
      "a",
      { class: "game-link", id: `game-${game.id}`, href: `/games/${game.id}` },
      pictureWhenSeen(game),
      el("span", { class: "game-name", translate: "no" }, inParts(game.name)),
      game.hidden ? el("span", { class: "game-alias" }, el("span", { class: "tag" }, t("hidden"))) : null,
      others.length > 0
        ? el("span", { class: "game-alias soft" }, t("also {list}", { list: others.slice(0, MOST_NAMES).join(", ") }))
        : null,
      game.maker ? el("span", { class: "game-alias soft" }, t("by {name}", { name: game.maker })) : null,
      game.nearest ? el("span", { class: "game-nearest" }, game.nearest) : null,
      el("span", { class: "game-facts soft" }, factsOf(game)),
    ),
    game.hidden
      ? null
      : el(
          "a",
          {
            class: "button icon-only game-play",
            href: `/?game=${game.id}`,
            "aria-label": t("Play {name}", { name: game.name }),
            title: t("Play"),
          },
          icon("fa-fort-awesome"),
        ),
  );
}

/** @param {Game} game */
function factsOf(game) {
  const special = game.features.slice(0, FEATURES).map((feature) => ` · ${feature}`);
  return [lengthOf(game), el("span", { class: "wide-only" }, special)];
}

// --- begin ----------------------------------------------------------------------------------------------------------

recall();
showFirst(page);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  search();
});
form.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(search, WAIT_MS);
});
more.addEventListener("click", showNext);
keepPlace(() => known.size, showNext);
