import { timeOfStep } from '../plan/beat-grid.js';
import type { Genre } from '../plan/genre.js';
import { GENRES } from '../plan/genres.js';
import type { MusicPlan } from '../plan/music-plan.js';
import { hashText, type Random, randomStream } from '../seeded-random.js';
import type { Bar } from './bars.js';
import type { ScoreNote, TrackName } from './score.js';

/** Takes kept of one sound, so that repeats do not sound copied. */
const TAKES = 3;
const LONG_NOTE_SECONDS = 1.2;
const UNPITCHED = 60;
/** Part of the last bar before the end by which free players slow down. */
const RITARDANDO = 0.16;

export type Stroke = {
  step: number;
  steps: number;
  /** Absent for sounds without pitch. */
  midi?: number;
  velocity: number;
  voice: ScoreNote['voice'];
  pan?: number;
  lateSeconds?: number;
  /** Linear, 1 when absent. */
  gain?: number;
  /** Number of the player where two play the same. */
  player?: number;
};

/** Turns strokes on the grid into timed notes: swing, human lateness, loudness of the form, the end of the piece. */
export class Performance {
  readonly notes: ScoreNote[] = [];
  private readonly genre: Genre;
  private readonly randoms = new Map<TrackName, Random>();
  private readonly rests: readonly { from: number; to: number }[];
  private readonly ending: { from: number; to: number; seconds: number };

  constructor(
    readonly plan: MusicPlan,
    readonly seed: number,
    private readonly bars: readonly Bar[],
  ) {
    this.genre = GENRES[plan.genre];
    this.ending = this.slowEnding();
    this.rests = bars.flatMap(({ restsFrom, startStep, steps }) =>
      restsFrom === undefined ? [] : [{ from: startStep + restsFrom, to: startStep + steps }],
    );
  }

  play(track: TrackName, stroke: Stroke): void {
    const random = this.randomOf(track);
    const own = random() * 2 - 1;
    const draw = Math.floor(random() * TAKES);
    const steps = this.untilRest(track, stroke);
    if (steps <= 0) return;
    const start = this.timeOf(stroke.step);
    const at = Math.max(0, start + this.lateness(track, stroke.step, own) + (stroke.lateSeconds ?? 0));
    const seconds = Math.min(this.timeOf(stroke.step + steps) - start, this.plan.durationSeconds - at);
    if (seconds <= 0.01) return;
    // Takes differ in the attack; a long note is costly to render twice and hardly shows it.
    const take = ((seconds > LONG_NOTE_SECONDS ? 0 : draw) + (stroke.player ?? 0)) % TAKES;
    const human = 1 + Math.min(0.15, this.genre.looseness * 0.012) * own;
    this.notes.push({
      at,
      seconds,
      voice: stroke.voice,
      midi: stroke.midi ?? UNPITCHED,
      velocity: Math.max(0.05, Math.min(1, stroke.velocity)),
      gain: 10 ** (this.levelAt(track, stroke.step) / 20) * (stroke.gain ?? 1) * human,
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
      this.notes.push({ ...note, at: Math.max(0, seconds), track, gain: 1, pan: 0, take: 0 });
  }

  /** Seconds at which a step is played. */
  timeOf(step: number): number {
    const { swing, swingUnit } = this.genre;
    const unit = swingUnit === 'eighth' ? 2 : 1;
    // Within a pair of units the middle moves late and what lies between is stretched with it.
    const inPair = (step % (2 * unit)) / unit;
    const isCompound = this.plan.metre.unit === 8;
    const shift = swing === 0 || isCompound ? 0 : (inPair <= 1 ? inPair : 2 - inPair) * swing * unit;
    const { from, to, seconds } = this.ending;
    const slowed = Math.max(0, Math.min(1, (step - from) / (to - from)));
    return timeOfStep(this.plan.tempoMap, this.plan.bpm, step + shift) + seconds * slowed * slowed;
  }

  /** Bass and drums breathe together; the others each for themselves. */
  private lateness(track: TrackName, step: number, own: number): number {
    if (track === 'accent') return 0;
    const loose = this.genre.looseness / 1000;
    const isRhythm = track === 'drums' || track === 'bass';
    if (!isRhythm || loose === 0) return own * loose;
    const shared = (hashText(`${this.seed}/${Math.round(step * 4)}`) / 2 ** 31 - 1) * 0.5;
    return (shared + own * 0.12) * loose;
  }

  /** Steps a stroke may sound before the band rests. */
  private untilRest(track: TrackName, { step, steps }: Stroke): number {
    if (track === 'drums' || track === 'accent') return steps;
    const rest = this.rests.find(({ from, to }) => to > step && from < step + steps);
    return rest ? rest.from - step : steps;
  }

  private levelAt(track: TrackName, step: number): number {
    const bar = this.barAt(step);
    // The last chord is struck as the piece was meant, not as its end had sunk.
    if (!bar || bar.isLast) return 0;
    const [from, to] = bar.scene.levels;
    const own = bar.scene.balance[track] ?? 0;
    return own + from + (to - from) * (bar.count > 1 ? bar.index / (bar.count - 1) : 0);
  }

  private barAt(step: number): Bar | undefined {
    let low = 0;
    for (let high = this.bars.length; high - low > 1;) {
      const middle = (low + high) >> 1;
      if ((this.bars[middle]?.startStep ?? Infinity) <= step) low = middle;
      else high = middle;
    }
    return this.bars[low];
  }

  /** Players without machines lean back before the last chord, unless a picture counts on the beat. */
  private slowEnding(): { from: number; to: number; seconds: number } {
    const last = this.bars.at(-1);
    const before = this.bars.at(-2);
    if (!last || !before || this.genre.looseness < 6 || this.plan.cuts.length > 0)
      return { from: 0, to: 1, seconds: 0 };
    const seconds = timeOfStep(this.plan.tempoMap, this.plan.bpm, before.steps) * RITARDANDO;
    return { from: before.startStep, to: last.startStep, seconds };
  }

  private randomOf(track: TrackName): Random {
    let random = this.randoms.get(track);
    if (!random) this.randoms.set(track, (random = randomStream(this.seed, `perform/${track}`)));
    return random;
  }
}
