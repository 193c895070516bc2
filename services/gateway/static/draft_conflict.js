// A draft that was changed in another window, too: one goes on with that, or with one's own as another draft.

import { byId, say } from "./dom.js";

/** @import { DraftSaver } from "./draft_saver.js" */
/** @import { KeptDraft } from "./drafts.js" */

/**
 * @param {KeptDraft} keeper
 * @param {DraftSaver} saver
 */
export function offerBoth(keeper, saver) {
  byId("draft-theirs").onclick = () => {
    keeper.drop();
    location.reload();
  };
  byId("draft-apart").onclick = () => {
    byId("draft-choices").hidden = true;
    say(byId("draft-fault"), "");
    saver.apart();
  };
  byId("draft-choices").hidden = false;
}
