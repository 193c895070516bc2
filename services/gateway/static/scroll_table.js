// Tables that are wider than a phone.

import { el } from "./dom.js";

/** @import { Child } from "./dom.js" */

/**
 * @template Row
 * @typedef {{ name: string, kind?: string, title?: string, cell: (row: Row) => Child | Child[] }} Column
 */

/**
 * A table that can be scrolled by itself; its first column heads the rows.
 *
 * @template Row
 * @param {string} label
 * @param {Column<Row>[]} columns
 * @param {Row[]} rows
 * @param {string} [kind]
 */
export function table(label, columns, rows, kind = "") {
  const head = columns.map(({ name, kind: its, title }) => el("th", { scope: "col", class: its, title }, name));
  const body = rows.map((row) => {
    const cells = columns.map(({ cell, kind: its }, index) =>
      el(index === 0 ? "th" : "td", { scope: index === 0 ? "row" : null, class: its }, ...[cell(row)].flat()),
    );
    return el("tr", {}, cells);
  });
  const whole = el("table", { class: `table ${kind}` }, el("thead", {}, el("tr", {}, head)), el("tbody", {}, body));
  return el("div", { class: "table-scroll", tabindex: "0", role: "group", "aria-label": label }, whole);
}
