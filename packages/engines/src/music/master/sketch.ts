import type { MusicPlan } from '../plan/music-plan.js';
import type { Score } from '../score/score.js';
import { Ending } from './ending.js';
import { CEILING, Limiter } from './limiter.js';
import { LoudnessMeter } from './loudness.js';
import { BLOCK_SAMPLES, Mixer } from './mixer.js';
import { NoteBank } from './note-bank.js';

const TARGET_LUFS = -16;
/** Rate at which a piece is sketched: its loudness is known within 0.5 LU for a quarter of the work. */
const SKETCH_RATE = 11_025;
/** Pieces up to this long are measured whole, of longer ones a stretch of each section, as much in all. */
const SKETCH_SECONDS = 36;
/** Time a sketched stretch is mixed before it is measured, for the room to fill. */
const PRE_ROLL_SECONDS = 0.8;
const MOST_ROUNDS = 4;
const GOLDEN = 0.618034;

type Stretch = { startSample: number; left: Float32Array; right: Float32Array };

/** Finds the gain that brings a piece, limiter included, to −16 LUFS, from a sketch of it. */
export function gainFor(plan: MusicPlan, score: Score, sampleRate: number): number {
  const rate = sampleRate / Math.max(1, Math.round(sampleRate / SKETCH_RATE));
  const stretches = sketch(plan, score, rate);
  const ending = new Ending(Math.round(plan.durationSeconds * rate), score.lastChordAt * rate);
  let gain = 1;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const lufs = loudnessAt(stretches, ending, { gain, rate, isLimited: round > 0 });
    if (!Number.isFinite(lufs)) return meanGain(stretches);
    gain *= 10 ** ((TARGET_LUFS - lufs) / 20);
    if (round > 0 && Math.abs(TARGET_LUFS - lufs) < 0.1) break;
  }
  return gain;
}

function loudnessAt(
  stretches: readonly Stretch[],
  ending: Ending,
  { gain, rate, isLimited }: { gain: number; rate: number; isLimited: boolean },
): number {
  const meter = new LoudnessMeter(rate);
  for (const { left, right, startSample } of stretches) {
    const sides = { left: left.slice(), right: right.slice() };
    ending.apply(sides, gain, startSample);
    if (isLimited) new Limiter(rate, CEILING).process(sides.left, sides.right);
    meter.skip();
    meter.add(sides.left, sides.right);
  }
  return meter.integrated();
}

/** Too short to be measured: brings the mean power of the whole to a like level. */
function meanGain(stretches: readonly Stretch[]): number {
  let power = 1e-9;
  let count = 1;
  for (const { left } of stretches) {
    power += left.reduce((sum, value) => sum + value * value, 0);
    count += left.length;
  }
  return Math.min(20, 10 ** ((TARGET_LUFS - 3) / 20) / Math.sqrt(power / count));
}

function sketch(plan: MusicPlan, score: Score, rate: number): Stretch[] {
  const bank = new NoteBank(rate);
  return windowsOf(plan).map(({ from, to }) => {
    const lead = Math.ceil((Math.min(from, PRE_ROLL_SECONDS) * rate) / BLOCK_SAMPLES);
    const startSample = Math.max(0, Math.round(from * rate) - lead * BLOCK_SAMPLES);
    const blocks = Math.max(lead + 1, Math.ceil((Math.round(to * rate) - startSample) / BLOCK_SAMPLES));
    const mixer = new Mixer(plan, score, bank, rate, startSample);
    const left = new Float32Array(blocks * BLOCK_SAMPLES);
    const right = new Float32Array(blocks * BLOCK_SAMPLES);
    for (let at = 0; at < left.length; at += BLOCK_SAMPLES)
      mixer.next(left.subarray(at, at + BLOCK_SAMPLES), right.subarray(at, at + BLOCK_SAMPLES));
    const skipped = lead * BLOCK_SAMPLES;
    return {
      startSample: startSample + skipped,
      left: left.subarray(skipped),
      right: right.subarray(skipped),
    };
  });
}

function windowsOf({ durationSeconds, sections }: MusicPlan): { from: number; to: number }[] {
  if (durationSeconds <= SKETCH_SECONDS) return [{ from: 0, to: durationSeconds }];
  const part = SKETCH_SECONDS / durationSeconds;
  return sections.map((section, index) => {
    const length = section.durationSeconds * part;
    // Now its beginning, now its end: builds and arrivals count as much as what lies between them.
    const place = ((index + 0.5) * GOLDEN) % 1;
    const from = section.startSeconds + (section.durationSeconds - length) * place;
    return { from, to: from + length };
  });
}
