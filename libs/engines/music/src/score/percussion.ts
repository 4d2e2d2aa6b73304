import { GENRES } from '../plan/genres.js';
import { accentSteps, stepsPerBar } from '../plan/beat-grid.js';
import { randomStream, type Random } from '../seeded-random.js';
import type { Bar } from './bars.js';
import { DRUM_LINES, DRUM_ROLES, type DrumRole, KITS, STROKE_LEVEL } from './drum-patterns.js';
import { INTENSITY, type Performance } from './performance.js';

const ELECTRONIC = ['techno', 'house', 'trance', 'drumAndBass', 'synthwave', 'trap'];

/** Plays drums: the genre's pattern, ghost notes, fills before a new section, a cymbal where a chorus starts. */
export function composeDrums(performance: Performance, bars: readonly Bar[]): void {
  const kit = performance.plan.band.drums;
  if (!kit) return;
  const random = randomStream(performance.seed, 'drums');
  for (const bar of bars) {
    if (bar.isLast) playEnd(performance, bar);
    else playBar(performance, bar, random);
    if (bar.index === 0 && bar.kind === 'chorus') playSound(performance, bar.startStep, 8, 'crash', 0.8);
    if (bar.index === bar.count - 1 && !bar.isLast && bar.kind !== 'chorus') announce(performance, bar);
  }
}

function playBar(performance: Performance, bar: Bar, random: Random): void {
  const lines = linesFor(performance, bar);
  const isFill = bar.index === bar.count - 1 && bar.count > 1 && bar.kind !== 'intro';
  const fillFrom = isFill ? Math.max(0, bar.steps - 6) : bar.steps;
  for (const role of Object.keys(lines) as DrumRole[]) {
    const line = lines[role] ?? '';
    if (line === '' || isSilent(role, bar, performance)) continue;
    for (let step = 0; step < bar.steps; step++) {
      const level = STROKE_LEVEL[line[step % line.length] ?? '.'] ?? 0;
      const ghost = role === 'snare' && level === 0 && step % 2 === 1 && random() < 0.06 ? 0.2 : 0;
      if (level + ghost === 0 || (step >= fillFrom && role !== 'kick')) continue;
      hit(performance, bar, role, step, (level || ghost) * (0.92 + 0.16 * random()));
    }
  }
  if (isFill) playFill(performance, bar, fillFrom, random);
}

function hit(performance: Performance, bar: Bar, role: DrumRole, step: number, level: number): void {
  const kit = KITS[performance.plan.band.drums ?? 'acoustic'];
  const { pan, level: share } = DRUM_ROLES[role];
  const velocity = level * share * (0.65 + 0.35 * INTENSITY[bar.kind]);
  performance.play('drums', { step: bar.startStep + step, steps: 2, velocity, voice: kit[role], pan });
}

/** Patterns are written in fours; another metre gets its accents in their place. */
function linesFor(performance: Performance, bar: Bar): Partial<Record<DrumRole, string>> {
  const { genre, metre, band } = performance.plan;
  const named = GENRES[genre].patterns.drums;
  const pattern = named === 'none' ? (band.drums === 'orchestral' ? 'epic' : 'rock') : named;
  const lines = DRUM_LINES[pattern];
  const { length } = lines.kick;
  if (length === bar.steps || (stepsPerBar(metre) === length && bar.steps > 4)) return lines;
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

function isSilent(role: DrumRole, bar: Bar, performance: Performance): boolean {
  const isDance = ELECTRONIC.includes(performance.plan.genre);
  if (bar.kind === 'intro')
    return isDance ? role === 'snare' || role === 'open' : role !== 'hat' && role !== 'extra';
  if (bar.kind === 'bridge') return isDance ? role === 'kick' || role === 'snare' : role === 'open';
  if (bar.kind === 'outro') return role === 'open' || role === 'extra';
  return bar.kind === 'verse' && role === 'open' && bar.repeat === 0 && bar.index < bar.count / 2;
}

function playFill(performance: Performance, bar: Bar, from: number, random: Random): void {
  const kit = performance.plan.band.drums ?? 'acoustic';
  const sounds =
    kit === 'electronic' || kit === 'trap'
      ? (['clap', 'clap', 'snare'] as const)
      : kit === 'brushes'
        ? (['brush', 'rim', 'brush'] as const)
        : (['snare', 'tomHigh', 'tomLow'] as const);
  for (let step = from; step < bar.steps; step++) {
    if (random() < 0.28) continue;
    const part = (step - from) / Math.max(1, bar.steps - from);
    const voice = sounds[Math.min(2, Math.floor(part * 3))] ?? 'snare';
    const velocity = 0.4 + 0.45 * part;
    performance.play('drums', {
      step: bar.startStep + step,
      steps: 1,
      velocity,
      voice,
      pan: 0.3 - 0.6 * part,
    });
  }
}

function announce(performance: Performance, bar: Bar): void {
  const { genre } = performance.plan;
  if (!ELECTRONIC.includes(genre) && genre !== 'cinematic') return;
  performance.play('accent', { step: bar.startStep, steps: bar.steps, velocity: 0.55, voice: 'riser' });
}

function playEnd(performance: Performance, bar: Bar): void {
  hit(performance, bar, 'kick', 0, 0.9);
  playSound(performance, bar.startStep, 8, performance.plan.band.drums === 'brushes' ? 'ride' : 'crash', 0.6);
}

function playSound(
  performance: Performance,
  step: number,
  steps: number,
  voice: 'crash' | 'ride',
  velocity: number,
): void {
  performance.play('drums', { step, steps, velocity, voice, pan: -0.2 });
}
