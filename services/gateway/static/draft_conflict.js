// A draft that was changed in another window, too: one goes on with that, or with one's own as another draft.

import { byId, el, say } from "./dom.js";
import { t } from "./texts.js";

/** @import { DraftSaver } from "./draft_saver.js" */
/** @import { KeptDraft } from "./drafts.js" */

/**
 * @param {KeptDraft} keeper
 * @param {DraftSaver} saver
 */
export function offerBoth(keeper, saver) {
  if (document.getElementById("draft-choices")) return;
  const choices = el("p", { class: "actions", id: "draft-choices" });
  const openTheirs = () => {
    keeper.drop();
    location.reload();
  };
  const keepApart = () => {
    choices.remove();
    say(byId("draft-fault"), "");
    saver.apart();
  };
  choices.append(
    button("draft-theirs", t("Open the other version"), openTheirs),
    button("draft-apart", t("Keep this as a new draft"), keepApart),
  );
  byId("draft-fault").after(choices);
}

/**
 * @param {string} id
 * @param {string} words
 * @param {() => void} onclick
 */
const button = (id, words, onclick) => el("button", { type: "button", class: "button", id, onclick }, words);
