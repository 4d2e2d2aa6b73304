import { timeOfStep } from '../plan/beat-grid.js';
import type { Genre } from '../plan/genre.js';
import { GENRES } from '../plan/genres.js';
import type { MusicPlan } from '../plan/music-plan.js';
import { type Random, randomStream } from '../seeded-random.js';
import type { ScoreNote, TrackName } from './score.js';

/** Takes kept of one sound, so that repeats do not sound copied. */
const TAKES = 3;
const LONG_NOTE_SECONDS = 1.2;
const UNPITCHED = 60;

export type Stroke = {
  step: number;
  steps: number;
  /** Absent for sounds without pitch. */
  midi?: number;
  velocity: number;
  voice: ScoreNote['voice'];
  pan?: number;
  lateSeconds?: number;
};

/** Turns strokes on the grid into timed notes: swing, human lateness, the end of the piece. */
export class Performance {
  readonly notes: ScoreNote[] = [];
  private readonly genre: Genre;
  private readonly randoms = new Map<TrackName, Random>();

  constructor(
    readonly plan: MusicPlan,
    readonly seed: number,
  ) {
    this.genre = GENRES[plan.genre];
  }

  play(track: TrackName, stroke: Stroke): void {
    const random = this.randomOf(track);
    const loose = track === 'accent' ? 0 : this.genre.looseness / 1000;
    const late = (random() * 2 - 1) * loose * (track === 'drums' ? 0.5 : 1);
    const draw = Math.floor(random() * TAKES);
    const start = this.timeOf(stroke.step);
    const at = Math.max(0, start + late + (stroke.lateSeconds ?? 0));
    const seconds = Math.min(this.timeOf(stroke.step + stroke.steps) - start, this.plan.durationSeconds - at);
    if (seconds <= 0.01) return;
    // Takes differ in the attack; a long note is costly to render twice and hardly shows it.
    const take = seconds > LONG_NOTE_SECONDS ? 0 : draw;
    const velocity = Math.max(0.05, Math.min(1, stroke.velocity));
    this.notes.push({
      at,
      seconds,
      voice: stroke.voice,
      midi: stroke.midi ?? UNPITCHED,
      velocity,
      track,
      pan: stroke.pan ?? 0,
      take,
    });
  }

  /** Places a sound at a time in seconds, off the grid. */
  playAt(
    track: TrackName,
    seconds: number,
    note: Pick<ScoreNote, 'voice' | 'midi' | 'velocity' | 'seconds'>,
  ): void {
    if (seconds < this.plan.durationSeconds)
      this.notes.push({ ...note, at: Math.max(0, seconds), track, pan: 0, take: 0 });
  }

  private timeOf(step: number): number {
    const { swing, swingUnit } = this.genre;
    const unit = swingUnit === 'eighth' ? 2 : 1;
    // Within a pair of units the middle moves late and what lies between is stretched with it.
    const inPair = (step % (2 * unit)) / unit;
    const isCompound = this.plan.metre.unit === 8;
    const shift = swing === 0 || isCompound ? 0 : (inPair <= 1 ? inPair : 2 - inPair) * swing * unit;
    return timeOfStep(this.plan.tempoMap, this.plan.bpm, step + shift);
  }

  private randomOf(track: TrackName): Random {
    let random = this.randoms.get(track);
    if (!random) this.randoms.set(track, (random = randomStream(this.seed, `perform/${track}`)));
    return random;
  }
}

/** Loudness and fullness of a section, 0–1. */
export const INTENSITY = { intro: 0.45, verse: 0.68, chorus: 1, bridge: 0.58, outro: 0.55 } as const;
