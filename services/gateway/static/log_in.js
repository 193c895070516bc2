// E-mail, code, and for somebody new a name: one step after the other, each with its own error beside it.

import { byId, inputById, pageData, say } from "./dom.js";
import { showFault, wordsFor } from "./faults.js";
import { post, Refused } from "./request.js";

/** @type {{ onward: string }} */
const { onward } = pageData();
const steps = ["email-step", "code-step", "name-step"];
let email = "";

/** @param {string} step */
function show(step) {
  for (const id of steps) byId(id).hidden = id !== step;
  const field = byId(step).querySelector("input");
  field?.focus();
  field?.select();
}

/**
 * Has `send` done when the form is submitted, once at a time, and what is refused said beside `field`.
 *
 * @param {string} step
 * @param {string} field
 * @param {(value: string) => Promise<void>} send
 */
function onSubmit(step, field, send) {
  const form = byId(step);
  const button = /** @type {Element} */ (form.querySelector("[type=submit]"));
  byId(field).addEventListener("input", () => showFault(field, ""));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (button.getAttribute("aria-busy") === "true") return;
    button.setAttribute("aria-busy", "true");
    showFault(field, "");
    try {
      await send(inputById(field).value.trim());
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      showFault(field, wordsFor(error, field));
      inputById(field).focus();
      inputById(field).select();
    } finally {
      button.removeAttribute("aria-busy");
    }
  });
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

onSubmit("email-step", "email", sendCode);

onSubmit("code-step", "code", async (code) => {
  const { player, is_new: isNew } = await post("/api/log-in", { email, code }, { repeat: false });
  if (!isNew) {
    location.assign(onward);
    return;
  }
  inputById("name").value = player.name;
  show("name-step");
});

onSubmit("name-step", "name", async (name) => {
  await post("/api/me/name", { name });
  location.assign(onward);
});

byId("other-email").addEventListener("click", () => show("email-step"));
byId("again").addEventListener("click", async () => {
  try {
    await sendCode(email);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    showFault("code", wordsFor(error, "email"));
  }
});
