// Avatars: drawings in one file, by their numbers.

import { svg } from "./dom.js";
import { t } from "./texts.js";

const DRAWINGS = new URL("./avatars.svg", import.meta.url).pathname;

/** What is drawn, from number 1 on. */
export const AVATARS = [
  ...[t("Fox"), t("Cat"), t("Owl"), t("Bear"), t("Rabbit"), t("Frog"), t("Penguin"), t("Fish"), t("Whale"), t("Crab")],
  ...[t("Snail"), t("Bee"), t("Cactus"), t("Mushroom"), t("Flower"), t("Tree"), t("Sun"), t("Moon"), t("Star")],
  ...[t("Mountain"), t("Boat"), t("Rocket"), t("Robot"), t("Ghost")],
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
