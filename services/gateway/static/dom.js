// Building elements, and finding what the page brought along.

/** @typedef {Node | string | null | undefined | false} Child what is no node and no text is left out */
/**
 * By name; functions are listeners (`onclick`); null, undefined and false are left out.
 *
 * @typedef {Record<string, unknown>} Attributes
 */

/**
 * An element with its attributes and children.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else setAttribute(element, name, value);
  }
  element.append(...present(children));
  return element;
}

const SVG = "http://www.w3.org/2000/svg";

/**
 * The same for drawings.
 *
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) setAttribute(element, name, value);
  element.append(...present(children));
  return element;
}

/**
 * @param {Element} element
 * @param {string} name
 * @param {unknown} value
 */
function setAttribute(element, name, value) {
  if (value === null || value === undefined || value === false) return;
  element.setAttribute(name, value === true ? "" : String(value));
}

/** @param {(Child | Child[])[]} children */
function present(children) {
  const each = children.flat();
  return each.filter((child) => child !== null && child !== undefined && child !== false);
}

/**
 * What the page is about, as its template wrote it down.
 *
 * @returns {any}
 */
export function pageData() {
  return JSON.parse(byId("data").textContent);
}

/**
 * The element of an id, which must be on the page.
 *
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`There is no #${id} on this page.`);
  return element;
}

/** Shows no parts that are empty. @param {HTMLElement[]} parts */
export function hideEmpty(parts) {
  for (const part of parts) part.hidden = part.childElementCount === 0;
}

/**
 * The same, of a kind.
 *
 * @template {HTMLElement} Kind
 * @param {string} id
 * @param {{ new (): Kind, prototype: Kind }} kind
 * @returns {Kind}
 */
export function kindById(id, kind) {
  const element = byId(id);
  if (!(element instanceof kind)) throw new Error(`#${id} is no ${kind.name}.`);
  return element;
}

/** @param {string} id */
export const inputById = (id) => kindById(id, HTMLInputElement);
/** @param {string} id */
export const buttonById = (id) => kindById(id, HTMLButtonElement);
/** @param {string} id */
export const dialogById = (id) => kindById(id, HTMLDialogElement);

/**
 * An icon that the page's template brought along.
 *
 * @param {string} name
 * @returns {Node}
 */
export function icon(name) {
  const template = document.querySelector(`template[data-icon="${name}"]`);
  const drawing = template instanceof HTMLTemplateElement && template.content.firstElementChild;
  if (!drawing) throw new Error(`The template of this page does not name the icon ${name}.`);
  return drawing.cloneNode(true);
}

/** Gives the keyboard to the element of an id, where there is one.
 *
 * @param {string} id
 */
export function focusOn(id) {
  document.getElementById(id)?.focus({ preventScroll: true });
}

/**
 * Remembers where the keyboard is, before something is waited for; what it gives says whether it has been taken nowhere
 * else since. A control that is switched off leaves it to the page.
 */
export function rememberKeyboard() {
  const { activeElement: before } = document;
  return () => document.activeElement === before || document.activeElement === document.body;
}

/**
 * Puts `children` in place of what `parent` holds, and keeps the keyboard where it was, by the ids of elements.
 *
 * @param {Element} parent
 * @param {...(Child | Child[])} children
 */
export function replace(parent, ...children) {
  const { activeElement } = document;
  const active = activeElement && parent.contains(activeElement) ? activeElement.id : "";
  parent.replaceChildren(...present(children));
  if (active) focusOn(active);
}

/**
 * Sets the text only where it differs, so that screen readers are not told the same twice.
 *
 * @param {Element} element
 * @param {string} text
 */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Waits until what is on the page by now can be seen; a page that is not looked at is not waited for. */
export const untilDrawn = () =>
  document.hidden ? Promise.resolve() : new Promise((go) => requestAnimationFrame(() => setTimeout(go)));
