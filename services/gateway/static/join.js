// A link to an open seat was followed: the seat is taken when somebody says so, never by following the link alone.

import { buttonById, byId, pageData, replace, say } from "./dom.js";
import { goTo } from "./going.js";
import { invitedSeats } from "./invitations.js";
import { post } from "./request.js";

/** @import { Match, Player } from "./family.js" */

/** @type {{ me: Player, match: Match, link: string }} */
const { me, match, link } = pageData();

replace(byId("seats"), invitedSeats(match, me));

const button = buttonById("take");
button.addEventListener("click", async () => {
  if (button.getAttribute("aria-busy") === "true") return;
  button.setAttribute("aria-busy", "true");
  say(byId("fault"), "");
  try {
    const told = await post("/api/join", { link });
    await goTo(`/matches/${told.id}`);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    say(byId("fault"), error.message);
  } finally {
    button.removeAttribute("aria-busy");
  }
});
