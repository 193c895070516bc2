// Building elements, and finding what the page brought along.

/** An element: attributes by name, `on…` as listeners, children as nodes or text; null and false children are left out. */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

const SVG = "http://www.w3.org/2000/svg";

/** The same for drawings. */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** What the page is about. */
export function pageData() {
  return JSON.parse(document.getElementById("data").textContent);
}

export const byId = (id) => document.getElementById(id);

/** An icon that the page's template brought along. */
export function icon(name) {
  const template = document.querySelector(`template[data-icon="${name}"]`);
  return template.content.firstElementChild.cloneNode(true);
}

/** Puts `children` in place of what `parent` holds, and keeps the keyboard where it was: elements are known by their ids. */
export function replace(parent, ...children) {
  const active = parent.contains(document.activeElement) ? document.activeElement.id : "";
  parent.replaceChildren(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  if (active) byId(active)?.focus({ preventScroll: true });
}

/** Sets the text only where it differs, so that screen readers are not told the same twice. */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
