import { MODE_STEPS, type SectionKind } from '../plan/musical-terms.js';
import { GENRES } from '../plan/genres.js';
import type { MusicPlan, MusicSection } from '../plan/music-plan.js';
import { pick, type Random, randomStream } from '../seeded-random.js';
import { arrange, type Scene } from './arrangement.js';
import { type Chord, chordOn } from './harmony.js';

/** A bar with its place in the form and its chord. */
export type Bar = {
  kind: SectionKind;
  scene: Scene;
  /** Which section of the piece, from 0, and how often its kind came before. */
  section: number;
  repeat: number;
  index: number;
  count: number;
  startStep: number;
  steps: number;
  chord: Chord;
  /** How far a build towards a chorus has come when the bar begins, 0–1; absent elsewhere. */
  build?: number;
  /** Step at which all but drums fall silent before a chorus. */
  restsFrom?: number;
  /** The end: one chord that rings out. */
  isLast: boolean;
};

/** The last chord rings at least this long, or this part of the piece. */
const RING_SECONDS = 3.2;
const RING_PART = 0.1;

/** Lays the chords of every section over its bars; the piece ends on the tonic. */
export function layBars(plan: MusicPlan, seed: number): Bar[] {
  const scenes = arrange(plan, seed);
  const loops = chooseLoops(plan, seed);
  const random = randomStream(seed, 'boundaries');
  const bars: Bar[] = [];
  const seen = new Map<SectionKind, number>();
  let startStep = 0;
  for (const [section, part] of plan.sections.entries()) {
    const scene = scenes[section];
    if (!scene) continue;
    const repeat = seen.get(part.kind) ?? 0;
    seen.set(part.kind, repeat + 1);
    const isEnd = section === plan.sections.length - 1;
    const lengths = isEnd ? withRing(part, plan) : part.barSteps;
    const loop = loops(part.kind, repeat);
    const towardsChorus = part.kind !== 'chorus' && plan.sections[section + 1]?.kind === 'chorus';
    const rests = random() < 0.65;
    for (const [index, steps] of lengths.entries()) {
      const isLast = isEnd && index === lengths.length - 1;
      const bar: Bar = {
        ...{ kind: part.kind, scene, section, repeat, index, count: lengths.length, startStep, steps },
        chord: chordOf(plan, isLast ? '0' : loop, index),
        isLast,
      };
      if (towardsChorus && lengths.length > 2) markBuild(bar, rests);
      bars.push(bar);
      startStep += steps;
    }
  }
  return bars;
}

function chordOf(plan: MusicPlan, loop: string, index: number): Chord {
  const { barsPerChord, chordSize } = GENRES[plan.genre];
  const degree = Number(loop[Math.floor(index / barsPerChord) % loop.length]);
  return chordOn(degree, MODE_STEPS[plan.mode], chordSize);
}

function markBuild(bar: Bar, rests: boolean): void {
  const left = bar.count - bar.index;
  if (left <= 2) bar.build = left === 2 ? 0 : 0.5;
  if (left === 1 && rests && bar.steps >= 8) bar.restsFrom = bar.steps - 4;
}

/** Joins the last bars to one that is long enough for a chord to ring out. */
function withRing({ barSteps, durationSeconds }: MusicSection, plan: MusicPlan): number[] {
  const perStep = durationSeconds / barSteps.reduce((sum, steps) => sum + steps, 0);
  const wanted = Math.min(RING_SECONDS, plan.durationSeconds * RING_PART);
  const lengths = [...barSteps];
  while (lengths.length > 1 && (lengths.at(-1) ?? 0) * perStep < 0.9 * wanted) {
    const last = lengths.pop() ?? 0;
    lengths[lengths.length - 1]! += last;
  }
  return lengths;
}

/** The chords of a kind of section the so-manieth time: later ones take other loops or another colour of one chord. */
function chooseLoops(plan: MusicPlan, seed: number): (kind: SectionKind, repeat: number) => string {
  const genre = GENRES[plan.genre];
  const random = randomStream(seed, 'chords');
  const verse = pick(random, genre.verse);
  const chorus = pick(random, genre.chorus);
  const others = genre.verse.filter((loop) => loop !== verse);
  const other = pick(random, others.length > 0 ? others : [chorus]);
  const bridge = other.slice(2) + other.slice(0, 2);
  const isDrone = new Set(verse).size < 3;
  return (kind, repeat) => {
    const loop = { intro: verse, verse, chorus, bridge, outro: chorus }[kind];
    if (repeat < 2 || isDrone) return kind === 'verse' && repeat % 3 === 2 ? other : loop;
    const base = kind === 'verse' && repeat % 3 === 2 ? other : loop;
    return recoloured(base, randomStream(seed, `colour/${kind}/${repeat}`));
  };
}

/** Replaces one inner chord by a relative a third away. */
function recoloured(loop: string, random: Random): string {
  if (loop.length < 3) return loop;
  const at = 1 + Math.floor(random() * (loop.length - 2));
  const relative = (Number(loop[at]) + pick(random, [2, 5])) % 7;
  return loop.slice(0, at) + String(relative) + loop.slice(at + 1);
}
