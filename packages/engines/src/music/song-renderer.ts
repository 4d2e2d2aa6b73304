import { Ending } from './master/ending.js';
import { CEILING, Limiter } from './master/limiter.js';
import { BLOCK_SAMPLES, Mixer } from './master/mixer.js';
import { NoteBank } from './master/note-bank.js';
import { gainFor } from './master/sketch.js';
import type { MusicPlan } from './plan/music-plan.js';
import { composeScore } from './score/compose.js';

/** Stereo samples in ±1. */
export type Pcm = { left: Float32Array; right: Float32Array };

/** Renders a plan to finished samples: exact length, about −16 LUFS, true peak under −1 dBFS. */
export class SongRenderer {
  /** Length of the piece in samples. */
  readonly length: number;
  private readonly mixer: Mixer;
  private readonly limiter: Limiter;
  private readonly ending: Ending;
  private readonly gain: number;
  private readonly block: Pcm = {
    left: new Float32Array(BLOCK_SAMPLES),
    right: new Float32Array(BLOCK_SAMPLES),
  };
  private readAt = BLOCK_SAMPLES;
  private mixed = 0;
  private delivered = 0;

  constructor(plan: MusicPlan, sampleRate: number) {
    this.length = Math.round(plan.durationSeconds * sampleRate);
    const score = composeScore(plan);
    this.gain = gainFor(plan, score, sampleRate);
    this.mixer = new Mixer(plan, score, new NoteBank(sampleRate), sampleRate);
    this.ending = new Ending(this.length, score.lastChordAt * sampleRate);
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
    this.mixer.next(left, right);
    this.ending.apply(this.block, this.gain, this.mixed);
    this.limiter.process(left, right);
    this.mixed += BLOCK_SAMPLES;
    this.readAt = 0;
  }
}
