// Asking further people for a tournament that has not begun: a field with their names, and a button; for an open one
// the address by which anybody joins.

import { Combobox, folded } from "./combobox.js";
import { copiesAddress } from "./copying.js";
import { buttonById, byId, inputById } from "./dom.js";
import { showFault } from "./faults.js";
import { onPress } from "./forms.js";
import { peopleFound } from "./people_found.js";
import { whenReleased } from "./press.js";
import { post } from "./request.js";
import { t } from "./texts.js";
import { faultWords } from "./tournament_words.js";

/** @import { Known } from "./acquaintance.js" */
/** @import { Tournament } from "./tournament_words.js" */

const FIELD = "ask-person";

export class Asking {
  /** Who was chosen last. @type {Known | null} */
  #chosen = null;

  /**
   * @param {Tournament} tournament
   * @param {(tournament: Tournament) => void} onChange is told what has become of the tournament
   */
  constructor(tournament, onChange) {
    this.tournament = tournament;
    this.onChange = onChange;
    if (tournament.open) copiesAddress(buttonById("copy-address"));
    const input = inputById(FIELD);
    /** @type {Combobox<Known>} */
    this.field = new Combobox(input, byId("ask-found"), {
      find: (text) => peopleFound(text, (person) => this.#mayBeAsked(person)),
      onChoose: (person) => {
        this.#chosen = person;
        showFault(FIELD, "");
      },
      onUnknown: (text, refusal) => showFault(FIELD, refusal || nobody(text)),
      none: t("Nobody's name begins like that."),
    });
    input.addEventListener("input", () => {
      showFault(FIELD, "");
      if (!input.value.trim()) this.#forget();
    });
    onPress(
      "ask-form",
      () => this.#ask(),
      ({ faults, message }, isHere) => {
        const words = faults.map((fault) => faultWords(fault, this.#chosen ? [this.#chosen.name] : []));
        showFault(FIELD, words.join(" ") || message);
        if (isHere) input.focus();
      },
    );
  }

  /** Shows the field as long as somebody can be asked. @param {Tournament} tournament */
  show(tournament) {
    this.tournament = tournament;
    for (const id of ["address-field", "ask-form"]) {
      document.getElementById(id)?.toggleAttribute("hidden", tournament.progress.status !== "inviting");
    }
  }

  /** Who is asked already is not found; who has declined may be asked again. @param {Known} person */
  #mayBeAsked({ id }) {
    return !this.tournament.players.some((player) => player.id === id && player.entry !== "declined");
  }

  async #ask() {
    await this.field.settled;
    const input = inputById(FIELD);
    const text = input.value.trim();
    if (!this.#chosen || folded(text) !== folded(this.#chosen.name)) {
      showFault(FIELD, text ? nobody(text) : t("Choose somebody from the list."));
      input.focus();
      return;
    }
    const asked = { player_ids: [this.#chosen.id] };
    const told = await post(`/api/tournaments/${this.tournament.id}/people`, asked);
    this.#forget();
    whenReleased(() => this.onChange(told));
  }

  #forget() {
    this.#chosen = null;
    this.field.value = "";
  }
}

/** Why nobody is asked by a text. @param {string} text */
const nobody = (text) => t("There is nobody called “{text}” whom you can invite. Choose from the list.", { text });
