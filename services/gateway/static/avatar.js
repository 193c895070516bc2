// Avatars: drawings in one file, by their numbers.

import { svg } from "./dom.js";

const DRAWINGS = new URL("./avatars.svg", import.meta.url).pathname;

/** What is drawn, from number 1 on. */
export const AVATARS = [
  ...["Fox", "Cat", "Owl", "Bear", "Rabbit", "Frog", "Penguin", "Fish", "Whale", "Crab", "Snail", "Bee"],
  ...["Cactus", "Mushroom", "Flower", "Tree", "Sun", "Moon", "Star", "Mountain", "Boat", "Rocket", "Robot", "Ghost"],
];

/**
 * Decoration: a name stands beside it.
 *
 * @param {number} number
 * @param {"" | "large"} [size]
 */
export const avatar = (number, size = "") =>
  svg(
    "svg",
    { class: `avatar ${size}`, viewBox: "0 0 48 48", "aria-hidden": "true", focusable: "false" },
    svg("use", { href: `${DRAWINGS}#avatar-${number}` }),
  );
