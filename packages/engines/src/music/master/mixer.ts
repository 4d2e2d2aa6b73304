import { GENRES } from '../plan/genres.js';
import type { MusicPlan } from '../plan/music-plan.js';
import type { Score, ScoreNote, TrackName } from '../score/score.js';
import type { RenderedNote } from '../synth/note.js';
import { type Channel, channels, widthOf } from './mix-settings.js';
import type { NoteBank } from './note-bank.js';
import { Echo, Reverb } from './space.js';
import { Treble } from './tone.js';

/** Samples mixed at a time. Fixed, so that no caller's chunk size can change a single bit. */
export const BLOCK_SAMPLES = 2048;
/** Shortest note start to longest note end that must fit, in seconds. */
const RING_SECONDS = 17;
/** Longest time a note sounds after it has been let go. */
const LONGEST_TAIL_SECONDS = 2.4;
const DUCK_SECONDS = 0.24;
/** An echo softer than this is not worth its work. */
const FAINT_ECHO = 0.06;
/** Furthest side of a sound; beyond it a mono sum loses too much of it. */
const WIDEST = 0.56;

type Buses = {
  left: Float32Array;
  right: Float32Array;
  duckedLeft: Float32Array;
  duckedRight: Float32Array;
  reverb: Float32Array;
  echo: Float32Array;
};

/** Plays a score from a given time on, block after block, before loudness and limiter. */
export class Mixer {
  private readonly ring: Buses;
  private readonly block: Buses;
  private readonly ringSize: number;
  private readonly mix: Record<TrackName, Channel>;
  private readonly reverb: Reverb;
  private readonly echo: Echo;
  private readonly treble: Treble;
  private readonly ducking: number;
  private nextNote: number;
  private nextKick = 0;
  private lastKick = -Infinity;
  private sample: number;

  constructor(
    plan: MusicPlan,
    private readonly score: Score,
    private readonly bank: NoteBank,
    private readonly sampleRate: number,
    fromSample = 0,
  ) {
    const genre = GENRES[plan.genre];
    this.mix = channels(genre);
    this.ducking = genre.ducking;
    this.ringSize = Math.ceil((RING_SECONDS * sampleRate) / BLOCK_SAMPLES) * BLOCK_SAMPLES;
    this.ring = buses(this.ringSize);
    this.block = buses(BLOCK_SAMPLES);
    this.reverb = new Reverb(sampleRate, 0.7 + genre.reverb * 5.5, 0.25 + genre.reverb * 0.4, widthOf(genre));
    this.echo = new Echo(sampleRate, 45 / plan.bpm);
    this.treble = new Treble(sampleRate);
    this.sample = fromSample;
    // What began earlier may still sound.
    const first = score.notes.findIndex((note) => (note.at + RING_SECONDS) * sampleRate >= fromSample);
    this.nextNote = first < 0 ? score.notes.length : first;
  }

  /** Fills both arrays, each BLOCK_SAMPLES long, with what comes next. */
  next(left: Float32Array, right: Float32Array): void {
    this.startNotes();
    this.takeBlock();
    const { block } = this;
    if (this.ducking > 0) this.duck();
    for (let index = 0; index < BLOCK_SAMPLES; index++) {
      left[index] = block.left[index]! + block.duckedLeft[index]!;
      right[index] = block.right[index]! + block.duckedRight[index]!;
    }
    this.treble.process(left, right, this.toneAt(this.sample / this.sampleRate));
    this.echo.add(block.echo, left, right);
    this.reverb.add(block.reverb, left, right);
    this.sample += BLOCK_SAMPLES;
  }

  private startNotes(): void {
    const { notes } = this.score;
    for (; this.nextNote < notes.length; this.nextNote++) {
      const note = notes[this.nextNote];
      const start = note ? Math.round(note.at * this.sampleRate) : Infinity;
      if (!note || start >= this.sample + BLOCK_SAMPLES) return;
      this.addNote(note, start);
    }
  }

  private addNote(note: ScoreNote, start: number): void {
    if (start + (note.seconds + LONGEST_TAIL_SECONDS) * this.sampleRate < this.sample) return;
    const channel = this.mix[note.track];
    const rendered = this.bank.note(note);
    const side = Math.max(-WIDEST, Math.min(WIDEST, channel.pan + note.pan));
    const angle = ((side + 1) * Math.PI) / 4;
    const level =
      channel.level * note.gain * (note.track === 'drums' || note.track === 'accent' ? note.velocity : 1);
    const place = {
      left: level * Math.SQRT2 * Math.cos(angle),
      right: level * Math.SQRT2 * Math.sin(angle),
      reverb: level * channel.reverb,
      echo: channel.echo < FAINT_ECHO ? 0 : level * channel.echo,
    };
    const { length } = rendered.left;
    const from = Math.max(0, this.sample - start);
    const at = (start + from) % this.ringSize;
    const wrap = Math.min(length, from + this.ringSize - at);
    addPart(this.ring, channel.isDucked, rendered, from, wrap, at, place);
    if (wrap < length) addPart(this.ring, channel.isDucked, rendered, wrap, length, 0, place);
  }

  /** Copies the ring's next block out and clears it. */
  private takeBlock(): void {
    const at = this.sample % this.ringSize;
    // A start that is no multiple of the block may wrap once.
    const before = Math.min(BLOCK_SAMPLES, this.ringSize - at);
    for (const name of Object.keys(this.ring) as (keyof Buses)[]) {
      const source = this.ring[name];
      this.block[name].set(source.subarray(at, at + before), 0);
      source.fill(0, at, at + before);
      if (before === BLOCK_SAMPLES) continue;
      this.block[name].set(source.subarray(0, BLOCK_SAMPLES - before), before);
      source.fill(0, 0, BLOCK_SAMPLES - before);
    }
  }

  private toneAt(seconds: number): number {
    return this.score.tones.findLast(({ at }) => at <= seconds)?.decibels ?? 0;
  }

  private duck(): void {
    const { duckedLeft, duckedRight } = this.block;
    const { kicks } = this.score;
    for (let index = 0; index < BLOCK_SAMPLES; index++) {
      const seconds = (this.sample + index) / this.sampleRate;
      while (this.nextKick < kicks.length && (kicks[this.nextKick] ?? Infinity) <= seconds)
        this.lastKick = kicks[this.nextKick++] ?? 0;
      const since = (seconds - this.lastKick) / DUCK_SECONDS;
      if (since >= 1) continue;
      const gain = 1 - this.ducking * (1 - since) * (1 - since) * Math.min(1, since * 60);
      duckedLeft[index]! *= gain;
      duckedRight[index]! *= gain;
    }
  }
}

function buses(length: number): Buses {
  const bus = (): Float32Array => new Float32Array(length);
  return { left: bus(), right: bus(), duckedLeft: bus(), duckedRight: bus(), reverb: bus(), echo: bus() };
}

type Place = { left: number; right: number; reverb: number; echo: number };

function addPart(
  ring: Buses,
  isDucked: boolean,
  note: RenderedNote,
  from: number,
  to: number,
  at: number,
  place: Place,
): void {
  const left = isDucked ? ring.duckedLeft : ring.left;
  const right = isDucked ? ring.duckedRight : ring.right;
  const shift = at - from;
  if (note.left === note.right) {
    for (let index = from; index < to; index++) {
      const value = note.left[index]!;
      left[index + shift]! += value * place.left;
      right[index + shift]! += value * place.right;
      ring.reverb[index + shift]! += value * place.reverb;
    }
  } else {
    for (let index = from; index < to; index++) {
      const l = note.left[index]!;
      const r = note.right[index]!;
      left[index + shift]! += l * place.left;
      right[index + shift]! += r * place.right;
      ring.reverb[index + shift]! += (l + r) * 0.5 * place.reverb;
    }
  }
  if (place.echo === 0) return;
  for (let index = from; index < to; index++)
    ring.echo[index + shift]! += (note.left[index]! + note.right[index]!) * 0.5 * place.echo;
}
