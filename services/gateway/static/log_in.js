// E-mail, code, and for somebody new a name: one step after the other, each with its own error beside it. Who has
// opened the link of a mail has a button in the place of the first two.

import { byId, inputById, pageData, say } from "./dom.js";
import { showFault, wordsFor } from "./faults.js";
import { ERASED } from "./forgetting.js";
import { onPress, onSubmit } from "./forms.js";
import { goTo } from "./going.js";
import { post, Refused } from "./request.js";
import { handOver } from "./visitor_drafts.js";

/** @type {{ onward: string, link: string, visitor: string }} */
const { onward: wanted, link, visitor } = pageData();
let onward = wanted;
const steps = ["link-step", "email-step", "code-step", "name-step"];
let email = "";

byId("erased").hidden = sessionStorage.getItem(ERASED) === null;
sessionStorage.removeItem(ERASED);

/** @param {string} step */
function show(step) {
  for (const id of steps) byId(id).hidden = id !== step;
  const field = byId(step).querySelector("input");
  field?.focus();
  field?.select();
}

/**
 * Goes on to where the person wanted, with what they made as a visitor; who is new chooses a name first.
 *
 * @param {{ player: { id: string, name: string }, is_new: boolean }} loggedIn
 */
async function enter({ player, is_new: isNew }) {
  onward = await handOver(visitor, player.id, onward);
  if (!isNew) {
    await goTo(onward);
    return;
  }
  inputById("name").value = player.name;
  show("name-step");
}

/** @param {string} address */
async function sendCode(address) {
  await post("/api/log-in/code", { email: address }, { repeat: false });
  email = address;
  say(byId("sent-to"), address);
  inputById("code").value = "";
  showFault("code", "");
  show("code-step");
}

onPress(
  "link-step",
  async () => enter(await post("/api/log-in/link", { link }, { repeat: false })),
  (error) => say(byId("link-fault"), error.message),
);

onSubmit("email-step", "email", sendCode);

onSubmit("code-step", "code", async (code) => {
  await enter(await post("/api/log-in", { email, code }, { repeat: false }));
});

onSubmit("name-step", "name", async (name) => {
  await post("/api/me/name", { name });
  await goTo(onward);
});

byId("visit").addEventListener("click", async () => {
  const button = byId("visit");
  if (button.getAttribute("aria-busy") === "true") return;
  button.setAttribute("aria-busy", "true");
  say(byId("visit-fault"), "");
  try {
    await post("/api/visit", {}, { repeat: false });
    // A link to a seat leads a visitor back here: people sit there.
    await goTo(onward.startsWith("/join/") ? "/" : onward);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    say(byId("visit-fault"), error.message);
  } finally {
    button.removeAttribute("aria-busy");
  }
});

for (const id of ["other-email", "without-link"]) byId(id).addEventListener("click", () => show("email-step"));
byId("again").addEventListener("click", async () => {
  try {
    await sendCode(email);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    showFault("code", wordsFor(error, "email"));
  }
});
