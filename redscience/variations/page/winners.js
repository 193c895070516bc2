// Who has won which of several boards, said in their titles.

import { el } from "../../dom.js";
import { seatWord } from "../../seat_words.js";
import { t } from "../../texts.js";
import { listed } from "../../words.js";

/**
 * @param {HTMLElement} panels
 * @param {(string[] | null)[]} [boards] who has won each; null for those that are not decided
 */
export function sayWinners(panels, boards = []) {
  for (const title of panels.querySelectorAll("[data-board]")) {
    const seats = boards[Number(title.getAttribute("data-board")) - 1];
    title.querySelector(".board-winners")?.remove();
    if (seats) title.append(el("span", { class: "board-winners" }, `: ${winnersOf(seats)}`));
  }
}

/** @param {string[]} seats */
function winnersOf(seats) {
  if (seats.length === 0) return t("nobody has won it");
  return t("won by {seats}", { seats: listed(seats.map((seat) => (seat === "chaos" ? t("Chaos") : seatWord(seat)))) });
}
