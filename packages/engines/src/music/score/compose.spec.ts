import type { MusicPlan, MusicSection } from '../plan/music-plan.js';
import { planMusic } from '../plan/plan-music.js';
import { composeScore } from './compose.js';
import type { Score, ScoreNote } from './score.js';

const LONG = { durationSeconds: 150 };

function within(score: Score, { startSeconds, durationSeconds }: MusicSection): ScoreNote[] {
  return score.notes.filter(
    ({ at }) => at >= startSeconds - 0.02 && at < startSeconds + durationSeconds - 0.05,
  );
}

/** How much is played: strokes by their loudness, for each second. */
function force(plan: MusicPlan, score: Score, kind: MusicSection['kind']): number {
  const parts = plan.sections.filter((section) => section.kind === kind);
  const notes = parts.flatMap((part) => within(score, part)).filter(({ track }) => track !== 'texture');
  const power = notes.reduce((sum, { gain, velocity }) => sum + (gain * velocity) ** 2, 0);
  return power / parts.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0);
}

describe('composeScore', () => {
  it.each(['pop', 'rock', 'metal', 'cinematic', 'house', 'techno', 'jazz', 'folk'])(
    'lets choruses rise above verses, and verses above bridges: %s',
    (prompt) => {
      for (const seed of [0, 1, 2]) {
        const plan = planMusic({ prompt, seed, ...LONG });
        const score = composeScore(plan);
        expect(force(plan, score, 'chorus')).toBeGreaterThan(1.3 * force(plan, score, 'verse'));
        expect(force(plan, score, 'verse')).toBeGreaterThan(1.15 * force(plan, score, 'bridge'));
      }
    },
  );

  it.each(['pop', 'rock', 'house', 'cinematic'])(
    'plays a bridge of %s without drums until its last two bars',
    (prompt) => {
      const plan = planMusic({ prompt, ...LONG });
      const score = composeScore(plan);
      for (const part of plan.sections.filter(({ kind }) => kind === 'bridge')) {
        const calm = {
          ...part,
          durationSeconds: (part.durationSeconds * (part.barSteps.length - 2)) / part.barSteps.length,
        };
        expect(within(score, calm).filter(({ track }) => track === 'drums')).toEqual([]);
      }
    },
  );

  it.each(['pop', 'classical', 'techno', 'metal', 'solo piano'])(
    'ends %s with a chord that nothing follows',
    (prompt) => {
      for (const durationSeconds of [8, 20, 60]) {
        const { lastChordAt, notes } = composeScore(planMusic({ prompt, durationSeconds }));
        expect(durationSeconds - lastChordAt).toBeGreaterThan(Math.min(3, durationSeconds * 0.08));
        const last = notes.filter(({ at }) => at > lastChordAt - 0.05);
        expect(last.filter(({ track }) => track === 'chords' || track === 'lead').length).toBeGreaterThan(2);
        expect(Math.max(...last.map(({ at }) => at)) - lastChordAt).toBeLessThan(0.15);
      }
    },
  );

  it('lifts the key after the last bridge', () => {
    const plan = planMusic({ prompt: 'pop in C major', durationSeconds: 150, seed: 4 });
    const score = composeScore(plan);
    const last = plan.sections.findLast(({ kind }) => kind === 'chorus')!;
    const bass = within(score, last).filter(({ track }) => track === 'bass');
    // D major has F sharp and C sharp, C major has not.
    const scale = [2, 4, 6, 7, 9, 11, 1];
    expect(bass.every(({ midi }) => scale.includes(midi % 12))).toBe(true);
  });
});
