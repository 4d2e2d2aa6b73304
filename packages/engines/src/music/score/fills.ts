import type { GenreName } from '../plan/genres.js';
import type { MusicPlan } from '../plan/music-plan.js';
import { pick, type Random } from '../seeded-random.js';
import type { DrumName } from '../synth/voices.js';
import type { Bar } from './bars.js';
import { type KitName, KITS } from './drum-patterns.js';
import type { Performance } from './performance.js';

const DANCE: readonly GenreName[] = [
  ...(['techno', 'house', 'trance', 'drumAndBass', 'synthwave', 'trap'] as const),
  ...(['edm', 'hardstyle', 'dubstep', 'phonk', 'kpop', 'reggaeton'] as const),
];
/** Sounds of a fill from its beginning to its end; other kits play what they have. */
const FILL_SOUNDS: Partial<Record<KitName, readonly DrumName[]>> = {
  electronic: ['clap', 'clap', 'snare'],
  trap: ['clap', 'clap', 'snare'],
  brushes: ['brush', 'rim', 'brush'],
  acoustic: ['snare', 'tomHigh', 'tomLow'],
  orchestral: ['tomHigh', 'tomLow', 'taiko'],
};
const ROLL_SOUNDS: Partial<Record<KitName, DrumName>> = {
  electronic: 'snare',
  trap: 'snare',
  acoustic: 'snare',
  orchestral: 'tomLow',
};
/** Rhythms of a fill, read from its end. */
const FILLS = ['x.xxx.xx', 'xx.xxx.x', 'xxxxxxxx', 'x..xx.xx', 'xxx.x.xx'];

/** Made with machines: the kick is what stays when others leave. */
export function isDance({ genre }: Pick<MusicPlan, 'genre'>): boolean {
  return DANCE.includes(genre);
}

/** Strokes that leave the beat and lead over to the next section. */
export function playFill(performance: Performance, bar: Bar, from: number, random: Random): void {
  const drums = performance.plan.band.drums ?? 'acoustic';
  const { snare, extra, kick } = KITS[drums];
  const sounds = FILL_SOUNDS[drums] ?? [snare, extra, kick];
  const rhythm = pick(random, FILLS);
  for (let step = from; step < bar.steps; step++) {
    if (rhythm[rhythm.length - 1 - ((bar.steps - 1 - step) % rhythm.length)] === '.') continue;
    const part = (step - from) / Math.max(1, bar.steps - from);
    performance.play('drums', {
      ...{ step: bar.startStep + step, steps: 1 },
      velocity: 0.4 + 0.45 * part,
      voice: sounds[Math.min(2, Math.floor(part * 3))] ?? snare,
      pan: 0.35 - 0.7 * part,
    });
  }
}

/** A roll that grows over the last bars before a chorus, and a rising noise where machines or a big orchestra play. */
export function playBuild(performance: Performance, bar: Bar, progress: number, until: number): void {
  const { band, genre } = performance.plan;
  const drums = band.drums ?? 'acoustic';
  const voice = ROLL_SOUNDS[drums] ?? KITS[drums].snare;
  const isGrand = isDance(performance.plan) || genre === 'cinematic';
  if (isGrand && progress > 0)
    performance.play('accent', { step: bar.startStep, steps: bar.steps, velocity: 0.5, voice: 'riser' });
  if (!isGrand && (progress === 0 || bar.scene.drums !== 'none')) return;
  const apart = progress === 0 ? 4 : 2;
  for (let step = 0; step < until; step += apart) {
    const grown = progress + 0.5 * (step / bar.steps);
    performance.play('drums', {
      ...{ step: bar.startStep + step, steps: 1 },
      velocity: 0.12 + 0.45 * grown,
      voice,
      pan: 0.1,
    });
  }
}
