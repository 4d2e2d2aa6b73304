import type { PromptCues } from '../prompt-cues.js';
import { ambience } from './ambience.js';
import { addTo, fadeEnds, peakOf, SAMPLE_RATE, silence, type StereoSound } from './stereo-sound.js';

const TAIL_SECONDS = 0.8;
const RISE_SECONDS = 0.5;
/** The bed stays below the source's own level, and audible where that ended in silence. */
const BED_SHARE = 0.6;
const FAINTEST = 0.04;
const LOUDEST = 0.5;

/**
 * Keeps a sound as it is until `seconds` and goes on from there: its last moments ring out backwards while a bed of the
 * prompt's ambience fades in at a like level.
 */
export function prolong(
  sound: StereoSound,
  seconds: number,
  totalSeconds: number,
  cues: PromptCues,
  seed: number,
): StereoSound {
  const out = silence(totalSeconds);
  addTo(out, sound);
  const end = Math.min(sound.length, Math.round(seconds * SAMPLE_RATE) * 2);
  const tail = sound.slice(Math.max(0, end - TAIL_SECONDS * SAMPLE_RATE * 2), end);
  const endsEarly = sound.length <= end + SAMPLE_RATE / 10;
  if (endsEarly)
    addTo(out, fadeEnds(backwards(tail), 0, tail.length / 2 / SAMPLE_RATE), 1, end / 2 / SAMPLE_RATE);
  const bed = ambience(cues.ambiences[0] ?? 'wind', totalSeconds - seconds, seed);
  fadeEnds(bed, RISE_SECONDS, RISE_SECONDS);
  const level = Math.max(FAINTEST, Math.min(LOUDEST, BED_SHARE * peakOf(tail)));
  addTo(out, bed, level / Math.max(1e-6, peakOf(bed)), seconds);
  for (let i = 0; i < out.length; i++) out[i] = Math.max(-1, Math.min(1, out[i]!));
  return out;
}

function backwards(sound: StereoSound): StereoSound {
  const out = new Float32Array(sound.length);
  for (let i = 0; i < sound.length; i += 2) {
    out[i] = sound[sound.length - 2 - i]!;
    out[i + 1] = sound[sound.length - 1 - i]!;
  }
  return out;
}
