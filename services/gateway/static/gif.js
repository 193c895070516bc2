// Animated GIFs (GIF89a): one color table for all, and of each picture the part that differs from the one before.

const COLORS = 256;
const MIN_CODE_BITS = 8;
const MAX_CODE = 4096;
const BLOCK = 255;

/** @typedef {{ left: number, top: number, width: number, height: number }} Part */

/** Colours by five bits of red, green and blue. */
const CUBE = 1 << 15;

/**
 * @param {Uint8ClampedArray} pixels
 * @param {number} at
 */
const cubeOf = (pixels, at) => ((pixels[at] >> 3) << 10) | ((pixels[at + 1] >> 3) << 5) | (pixels[at + 2] >> 3);

/** The colours that are seen most in some pictures, and for any colour the nearest of them. */
export class ColorTable {
  /** @type {number[][]} */
  entries = [];
  #nearest = new Int16Array(CUBE).fill(-1);

  /** @param {ImageData[]} pictures */
  constructor(pictures) {
    const counts = new Uint32Array(CUBE);
    const sums = new Float64Array(3 * CUBE);
    for (const { data } of pictures) {
      for (let at = 0; at < data.length; at += 4) {
        const cube = cubeOf(data, at);
        counts[cube]++;
        for (const part of [0, 1, 2]) sums[3 * cube + part] += data[at + part];
      }
    }
    const seen = [...counts.keys()]
      .filter((cube) => counts[cube] > 0)
      .sort((one, other) => counts[other] - counts[one]);
    this.entries = seen
      .slice(0, COLORS)
      .map((cube) => [0, 1, 2].map((part) => Math.round(sums[3 * cube + part] / counts[cube])));
  }

  /**
   * The number of the nearest colour for each pixel.
   *
   * @param {ImageData} picture
   */
  indices({ data }) {
    const found = new Uint8Array(data.length / 4);
    for (let at = 0; at < data.length; at += 4) {
      const cube = cubeOf(data, at);
      if (this.#nearest[cube] < 0) this.#nearest[cube] = this.#closest(data[at], data[at + 1], data[at + 2]);
      found[at / 4] = this.#nearest[cube];
    }
    return found;
  }

  /**
   * @param {number} red
   * @param {number} green
   * @param {number} blue
   */
  #closest(red, green, blue) {
    const far = this.entries.map(([r, g, b]) => (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2);
    return far.indexOf(Math.min(...far));
  }
}

export class Gif {
  /** @type {number[][]} bytes, in parts */
  #parts = [];
  /** @type {Uint8Array | null} */
  #before = null;

  /**
   * @param {number} width
   * @param {number} height
   * @param {ColorTable} colors
   */
  constructor(width, height, colors) {
    this.width = width;
    this.height = height;
    const table = Array.from({ length: COLORS }, (_, index) => colors.entries[index] ?? [0, 0, 0]).flat();
    this.#parts.push(letters("GIF89a"), [...word(width), ...word(height), 0xf7, 0, 0], table, [
      0x21,
      0xff,
      11,
      ...letters("NETSCAPE2.0"),
      3,
      1,
      0,
      0,
      0,
    ]);
  }

  /**
   * Adds a picture, as numbers of colours, which stays for a time.
   *
   * @param {Uint8Array} picture
   * @param {number} ms
   */
  add(picture, ms) {
    const part = this.#changed(picture);
    const { left, top, width, height } = part;
    this.#parts.push(
      [0x21, 0xf9, 4, 0x04, ...word(Math.round(ms / 10)), 0, 0],
      [0x2c, ...word(left), ...word(top), ...word(width), ...word(height), 0, MIN_CODE_BITS],
      blocks(compressed(this.#cut(picture, part))),
    );
    this.#before = picture;
  }

  /** The file. */
  blob() {
    const bytes = [...this.#parts, [0x3b]].map((part) => new Uint8Array(part));
    return new Blob(bytes, { type: "image/gif" });
  }

  /**
   * The part that differs from the picture before; one pixel where nothing does.
   *
   * @param {Uint8Array} picture
   * @returns {Part}
   */
  #changed(picture) {
    const { width, height } = this;
    const before = this.#before;
    if (!before) return { left: 0, top: 0, width, height };
    let [left, top, right, bottom] = [width, height, -1, -1];
    for (let at = 0; at < picture.length; at++) {
      if (picture[at] === before[at]) continue;
      const [x, y] = [at % width, Math.floor(at / width)];
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = y;
    }
    if (right < 0) return { left: 0, top: 0, width: 1, height: 1 };
    return { left, top, width: right - left + 1, height: bottom - top + 1 };
  }

  /**
   * @param {Uint8Array} picture
   * @param {Part} part
   */
  #cut(picture, { left, top, width, height }) {
    const rows = Array.from({ length: height }, (_, row) => (top + row) * this.width + left);
    const found = new Uint8Array(width * height);
    rows.forEach((at, row) => found.set(picture.subarray(at, at + width), row * width));
    return found;
  }
}

/**
 * The codes of LZW as bytes, the lowest bits first.
 *
 * @param {Uint8Array} indices
 */
function compressed(indices) {
  const clear = 1 << MIN_CODE_BITS;
  /** @type {number[]} */
  const bytes = [];
  let [held, bits, size, next] = [0, 0, MIN_CODE_BITS + 1, clear + 2];
  /** @type {Map<number, number>} by a code and the number of a colour after it, the code of both */
  let known = new Map();
  const write = (/** @type {number} */ code) => {
    held |= code << bits;
    for (bits += size; bits >= 8; bits -= 8) {
      bytes.push(held & 0xff);
      held >>>= 8;
    }
  };
  write(clear);
  let code = indices[0];
  for (const index of indices.subarray(1)) {
    const both = (code << MIN_CODE_BITS) | index;
    const found = known.get(both);
    if (found !== undefined) {
      code = found;
      continue;
    }
    write(code);
    code = index;
    if (next === MAX_CODE) {
      write(clear);
      [known, size, next] = [new Map(), MIN_CODE_BITS + 1, clear + 2];
      continue;
    }
    // The reader knows each code one step later.
    if (next === 1 << size) size++;
    known.set(both, next++);
  }
  write(code);
  write(clear + 1);
  if (bits > 0) bytes.push(held & 0xff);
  return bytes;
}

/**
 * Bytes in blocks, each with its length before it, and an empty one at the end.
 *
 * @param {number[]} bytes
 */
function blocks(bytes) {
  /** @type {number[]} */
  const found = [];
  for (let at = 0; at < bytes.length; at += BLOCK) {
    const block = bytes.slice(at, at + BLOCK);
    found.push(block.length, ...block);
  }
  found.push(0);
  return found;
}

/** @param {string} text */
const letters = (text) => [...text].map((letter) => letter.charCodeAt(0));

/** @param {number} number */
const word = (number) => [number & 0xff, number >> 8];
