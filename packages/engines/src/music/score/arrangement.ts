import type { GenreName } from '../plan/genres.js';
import type { MusicPlan } from '../plan/music-plan.js';
import type { SectionKind } from '../plan/musical-terms.js';
import { pick, type Random, randomStream } from '../seeded-random.js';
import type { TrackName } from './score.js';

/** What a section makes of the band: who plays, in which manner, how loud and how high. */
export type Scene = {
  /** Fullness and force, 0–1: strokes are harder and brighter in a full section. */
  energy: number;
  /** Decibels at the first and at the last bar, 0 the loudest of the piece. */
  levels: readonly [from: number, to: number];
  drums: 'none' | 'light' | 'full';
  /** Whether another metal than the hi-hat keeps time, and how busily it does. */
  rides: boolean;
  metal: 'sparse' | 'usual' | 'busy';
  /** The backbeat comes half as often. */
  isHalfTime: boolean;
  bass: 'none' | 'long' | 'usual' | 'high';
  chords: 'none' | 'usual' | 'held' | 'broken';
  color: 'none' | 'usual' | 'held' | 'counter';
  /** What the melody is: none, the theme, a solo, or either on the colour voice. */
  melody: 'none' | 'theme' | 'solo' | 'colorTheme' | 'colorSolo';
  octave: -1 | 0 | 1;
  /** Semitones by which the middle of the chords has moved. */
  voicing: number;
  /** A second voice goes with the melody. */
  isDoubled: boolean;
  /** Semitones by which the key is lifted. */
  lift: number;
  /** Decibels by which the engineer brings tracks forward or back, and opens or closes the treble. */
  balance: Partial<Record<TrackName, number>>;
  treble: number;
};
type Manner = Partial<Scene>;

/** Decibels between the softest and the loudest section; other genres have the usual. */
const DEPTH: Partial<Record<GenreName, number>> = {
  cinematic: 5,
  classical: 4.5,
  ambient: 4,
  waltz: 4,
  folk: 3.5,
  techno: 2,
  house: 2,
  drumAndBass: 2,
};
const USUAL_DEPTH = 3;
/** Pieces shorter than this hardly have time for soft sections. */
const SHORT_SECONDS = 45;
/** Genres whose last part does not move to another key: their harmony is a drone or a loop. */
const STEADY_KEYS: readonly GenreName[] = ['techno', 'house', 'blues', 'lofi', 'hiphop'];
const LIFTS = [0, 3, -2, 5, 1];
const LAST_LIFT = 2;

/** Decibels by which sections may differ in the level of a track. */
const BALANCE: Partial<Record<TrackName, number>> = { chords: 3.2, drums: 3, color: 4, bass: 2.6, lead: 1.8 };
const TREBLE = 3.8;
/** Semitones by which the middle of the chords may move: other inversions of the same chords. */
const VOICING = 6;
/** Powers of the root of x⁶ = x + 1: counted up, no two sections come close in all dimensions (R-sequence, M. Roberts 2018). */
const SPREAD = 1.1347241384;

const INTROS: readonly Manner[] = [
  { chords: 'usual', color: 'none', bass: 'none', drums: 'light', melody: 'none' },
  { chords: 'held', color: 'counter', bass: 'none', drums: 'none', melody: 'none' },
  { chords: 'none', color: 'held', bass: 'usual', drums: 'full', melody: 'none' },
];
/** The first verses and choruses are as a listener expects them; later ones are shuffled for each piece. */
const VERSES: readonly Manner[] = [
  { color: 'none' },
  { color: 'usual', rides: true },
  { color: 'none', melody: 'colorSolo', chords: 'held', octave: 1 },
  { chords: 'broken', drums: 'light', octave: -1, color: 'held' },
  { chords: 'none', color: 'counter', rides: true },
  { color: 'held', melody: 'solo', octave: 1, bass: 'long' },
  { color: 'none', melody: 'none', chords: 'usual', drums: 'full' },
];
const CHORUSES: readonly Manner[] = [
  { color: 'usual' },
  { color: 'counter', rides: true, isDoubled: true },
  { color: 'held', octave: 1 },
  { color: 'usual', chords: 'held', isDoubled: true },
  { color: 'counter', chords: 'broken', octave: -1, rides: true },
  { color: 'none', melody: 'colorTheme', chords: 'usual' },
];
const BRIDGES: readonly Manner[] = [
  { chords: 'held', color: 'usual', bass: 'long' },
  { chords: 'broken', color: 'none', bass: 'none', octave: 1 },
  { chords: 'held', color: 'none', melody: 'colorSolo', bass: 'long', octave: -1 },
  { chords: 'none', color: 'held', bass: 'usual', melody: 'solo' },
];

/** Plans every section of a piece, so that it grows, rests and does not say the same thing twice. */
export function arrange(plan: MusicPlan, seed: number): Scene[] {
  const random = randomStream(seed, 'arrangement');
  const lists = {
    verse: shuffledAfter(VERSES, 2, random),
    chorus: shuffledAfter(CHORUSES, 2, random),
    bridge: shuffledAfter(BRIDGES, 1, random),
  };
  const intro = pick(random, plan.durationSeconds < SHORT_SECONDS ? INTROS.slice(0, 1) : INTROS);
  const lifts = keyLifts(plan);
  const phase = random();
  const kinds = plan.sections.map(({ kind }) => kind);
  const lastChorus = kinds.lastIndexOf('chorus');
  return kinds.map((kind, index) => {
    const repeat = kinds.slice(0, index).filter((other) => other === kind).length;
    const manner =
      kind === 'intro'
        ? intro
        : kind === 'outro'
          ? { color: 'held' as const }
          : // When the list is used up, it starts again, combined with the changes of the round.
            (lists[kind][repeat % lists[kind].length] ?? {});
    const scene = { ...usualScene(kind), ...manner, lift: lifts[index] ?? 0 };
    if (kinds.length > 4) mixApart(scene, index, phase);
    scene.levels = levelsOf(plan, kinds, index, repeat);
    if (index === lastChorus && repeat > 0) Object.assign(scene, { isDoubled: true, chords: 'usual' });
    return playable(scene, plan);
  });
}

function usualScene(kind: SectionKind): Scene {
  const energy = { intro: 0.45, verse: 0.62, chorus: 1, bridge: 0.45, outro: 0.6 }[kind];
  return {
    energy,
    levels: [0, 0],
    drums: kind === 'bridge' ? 'none' : 'full',
    rides: false,
    metal: 'usual',
    isHalfTime: false,
    bass: 'usual',
    chords: 'usual',
    color: 'none',
    melody: 'theme',
    octave: 0,
    voicing: 0,
    isDoubled: false,
    lift: 0,
    balance: {},
    treble: { intro: -1.5, verse: -1, chorus: 0.5, bridge: -2.5, outro: -1.5 }[kind],
  };
}

function shuffledAfter(manners: readonly Manner[], fixed: number, random: Random): Manner[] {
  const rest = manners.slice(fixed);
  for (let index = rest.length - 1; index > 0; index--) {
    const other = Math.floor(random() * (index + 1));
    [rest[index], rest[other]] = [rest[other]!, rest[index]!];
  }
  return [...manners.slice(0, fixed), ...rest];
}

/** Gives every section a different mix. */
function mixApart(scene: Scene, index: number, phase: number): void {
  const place = (dimension: number): number =>
    ((((phase + (index + 1) / SPREAD ** dimension) % 1) + 1) % 1) * 2 - 1;
  for (const [at, track] of (Object.keys(BALANCE) as TrackName[]).entries())
    scene.balance = { ...scene.balance, [track]: (BALANCE[track] ?? 0) * place(at + 1) };
  scene.treble += TREBLE * place(6);
  if (index > 2) scene.voicing = Math.round(VOICING * place(1));
  const busy = place(2);
  const isLight = scene.energy < 1 && index > 2;
  if (isLight && scene.bass === 'usual' && place(4) > 0.2) scene.bass = 'high';
  scene.isHalfTime = isLight && place(3) > 0.3;
  if (scene.drums === 'full') scene.metal = busy > 0.3 ? 'busy' : busy < -0.4 ? 'sparse' : 'usual';
}

/** A new key after every bridge, the brightest after the last. */
function keyLifts({ sections, genre, durationSeconds }: MusicPlan): number[] {
  const bridges = sections.filter(({ kind }) => kind === 'bridge').length;
  let passed = 0;
  return sections.map(({ kind }, index) => {
    if (sections[index - 1]?.kind === 'bridge') passed++;
    if (passed === 0 || durationSeconds < 75 || STEADY_KEYS.includes(genre)) return 0;
    if (passed === bridges) return kind === 'bridge' ? 0 : LAST_LIFT;
    return LIFTS[passed % LIFTS.length] ?? 0;
  });
}

/** Loudness follows the form: verses below choruses, bridges lowest, and all grow towards the last chorus. */
function levelsOf(
  { genre, durationSeconds }: MusicPlan,
  kinds: readonly SectionKind[],
  index: number,
  repeat: number,
): [number, number] {
  const depth = (DEPTH[genre] ?? USUAL_DEPTH) * (durationSeconds < SHORT_SECONDS ? 0.5 : 1);
  const growth = 0.35 * (1 - index / Math.max(1, kinds.length - 1));
  const toChorus = kinds[index + 1] === 'chorus';
  const [from, to] = {
    intro: [0.6, 0.4],
    verse: repeat === 0 ? [0.7, toChorus ? 0.4 : 0.6] : [0.5, toChorus ? 0.3 : 0.5],
    chorus: [0, 0],
    bridge: [1.2, toChorus ? 0.5 : 1],
    outro: [0.3, 0.6],
  }[kinds[index] ?? 'verse'] as [number, number];
  return [-depth * (from + growth), -depth * (to + growth)];
}

/** Keeps a player who is alone playing, and asks nothing of players who are absent. */
function playable(scene: Scene, { band }: MusicPlan): Scene {
  const fixed = { ...scene };
  if (!band.color || band.color === band.lead) {
    if (fixed.melody === 'colorSolo') fixed.melody = 'solo';
    if (fixed.melody === 'colorTheme') fixed.melody = 'theme';
  }
  const hasColor = band.color !== undefined && fixed.color !== 'none';
  const hasGround = band.drums !== undefined && fixed.drums !== 'none' && band.bass !== undefined;
  if (fixed.chords === 'none' && !hasColor && !hasGround) fixed.chords = 'held';
  const isAlone = !band.chords && !band.lead && !band.color;
  if (isAlone && fixed.drums === 'none') fixed.drums = 'light';
  return fixed;
}
