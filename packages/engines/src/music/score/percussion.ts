import { GENRES } from '../plan/genres.js';
import { accentSteps, stepsPerBar } from '../plan/beat-grid.js';
import { randomStream, type Random } from '../seeded-random.js';
import type { Bar } from './bars.js';
import { DRUM_LINES, DRUM_ROLES, type DrumRole, type KitName, KITS, STROKE_LEVEL } from './drum-patterns.js';
import { isDance, playBuild, playFill } from './fills.js';
import type { DrumName } from '../synth/voices.js';
import type { MusicPlan } from '../plan/music-plan.js';
import type { Performance } from './performance.js';

/** Metals that can take over from the hi-hat without changing the style. */
const RIDING_KITS: readonly KitName[] = ['acoustic', 'electronic', 'trap'];

/** Plays drums: the genre's pattern as the section wants it, ghost notes, builds and fills, cymbals where sections start. */
export function composeDrums(performance: Performance, bars: readonly Bar[]): void {
  const kit = performance.plan.band.drums;
  if (!kit) return;
  const random = randomStream(performance.seed, 'drums');
  for (const [index, bar] of bars.entries()) {
    const next = bars[index + 1];
    if (bar.isLast) playEnd(performance, bar);
    else playBar(performance, bar, next, random);
    const isArrival =
      bar.index === 0 && (bar.kind === 'chorus' || (index === 0 && bar.scene.drums === 'full'));
    if (isArrival && !bar.isLast) playSound(performance, bar.startStep, 8, cymbalOf(kit), 0.8);
  }
}

function playBar(performance: Performance, bar: Bar, next: Bar | undefined, random: Random): void {
  const lines = linesFor(performance, bar);
  const fillFrom = bar.steps - fillSteps(bar, next, random);
  for (const role of Object.keys(lines) as DrumRole[]) {
    const line = lines[role] ?? '';
    if (line === '' || isSilent(role, bar, performance)) continue;
    for (let step = 0; step < bar.steps; step++) {
      const level = strokeLevel(line[step % line.length] ?? '.', role, bar, step);
      const ghost = role === 'snare' && level === 0 && step % 2 === 1 && random() < 0.06 ? 0.2 : 0;
      if (level + ghost === 0 || (step >= fillFrom && (role !== 'kick' || bar.restsFrom !== undefined)))
        continue;
      hit(performance, bar, role, step, (level || ghost) * (0.92 + 0.16 * random()));
    }
  }
  if (bar.build !== undefined) playBuild(performance, bar, bar.build, fillFrom);
  if (fillFrom < bar.steps) playFill(performance, bar, fillFrom, random);
}

/** What is written, but for the metal that may leave its soft strokes out or add some. */
function strokeLevel(sign: string, role: DrumRole, { scene }: Bar, step: number): number {
  const level = STROKE_LEVEL[sign] ?? 0;
  if (role !== 'hat' || scene.metal === 'usual') return level;
  if (scene.metal === 'sparse') return sign === 'o' ? 0 : level;
  return level === 0 && step % 2 === 1 ? 0.3 : level;
}

/** Long fills lead to a chorus, short ones end other sections; half of the phrases in between get a turn. */
function fillSteps(bar: Bar, next: Bar | undefined, random: Random): number {
  const isEnd = bar.index === bar.count - 1 && bar.count > 1;
  const draw = random();
  if (bar.scene.drums === 'none') return isEnd && next && !next.isLast ? Math.min(4, bar.steps / 2) : 0;
  if (isEnd) return Math.min(bar.steps / 2, next?.kind === 'chorus' ? 8 : next?.isLast ? 4 : 6);
  return bar.index % 4 === 3 && draw < 0.5 ? 2 : 0;
}

function hit(performance: Performance, bar: Bar, role: DrumRole, step: number, level: number): void {
  const drums = performance.plan.band.drums ?? 'acoustic';
  const { pan, level: share } = DRUM_ROLES[role];
  const rides = role === 'hat' && bar.scene.rides && RIDING_KITS.includes(drums);
  const velocity = level * share * (0.65 + 0.35 * bar.scene.energy);
  const voice = KITS[drums][rides ? 'extra' : role];
  performance.play('drums', {
    ...{ step: bar.startStep + step, steps: 2, velocity, voice },
    pan: rides ? -pan : pan,
  });
}

/** Patterns are written in fours; another metre gets its accents in their place. */
function linesFor(performance: Performance, bar: Bar): Partial<Record<DrumRole, string>> {
  const { genre, metre, band } = performance.plan;
  const named = GENRES[genre].patterns.drums;
  const pattern = named === 'none' ? (band.drums === 'orchestral' ? 'epic' : 'rock') : named;
  const lines = DRUM_LINES[pattern];
  const { length } = lines.kick;
  if (length === bar.steps || (stepsPerBar(metre) === length && bar.steps > 4))
    return bar.scene.isHalfTime && length === 16 && 'snare' in lines
      ? { ...lines, ...halfTimeOf(genre) }
      : lines;
  const accents = accentSteps(metre, bar.steps);
  const everyBeat = ['fourFloor', 'housey', 'disco'].includes(pattern);
  const write = (sign: (step: number) => string): string =>
    Array.from({ length: bar.steps }, (_, step) => sign(step)).join('');
  const isAccent = (step: number, parity: number): boolean =>
    accents.includes(step) && accents.indexOf(step) % 2 === parity;
  return {
    kick: write((step) =>
      (everyBeat ? accents.includes(step) : isAccent(step, 0) && (accents.length !== 3 || step === 0))
        ? 'X'
        : '.',
    ),
    snare: write((step) =>
      accents.length === 3 && !everyBeat
        ? step > 0 && accents.includes(step)
          ? 'x'
          : '.'
        : isAccent(step, 1)
          ? 'X'
          : '.',
    ),
    hat: write((step) => (accents.includes(step) ? 'x' : step % 2 === 0 ? 'o' : '.')),
  };
}

/** Machines keep their kick in half time. */
function halfTimeOf(genre: MusicPlan['genre']): Partial<Record<DrumRole, string>> {
  const { kick, snare } = DRUM_LINES.halfTime;
  return isDance({ genre }) ? { snare } : { kick, snare };
}

function isSilent(role: DrumRole, bar: Bar, performance: Performance): boolean {
  const { scene, kind, index, count, repeat } = bar;
  if (scene.drums === 'none') return true;
  if (scene.drums === 'light') {
    // Machines keep the kick, players the metal.
    return isDance(performance.plan)
      ? role === 'snare' || role === 'open'
      : role !== 'hat' && role !== 'extra';
  }
  if (kind === 'outro') return role === 'open' || (index >= count / 2 && role === 'extra');
  return kind === 'verse' && role === 'open' && repeat === 0 && index < count / 2;
}

function playEnd(performance: Performance, bar: Bar): void {
  hit(performance, bar, 'kick', 0, 0.9);
  playSound(performance, bar.startStep, 8, cymbalOf(performance.plan.band.drums), 0.6);
}

/** What rings where a section begins: a player without a cymbal strikes what is there. */
const CYMBALS: Partial<Record<KitName, DrumName>> = {
  brushes: 'ride',
  hand: 'tambourine',
  palmas: 'clap',
  stomp: 'tambourine',
  tabla: 'tambourine',
  djembe: 'agogo',
  sleigh: 'sleighBells',
  clock: 'boom',
  chip: 'chipNoise',
};

function cymbalOf(kit: KitName | undefined): DrumName {
  return (kit && CYMBALS[kit]) ?? 'crash';
}

function playSound(
  performance: Performance,
  step: number,
  steps: number,
  voice: DrumName,
  velocity: number,
): void {
  performance.play('drums', { step, steps, velocity, voice, pan: -0.2 });
}
