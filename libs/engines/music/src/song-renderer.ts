import { Limiter } from './master/limiter.js';
import { LoudnessMeter } from './master/loudness.js';
import { BLOCK_SAMPLES, Mixer } from './master/mixer.js';
import { NoteBank } from './master/note-bank.js';
import type { MusicPlan } from './plan/music-plan.js';
import { composeScore } from './score/compose.js';
import type { Score } from './score/score.js';

const TARGET_LUFS = -16;
/** −2.7 dBFS: coding to MP3 moves peaks, at worst by 1.3 dB in a short bright piece, and −1 dBFS must hold after it. */
const CEILING = 10 ** (-2.7 / 20);
/** Pieces up to this long are measured whole, longer ones at bars spread over them. */
const SKETCH_SECONDS = 32;
/** Part of the last chord's time after which it sinks to silence. */
const RING_HELD = 0.3;
/** Time a sketched stretch is mixed before it is measured. */
const PRE_ROLL_SECONDS = 2.5;

/** Stereo samples in ±1. */
export type Pcm = { left: Float32Array; right: Float32Array };

/** Renders a plan to finished samples: exact length, about −16 LUFS, true peak under −1 dBFS. */
export class SongRenderer {
  /** Length of the piece in samples. */
  readonly length: number;
  private readonly score: Score;
  private readonly bank: NoteBank;
  private readonly source: BlockSource;
  private readonly limiter: Limiter;
  private readonly gain: number;
  private readonly block: Pcm = {
    left: new Float32Array(BLOCK_SAMPLES),
    right: new Float32Array(BLOCK_SAMPLES),
  };
  private readAt = BLOCK_SAMPLES;
  private mixed = 0;
  private delivered = 0;

  constructor(
    private readonly plan: MusicPlan,
    private readonly sampleRate: number,
  ) {
    this.length = Math.round(plan.durationSeconds * sampleRate);
    this.score = composeScore(plan);
    this.bank = new NoteBank(sampleRate);
    const stretches = this.sketch();
    this.gain = this.calibrate(stretches);
    // What has been measured whole need not be mixed again.
    this.source = isShort(plan)
      ? new MixedBlocks(stretches[0]!)
      : new Mixer(plan, this.score, this.bank, sampleRate);
    this.limiter = new Limiter(sampleRate, CEILING);
    this.skipLatency();
  }

  /** The next samples, at most `count`; fewer at the end, none after it. */
  read(count: number): Pcm {
    const wanted = Math.min(count, this.length - this.delivered);
    const pcm = { left: new Float32Array(wanted), right: new Float32Array(wanted) };
    for (let at = 0; at < wanted;) {
      if (this.readAt === BLOCK_SAMPLES) this.refill();
      const part = Math.min(wanted - at, BLOCK_SAMPLES - this.readAt);
      pcm.left.set(this.block.left.subarray(this.readAt, this.readAt + part), at);
      pcm.right.set(this.block.right.subarray(this.readAt, this.readAt + part), at);
      this.readAt += part;
      at += part;
    }
    this.delivered += wanted;
    return pcm;
  }

  private skipLatency(): void {
    this.refill();
    this.readAt = this.limiter.delay;
  }

  private refill(): void {
    const { left, right } = this.block;
    this.source.next(left, right);
    this.finish(this.block, this.gain, this.mixed);
    this.limiter.process(left, right);
    this.mixed += BLOCK_SAMPLES;
    this.readAt = 0;
  }

  /** Finds the gain that brings a sketch of the piece, limiter included, to the target loudness. */
  private calibrate(stretches: readonly Stretch[]): number {
    let gain = 1;
    for (let round = 0; round < 4; round++) {
      const lufs = this.loudnessAt(stretches, gain, round > 0);
      if (!Number.isFinite(lufs)) return this.fallbackGain(stretches);
      gain *= 10 ** ((TARGET_LUFS - lufs) / 20);
      if (round > 0 && Math.abs(TARGET_LUFS - lufs) < 0.1) break;
    }
    return gain;
  }

  private loudnessAt(stretches: readonly Stretch[], gain: number, limits: boolean): number {
    const meter = new LoudnessMeter(this.sampleRate);
    for (const stretch of stretches) {
      const pcm = { left: stretch.left.slice(), right: stretch.right.slice() };
      this.finish(pcm, gain, stretch.startSample);
      if (limits) new Limiter(this.sampleRate, CEILING).process(pcm.left, pcm.right);
      meter.skip();
      meter.add(pcm.left, pcm.right);
    }
    return meter.integrated();
  }

  /** Too short to be measured: brings the mean power of the whole to a like level. */
  private fallbackGain(stretches: readonly Stretch[]): number {
    let power = 1e-9;
    let count = 1;
    for (const { left } of stretches) {
      power += left.reduce((sum, value) => sum + value * value, 0);
      count += left.length;
    }
    return Math.min(20, 10 ** ((TARGET_LUFS - 3) / 20) / Math.sqrt(power / count));
  }

  /** Gain, and the end of the last chord in exact silence on the last sample. */
  private finish(pcm: Pcm, gain: number, startSample: number): void {
    const ring = Math.max(0.1 * this.length, this.length - this.score.lastChordAt * this.sampleRate);
    const fade = ring * (1 - RING_HELD);
    for (let index = 0; index < pcm.left.length; index++) {
      const remaining = (this.length - 1 - startSample - index) / fade;
      const level =
        remaining >= 1 ? gain : remaining <= 0 ? 0 : gain * Math.sin((remaining * Math.PI) / 2) ** 2;
      pcm.left[index]! *= level;
      pcm.right[index]! *= level;
    }
  }

  private sketch(): Stretch[] {
    return windowsOf(this.plan).map(({ from, to }) => {
      // The room and held notes need a moment to reach their level.
      const lead = Math.ceil((Math.min(from, PRE_ROLL_SECONDS) * this.sampleRate) / BLOCK_SAMPLES);
      const startSample = Math.max(0, Math.round(from * this.sampleRate) - lead * BLOCK_SAMPLES);
      const until = Math.round(Math.min(to, this.plan.durationSeconds) * this.sampleRate);
      const blocks = Math.max(lead + 1, Math.ceil((until - startSample) / BLOCK_SAMPLES));
      const mixer = new Mixer(this.plan, this.score, this.bank, this.sampleRate, startSample);
      const left = new Float32Array(blocks * BLOCK_SAMPLES);
      const right = new Float32Array(blocks * BLOCK_SAMPLES);
      for (let at = 0; at < left.length; at += BLOCK_SAMPLES) {
        mixer.next(left.subarray(at, at + BLOCK_SAMPLES), right.subarray(at, at + BLOCK_SAMPLES));
      }
      const skipped = lead * BLOCK_SAMPLES;
      return {
        startSample: startSample + skipped,
        left: left.subarray(skipped),
        right: right.subarray(skipped),
      };
    });
  }
}

type Stretch = Pcm & { startSample: number };

/** The mix of a piece, block after block. */
type BlockSource = Pick<Mixer, 'next'>;

/** A mix that is there; silence follows its end. */
class MixedBlocks implements BlockSource {
  private at = 0;

  constructor(private readonly mix: Pcm) {}

  next(left: Float32Array, right: Float32Array): void {
    const to = this.at + left.length;
    left.fill(0).set(this.mix.left.subarray(this.at, to));
    right.fill(0).set(this.mix.right.subarray(this.at, to));
    this.at = to;
  }
}

function isShort({ durationSeconds }: MusicPlan): boolean {
  return durationSeconds <= SKETCH_SECONDS;
}

/** The whole of a short piece; of a long one the first bars of evenly spread pairs of bars. */
function windowsOf(plan: MusicPlan): { from: number; to: number }[] {
  if (isShort(plan)) return [{ from: 0, to: plan.durationSeconds }];
  const pairs = plan.sections.flatMap((section) => {
    const steps = section.barSteps.reduce((sum, bar) => sum + bar, 0);
    let done = 0;
    return section.barSteps.flatMap((bar, index) => {
      const from = section.startSeconds + (done / steps) * section.durationSeconds;
      done += bar;
      return index % 2 === 0 ? [from] : [];
    });
  });
  const seconds = Math.min(4.5, (plan.durationSeconds / pairs.length) * 1.02);
  const wanted = Math.max(4, Math.floor(SKETCH_SECONDS / seconds));
  const stride = Math.max(1, pairs.length / wanted);
  const chosen: number[] = [];
  for (let index = 0; index < pairs.length; index += stride) chosen.push(pairs[Math.floor(index)] ?? 0);
  return chosen.map((from) => ({ from, to: from + seconds }));
}
