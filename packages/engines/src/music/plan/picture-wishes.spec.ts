import { planMusic } from './plan-music.js';
import type { MusicPlan } from './music-plan.js';
import type { Pictures } from './picture-wishes.js';

const NIGHT: Pictures = { brightness: 0.12, saturation: 0.08, warmth: -0.05, motion: 0.001 };
const PARTY: Pictures = { brightness: 0.62, saturation: 0.35, warmth: 0.2, motion: 0.06 };
const QUICK = Array.from({ length: 20 }, (_, index) => 1.7 * (index + 1));
const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8];

function plans(prompt: string, pictures: Pictures, cuts: number[]): MusicPlan[] {
  return SEEDS.map((seed) => planMusic({ prompt, seed, video: { durationSeconds: 40, cuts, pictures } }));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

describe('music to pictures', () => {
  const night = plans('', NIGHT, [13, 27]);
  const party = plans('', PARTY, QUICK);

  it('is calm, dark and slow for a dark still video', () => {
    expect(new Set(night.map(({ mood }) => mood))).toEqual(new Set(['dark']));
    expect(night.every(({ mode }) => ['minor', 'dorian', 'phrygian'].includes(mode))).toBe(true);
    expect(Math.max(...night.map(({ bpm }) => bpm))).toBeLessThan(100);
  });

  it('is lively, major and fast for a bright one with quick cuts', () => {
    expect(new Set(party.map(({ mood }) => mood))).toEqual(new Set(['energetic']));
    expect(party.every(({ mode }) => ['major', 'mixolydian', 'lydian'].includes(mode))).toBe(true);
    expect(mean(party.map(({ bpm }) => bpm))).toBeGreaterThan(mean(night.map(({ bpm }) => bpm)) + 30);
  });

  it('keeps what the prompt says', () => {
    for (const plan of plans('happy folk, fast, in D major', NIGHT, [])) {
      expect(plan).toMatchObject({ genre: 'folk', mood: 'happy', key: 'D', mode: 'major' });
      expect(plan.bpm).toBeGreaterThan(115);
    }
  });

  it('moves tempo and mode within a genre that is named alone', () => {
    const slow = plans('techno', NIGHT, []);
    const fast = plans('techno', PARTY, QUICK);
    expect(mean(slow.map(({ bpm }) => bpm))).toBeLessThan(mean(fast.map(({ bpm }) => bpm)) - 4);
    expect(slow.every(({ genre, mode }) => genre === 'techno' && mode !== 'major')).toBe(true);
  });
});
