// Short sounds, made on the spot.

/** @typedef {"move" | "turn" | "end"} Sound */

/**
 * Of each sound the tones in hertz, one after the other.
 *
 * @type {Record<Sound, number[]>}
 */
const TONES = { move: [330], turn: [523, 659], end: [523, 659, 784] };
const TONE_S = 0.12;
const LOUDNESS = 0.12;

/** @type {AudioContext | null} */
let context = null;

/**
 * Plays a sound, if the browser lets the page: after the first click.
 *
 * @param {Sound} sound
 */
export async function play(sound) {
  if (!navigator.userActivation.hasBeenActive) return;
  const on = (context ??= new AudioContext());
  await on.resume();
  TONES[sound].forEach((hertz, index) => tone(on, hertz, index * TONE_S));
}

/**
 * @param {AudioContext} on
 * @param {number} hertz
 * @param {number} delay_s
 */
function tone(on, hertz, delay_s) {
  const [source, volume] = [on.createOscillator(), on.createGain()];
  const [begin, end] = [on.currentTime + delay_s, on.currentTime + delay_s + TONE_S];
  source.frequency.value = hertz;
  volume.gain.setValueAtTime(LOUDNESS, begin);
  volume.gain.exponentialRampToValueAtTime(0.001, end);
  source.connect(volume).connect(on.destination);
  source.start(begin);
  source.stop(end);
}
