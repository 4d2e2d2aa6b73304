import type { PromptCues } from '../prompt-cues.js';
import { ambience } from './ambience.js';
import { loopLength } from './loop-point.js';
import { addTo, fadeEnds, peakOf, SAMPLE_RATE, type StereoSound } from './stereo-sound.js';

/** Sound that ends this much before its pictures has ended, and is not continued. */
const EARLY_SECONDS = 0.3;
const SHORTEST_SECONDS = 0.75;
/** Sound whose last moments stay below this is silent: −72 dB. */
const SILENT = 0.00025;
const HEARD_SECONDS = 0.25;
const SEAM_SECONDS = 0.06;
/** The step at the first join dies away over this time, its difference of level over the other. */
const STEP_SECONDS = 0.003;
const LEVEL_SECONDS = 0.4;
const LEVEL_LIMIT = 4;
const END_FADE_SECONDS = 0.5;
/** What the prompt asks for on top stays below the source's own sound. */
const BED_SHARE = 0.5;
const BED_RISE_SECONDS = 0.8;

/**
 * Keeps a sound until `seconds` and continues it with a loop of its last seconds, laid so that beat, pitch and wave continue.
 * Ambience is added only if the prompt names one.
 */
export function prolong(
  sound: StereoSound,
  seconds: number,
  totalSeconds: number,
  cues: PromptCues,
  seed: number,
): StereoSound {
  const out = new Float32Array(Math.round(totalSeconds * SAMPLE_RATE) * 2);
  out.set(sound.subarray(0, out.length));
  const pictures = Math.round(seconds * SAMPLE_RATE);
  const end = Math.min(sound.length / 2, pictures);
  out.fill(0, end * 2);
  if (pictures - end < EARLY_SECONDS * SAMPLE_RATE && isHeard(sound, end)) goOn(out, sound, end);
  const [kind] = cues.ambiences;
  if (kind) addBed(out, ambience(kind, totalSeconds - seconds, seed), seconds);
  fadeOut(out, Math.min(END_FADE_SECONDS, (totalSeconds - seconds) / 2));
  for (let i = end * 2; i < out.length; i++) out[i] = Math.max(-1, Math.min(1, out[i]!));
  return out;
}

function isHeard(sound: StereoSound, end: number): boolean {
  return end >= SHORTEST_SECONDS * SAMPLE_RATE && levelBefore(sound, end, HEARD_SECONDS) > SILENT;
}

function goOn(out: StereoSound, sound: StereoSound, end: number): void {
  const length = loopLength(sound, end);
  const loop = seamless(sound, end, length);
  const level = levelBefore(sound, end, HEARD_SECONDS) / levelBefore(sound, end - length, HEARD_SECONDS);
  const start = Math.max(1 / LEVEL_LIMIT, Math.min(LEVEL_LIMIT, level));
  for (let channel = 0; channel < 2; channel++) {
    const step = sound[(end - 1) * 2 + channel]! - start * sound[(end - length - 1) * 2 + channel]!;
    for (let i = 0, o = end * 2 + channel; o < out.length; i++, o += 2) {
      const time = i / SAMPLE_RATE;
      const gain = 1 + (start - 1) * Math.max(0, 1 - time / LEVEL_SECONDS);
      out[o] = gain * loop[(i % length) * 2 + channel]! + step * Math.exp(-time / STEP_SECONDS);
    }
  }
}

/** The last `length` samples, whose end becomes what lies before their beginning. */
function seamless(sound: StereoSound, end: number, length: number): StereoSound {
  const loop = sound.slice((end - length) * 2, end * 2);
  const seam = Math.min(Math.round(SEAM_SECONDS * SAMPLE_RATE), length, end - length);
  const likeness = correlation(sound, end, length, seam);
  for (let i = 0; i < seam; i++) {
    const along = (i + 0.5) / seam;
    // Keeps the level whether the two sides add up as waves or as noise.
    const level = Math.sqrt((1 - along) ** 2 + along ** 2 + 2 * along * (1 - along) * likeness);
    for (let channel = 0; channel < 2; channel++) {
      const at = (length - seam + i) * 2 + channel;
      const before = sound[(end - length - seam + i) * 2 + channel]!;
      loop[at] = (loop[at]! * (1 - along) + before * along) / level;
    }
  }
  return loop;
}

function correlation(sound: StereoSound, end: number, lag: number, count: number): number {
  let product = 0;
  let now = 1e-12;
  let then = 1e-12;
  for (let i = (end - count) * 2; i < end * 2; i++) {
    const before = sound[i - lag * 2]!;
    product += sound[i]! * before;
    now += sound[i]! ** 2;
    then += before ** 2;
  }
  return Math.max(0, product / Math.sqrt(now * then));
}

/** Root mean square of the time before a sample. */
function levelBefore(sound: StereoSound, end: number, seconds: number): number {
  const from = Math.max(0, end - Math.round(seconds * SAMPLE_RATE));
  let sum = 1e-12;
  for (let i = from * 2; i < end * 2; i++) sum += sound[i]! ** 2;
  return Math.sqrt(sum / Math.max(1, (end - from) * 2));
}

function addBed(out: StereoSound, bed: StereoSound, seconds: number): void {
  const loudest = peakOf(out.subarray(0, Math.round(seconds * SAMPLE_RATE) * 2));
  fadeEnds(bed, BED_RISE_SECONDS, 0);
  addTo(out, bed, BED_SHARE * Math.max(0.1, loudest), seconds);
}

function fadeOut(out: StereoSound, seconds: number): void {
  const count = Math.round(seconds * SAMPLE_RATE);
  for (let i = 0; i < count; i++) {
    const gain = (i + 0.5) / count;
    out[out.length - 2 - i * 2]! *= gain;
    out[out.length - 1 - i * 2]! *= gain;
  }
}
