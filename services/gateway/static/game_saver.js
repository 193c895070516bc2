// Saving what was made in the Factory as a game. Visitors are asked to log in, and keep what they have made.

import { buttonById, byId, el, replace, say } from "./dom.js";
import { sayInView } from "./faults.js";
import { goTo } from "./going.js";
import { released } from "./press.js";
import { post, Refused } from "./request.js";
import { t } from "./texts.js";

/** @import { Remarks } from "./remarks.js" */

/**
 * Saves a game and goes to its page, or says why not.
 *
 * @param {{ rule_set: object, request_id: string, origin_id: string }} asked
 * @param {{ isVisitor: boolean, remarks: Remarks, saved: () => Promise<void> }} by who saves, what shows
 *   faults, and what is done once it is saved
 */
export async function saveGame(asked, { isVisitor, remarks, saved }) {
  const button = buttonById("save");
  if (button.getAttribute("aria-busy") === "true") return;
  // What was said before goes then.
  await released();
  const place = byId("save-fault");
  say(place, "");
  if (isVisitor) {
    const href = `/login?next=${encodeURIComponent(location.pathname + location.search)}`;
    const link = el("a", { class: "button primary", href }, t("Log in"));
    replace(place, t("Log in to save it as a game. Your draft is still yours then."), " ", link);
    link.focus();
    return;
  }
  button.setAttribute("aria-busy", "true");
  try {
    const { id } = await post("/api/games", asked);
    await saved();
    // Back leads to a copy of it: the draft is gone, and its address with it.
    history.replaceState(null, "", `/factory?copy=${id}`);
    // A browser may show the page as it was left.
    addEventListener("pageshow", () => location.reload());
    await goTo(`/games/${id}`);
  } catch (error) {
    button.removeAttribute("aria-busy");
    if (!(error instanceof Refused)) throw error;
    const atName = error.code === "rules/name_taken" && error.faults.length === 0;
    const told = atName ? [{ path: "name", problem: error.message, remedy: "" }] : error.faults;
    sayInView(place, told.length > 0 ? "" : error.message);
    remarks.show(told);
    remarks.goToFirst();
  }
}
