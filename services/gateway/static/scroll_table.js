// Tables that are wider than a phone.

import { el, replace } from "./dom.js";

/** @import { Child } from "./dom.js" */

/**
 * @template Row
 * @typedef {{ name: string, kind?: string, title?: string, cell: (row: Row) => Child | Child[] }} Column
 */

/**
 * Shows a table that can be scrolled by itself; its first column heads the rows. Without any there is none.
 *
 * @template Row
 * @param {Element} place
 * @param {string} label
 * @param {Column<Row>[]} columns
 * @param {Row[]} rows
 * @param {string} [kind]
 */
export function showTable(place, label, columns, rows, kind = "") {
  if (rows.length === 0) {
    replace(place);
    return;
  }
  const head = columns.map(({ name, kind: its, title }) => el("th", { scope: "col", class: its, title }, name));
  const body = rows.map((row) => {
    const cells = columns.map(({ cell, kind: its }, index) =>
      el(index === 0 ? "th" : "td", { scope: index === 0 ? "row" : null, class: its }, ...[cell(row)].flat()),
    );
    return el("tr", {}, cells);
  });
  const whole = el("table", { class: `table ${kind}` }, el("thead", {}, el("tr", {}, head)), el("tbody", {}, body));
  replace(regionOf(place, label, "group"), whole);
}

/**
 * What is scrolled in a place. It stays there: whoever reads has scrolled it, or holds it by the keyboard.
 *
 * @param {Element} place
 * @param {string} label
 * @param {"group" | "region"} role
 */
export function regionOf(place, label, role) {
  const held = place.querySelector(":scope > .table-scroll");
  const region = held ?? el("div", { class: "table-scroll", tabindex: "0", role, "aria-label": label });
  if (!held) place.replaceChildren(region);
  return region;
}
