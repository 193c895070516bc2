// Tables that can be sorted by their columns, and that grow by the page.

import { byId, el, replace, say } from "./dom.js";
import { showRowFault, told, toldOnce } from "./faults.js";
import { get } from "./request.js";
import { t } from "./texts.js";

/** @import { Child } from "./dom.js" */

/**
 * @template Row
 * @typedef {object} Column
 * @property {string} name
 * @property {(row: Row) => Child | Child[]} cell
 * @property {(row: Row) => number | string} [by] what rows are sorted by; absent where the column sorts nothing
 * @property {string} [kind] "number", "extra" for what narrow screens tell below the row
 * @property {string} [title] what the column says
 */

/**
 * What stands under a row when it is unfolded.
 *
 * @template Row
 * @typedef {object} More
 * @property {(row: Row) => string} label what it is, for those who do not see where it stands
 * @property {(row: Row) => Child} content null where a row has nothing more
 */

/**
 * @template Row
 * @typedef {object} Look
 * @property {string} label what the table is, for those who do not see it
 * @property {string} none what is said where there are no rows
 * @property {(row: Row) => string} key tells rows apart
 * @property {More<Row>} [more] absent where no row can be unfolded
 */

/** @template Row */
export class SortedTable {
  /** @type {Row[]} */
  #rows = [];
  /** @type {number | null} */
  #column = null;
  #ascending = false;
  /** The keys of the rows that are unfolded. */
  #unfolded = new Set();

  /**
   * @param {HTMLElement} place
   * @param {Column<Row>[]} columns the first one names its row
   * @param {Look<Row>} look
   */
  constructor(place, columns, look) {
    this.place = place;
    this.columns = columns;
    this.look = look;
  }

  /** @param {Row[]} rows */
  show(rows) {
    this.#rows = rows;
    this.#draw();
  }

  #draw() {
    if (this.#rows.length === 0) {
      replace(this.place, el("p", { class: "empty" }, this.look.none));
      return;
    }
    const region = { class: "table-scroll", tabindex: "0", role: "group", "aria-label": this.look.label };
    const body = el(
      "tbody",
      {},
      this.#sorted().flatMap((row) => [this.#row(row), this.#rest(row), this.#under(row)]),
    );
    replace(this.place, this.#choice(), el("div", region, el("table", { class: "table" }, this.#head(), body)));
  }

  /** What rows are sorted by, for screens that have no room for all columns; null where all have it. */
  #choice() {
    if (!this.columns.some(({ kind = "", by }) => by && kind.includes("extra"))) return null;
    const id = `sort-by-${this.place.id}`;
    const option = (/** @type {string} */ name, /** @type {number | string} */ value) =>
      el("option", { value, selected: value === (this.#column ?? "") }, name);
    const sorting = this.columns.flatMap(({ name, by }, index) => (by ? [option(name, index)] : []));
    // In the order in which the rows came there is nothing to choose again.
    const first = this.#column === null ? option("–", "") : null;
    const choose = (/** @type {Event} */ { target }) =>
      target instanceof HTMLSelectElement && target.value !== "" && this.#sortBy(Number(target.value));
    const turn = {
      type: "button",
      class: "button quiet",
      id: `sort-turn-${this.place.id}`,
      disabled: this.#column === null,
      onclick: () => this.#column !== null && this.#sortBy(this.#column),
    };
    return el(
      "div",
      { class: "sort-by" },
      el("label", { for: id }, t("Sort by")),
      el("select", { id, onchange: choose }, first, ...sorting),
      el("button", turn, t("Reverse")),
    );
  }

  #sorted() {
    const by = this.#column === null ? undefined : this.columns[this.#column].by;
    if (!by) return this.#rows;
    const sign = this.#ascending ? 1 : -1;
    return [...this.#rows].sort((one, other) => sign * compared(by(one), by(other)));
  }

  #head() {
    return el(
      "thead",
      {},
      el(
        "tr",
        {},
        this.columns.map((column, index) => this.#title(column, index)),
      ),
    );
  }

  /**
   * @param {Column<Row>} column
   * @param {number} index
   */
  #title({ name, by, kind = "", title }, index) {
    const direction = this.#ascending ? "ascending" : "descending";
    const sort = index === this.#column ? direction : null;
    const id = `sort-${this.place.id}-${index}`;
    const button = () =>
      el("button", { type: "button", class: "sort", id, onclick: () => this.#sortBy(index) }, name, mark(sort));
    return el("th", { scope: "col", class: kind, title: title ?? null, "aria-sort": sort }, by ? button() : name);
  }

  /** @param {number} index */
  #sortBy(index) {
    const { by } = this.columns[index];
    const first = by && this.#rows.length > 0 ? by(this.#rows[0]) : 0;
    // Words from the beginning of the alphabet, numbers from the largest.
    this.#ascending = index === this.#column ? !this.#ascending : typeof first === "string";
    this.#column = index;
    this.#draw();
  }

  /** @param {Row} row */
  #row(row) {
    const cells = this.columns.map(({ cell, kind = "" }, index) =>
      index === 0
        ? el("th", { scope: "row", class: kind }, ...[cell(row)].flat(), this.#handle(row))
        : el("td", { class: kind }, ...[cell(row)].flat()),
    );
    return el("tr", { "data-key": this.look.key(row) }, cells);
  }

  /**
   * What narrow screens have no columns for; null where they have all.
   *
   * @param {Row} row
   */
  #rest(row) {
    const extra = this.columns.filter(({ kind = "" }) => kind.includes("extra"));
    if (extra.length === 0) return null;
    const all = extra.map(({ name, cell }) => el("div", {}, el("dt", {}, name), el("dd", {}, ...[cell(row)].flat())));
    return el("tr", { class: "rest" }, el("td", { colspan: this.columns.length }, el("dl", { class: "figures" }, all)));
  }

  /**
   * What unfolds a row; null where it has nothing more.
   *
   * @param {Row} row
   */
  #handle(row) {
    const { key, more } = this.look;
    if (!more?.content(row)) return null;
    const button = el(
      "button",
      {
        type: "button",
        class: "unfold",
        "aria-expanded": String(this.#unfolded.has(key(row))),
        "aria-controls": this.#idUnder(row),
        onclick: () => this.#unfold(row, button),
      },
      el("span", { class: "visually-hidden" }, more.label(row)),
    );
    return button;
  }

  /**
   * @param {Row} row
   * @param {HTMLElement} button
   */
  #unfold(row, button) {
    const key = this.look.key(row);
    if (!this.#unfolded.delete(key)) this.#unfolded.add(key);
    const isUnfolded = this.#unfolded.has(key);
    button.setAttribute("aria-expanded", String(isUnfolded));
    byId(this.#idUnder(row)).hidden = !isUnfolded;
  }

  /**
   * @param {Row} row
   */
  #under(row) {
    const content = this.look.more?.content(row);
    if (!content) return null;
    const cell = el("td", { colspan: this.columns.length }, content);
    return el("tr", { class: "under", id: this.#idUnder(row), hidden: !this.#unfolded.has(this.look.key(row)) }, cell);
  }

  /** @param {Row} row */
  #idUnder(row) {
    return `under-${this.look.key(row)}`;
  }
}

/** @param {string | null} sort */
const mark = (sort) => el("span", { class: "sort-mark", "aria-hidden": "true" }, sort === "ascending" ? "▲" : "▼");

/**
 * @param {number | string} one
 * @param {number | string} other
 */
const compared = (one, other) =>
  typeof one === "string" || typeof other === "string" ? String(one).localeCompare(String(other)) : one - other;

/**
 * Rows that come by the page, with a button for more of them.
 *
 * @template Row
 */
export class Pages {
  /** @type {Row[]} */
  rows = [];
  #next = "";

  /**
   * @param {HTMLElement} place where the button is
   * @param {string} path where more rows are, perhaps with what is asked of them
   * @param {string} words on the button
   * @param {(rows: Row[]) => void} onRows is told of all rows so far
   */
  constructor(place, path, words, onRows) {
    this.path = path;
    this.onRows = onRows;
    this.button = el("button", { type: "button", class: "button", onclick: () => this.more() }, words);
    this.fault = el("p", { class: "fault", role: "alert" });
    place.append(this.button, this.fault);
  }

  /** @param {{ rows: Row[], next: string }} page */
  add({ rows, next }) {
    this.rows = [...this.rows, ...rows];
    this.#next = next;
    this.button.hidden = !next;
    this.onRows(this.rows);
  }

  get hasMore() {
    return this.#next !== "";
  }

  /** Whether there are more rows now. */
  async more() {
    if (!this.hasMore) return false;
    const tell = (/** @type {string} */ text) => say(this.fault, text);
    return await toldOnce(this.button, tell, async () => {
      const { path } = this;
      const joint = path.includes("?") ? "&" : "?";
      const page = await get(`${path}${joint}page=${encodeURIComponent(this.#next)}`);
      if (path === this.path) this.add(page); // else something else is asked for by now
    });
  }

  /**
   * Does what asks for rows, and says what is refused beside the button, or in the row of what was pressed; whether it
   * was not.
   *
   * @param {() => Promise<void>} look
   * @param {Element | null} [row]
   */
  async told(look, row = null) {
    return await told((text) => (row ? showRowFault(row, text) : say(this.fault, text)), look);
  }
}

const WAIT_MS = 200;

/**
 * The same, of a list that is looked through: what is asked of it changes as one types.
 *
 * @template {{ id: string }} Row
 * @extends {Pages<Row>}
 */
export class FilteredPages extends Pages {
  #base;
  #asked = 0;

  /**
   * @param {HTMLElement} place
   * @param {string} path
   * @param {string} words
   * @param {(rows: Row[]) => void} onRows
   */
  constructor(place, path, words, onRows) {
    super(place, path, words, onRows);
    this.#base = path;
  }

  /**
   * Looks whenever a field changes, and at once where one says something: it was written before this ran, or the
   * browser has filled it in again.
   *
   * @param {(HTMLInputElement | HTMLSelectElement)[]} fields
   * @param {() => Record<string, string>} query what they ask for
   */
  lookBy(fields, query) {
    const look = () => this.look(query());
    for (const field of fields) field.addEventListener("input", look);
    if (fields.some((field) => (field.type === "checkbox" ? "checked" in field && field.checked : field.value))) look();
  }

  /**
   * Begins anew with what is asked; only the last answer counts.
   *
   * @param {Record<string, string>} query
   */
  async look(query) {
    const asked = (this.#asked += 1);
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
    if (asked !== this.#asked) return;
    const path = `${this.#base}?${new URLSearchParams(query)}`;
    await this.told(async () => {
      const page = await get(path);
      if (asked !== this.#asked) return;
      this.path = path;
      this.rows = [];
      this.add(page);
    });
  }

  /**
   * Puts a row in place of the one with its id.
   *
   * @param {Row} changed
   */
  change(changed) {
    this.rows = this.rows.map((row) => (row.id === changed.id ? changed : row));
    this.onRows(this.rows);
  }
}
