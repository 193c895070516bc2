// A picture of what is on a table, as it is drawn there now: its drawings, and the titles above them.

const MARGIN = 16;
const TITLES = "figcaption";
// What styles may say of a drawing: as an image it has none, and a style in it would be refused like one of the page's.
const STYLES = [
  "display",
  "fill",
  "fill-opacity",
  "font-family",
  "font-size",
  "font-weight",
  "opacity",
  "stroke",
  "stroke-dasharray",
  "stroke-linecap",
  "stroke-linejoin",
  "stroke-opacity",
  "stroke-width",
  "text-anchor",
  "vector-effect",
  "visibility",
];

/** @typedef {{ x: number, y: number, width: number, height: number }} Box */

/**
 * Draws it on a canvas of its own.
 *
 * @param {Element} table
 * @param {number} [scale] pixels of the picture for one of the page
 */
export async function snapshot(table, scale = 1) {
  // What still slides or fades in is drawn where it comes to rest.
  for (const moving of table.getAnimations({ subtree: true })) moving.finish();
  const drawings = [...table.querySelectorAll("svg")].filter((one) => isShown(one, table));
  const titles = [...table.querySelectorAll(TITLES)];
  if (drawings.length === 0) throw new Error("There is nothing on the table that could be saved as a picture.");
  const whole = around([...drawings, ...titles].map((one) => one.getBoundingClientRect()));
  const canvas = document.createElement("canvas");
  canvas.width = Math.ceil(whole.width * scale);
  canvas.height = Math.ceil(whole.height * scale);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("This browser draws no pictures.");
  context.scale(scale, scale);
  context.fillStyle = getComputedStyle(document.body).backgroundColor;
  context.fillRect(0, 0, whole.width, whole.height);
  context.translate(-whole.x, -whole.y);
  for (const title of titles) write(context, title);
  const images = await Promise.all(
    drawings.map(async (one) => ({ at: one.getBoundingClientRect(), of: await image(one) })),
  );
  for (const { at, of } of images) context.drawImage(of, at.x, at.y, at.width, at.height);
  return canvas;
}

/**
 * Whether a drawing stands for itself: in no other, and not beside words that say the same.
 *
 * @param {Element} drawing
 * @param {Element} table
 */
function isShown(drawing, table) {
  const hidden = drawing.closest("[aria-hidden='true']");
  return !drawing.parentElement?.closest("svg") && !(hidden && table.contains(hidden));
}

/**
 * All of them, and a margin.
 *
 * @param {Box[]} boxes
 */
function around(boxes) {
  const x = Math.min(...boxes.map((box) => box.x)) - MARGIN;
  const y = Math.min(...boxes.map((box) => box.y)) - MARGIN;
  const right = Math.max(...boxes.map((box) => box.x + box.width)) + MARGIN;
  const bottom = Math.max(...boxes.map((box) => box.y + box.height)) + MARGIN;
  return { x, y, width: right - x, height: bottom - y };
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Element} title
 */
function write(context, title) {
  const { color, font } = getComputedStyle(title);
  const { x, y, width, height } = title.getBoundingClientRect();
  Object.assign(context, { fillStyle: color, font, textAlign: "center", textBaseline: "middle" });
  context.fillText(title.textContent ?? "", x + width / 2, y + height / 2);
}

/**
 * A drawing as an image that looks the same without the styles of the page.
 *
 * @param {Element} drawing
 */
async function image(drawing) {
  const { width, height } = drawing.getBoundingClientRect();
  const copy = /** @type {Element} */ (drawing.cloneNode(true));
  const copies = [copy, ...copy.querySelectorAll("*")];
  [drawing, ...drawing.querySelectorAll("*")].forEach((original, index) => settle(original, copies[index]));
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  const found = new Image();
  found.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  await found.decode();
  return found;
}

/**
 * Says in attributes what styles say of an element.
 *
 * @param {Element} original
 * @param {Element} copy
 */
function settle(original, copy) {
  const style = getComputedStyle(original);
  for (const name of STYLES) copy.setAttribute(name, style.getPropertyValue(name));
  copy.removeAttribute("style");
  copy.removeAttribute("class");
}
