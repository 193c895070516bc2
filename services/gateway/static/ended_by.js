// Why a match has ended, in few words.

import { t } from "./texts.js";

/** By the reason. @type {Record<string, string>} */
export const ENDED_BY = {
  rules: t("by the rules"),
  unspecified: t("by the rules"),
  time: t("on time"),
  resigned: t("by leaving"),
  length: t("cut off, drawn"),
};
