import { MusicPlanInvalid } from '../music.errors.js';
import { timeOfStep } from './beat-grid.js';
import { GENRES } from './genres.js';
import { planMusic } from './plan-music.js';
import { readPrompt } from './prompt-reader.js';

describe('readPrompt', () => {
  it.each([
    ['a track at 128 bpm', { bpm: 128 }],
    ['something in D minor', { key: 'D', mode: 'minor' }],
    ['Stück in fis-Moll', { key: 'F#', mode: 'minor' }],
    ['ré mineur', { key: 'D', mode: 'minor' }],
    ['Bb major brass', { key: 'Bb', mode: 'major' }],
    ['a minor key feeling', { key: undefined, mode: 'minor' }],
    ['in A minor', { key: 'A', mode: 'minor' }],
    ['E dorian jam', { key: 'E', mode: 'dorian' }],
    ['a dance in 3/4', { metre: { beats: 3, unit: 4 } }],
    ['jig in 6/8', { metre: { beats: 6, unit: 8 } }],
    ['open 24/7', { metre: undefined }],
    ['30 seconds of calm', { durationSeconds: 30 }],
    ['two minutes of jazz', { durationSeconds: 120 }],
    ['Half a minute of rain', { durationSeconds: 30 }],
    ['one and a half minutes of funk', { durationSeconds: 90 }],
    ['a forty-five-second intro', { durationSeconds: 45 }],
    ['eine halbe Minute Klavier', { durationSeconds: 30 }],
    ['drei Minuten Walzer', { durationSeconds: 180 }],
    ['quatre minutes de piano', { durationSeconds: 240 }],
    ['two people, 20 seconds of calm', { durationSeconds: 20 }],
    ['2 min rock', { durationSeconds: 120 }],
    ['1:30 of jazz', { durationSeconds: 90 }],
    ['30秒の音楽', { durationSeconds: 30 }],
    ['2 Minuten und 10 Sekunden', { durationSeconds: 130 }],
    ['80s night drive', { durationSeconds: undefined, genre: 'synthwave' }],
    ['Walzer für Klavier', { genre: 'waltz', instruments: ['piano'] }],
    ['musique triste', { moods: ['sad'] }],
    ['爵士 钢琴', { genre: 'jazz', instruments: ['piano'] }],
    ['весёлая гитара', { instruments: ['acousticGuitar'] }],
    ['rock without drums', { wantsDrums: false }],
    ['rock ohne Schlagzeug', { wantsDrums: false }],
  ])('understands "%s"', (prompt, wishes) => {
    expect(readPrompt(prompt)).toMatchObject(wishes);
  });
});

describe('planMusic', () => {
  it('finds every genre by its own label', () => {
    const found = Object.entries(GENRES).map(([name, genre]) => [
      name,
      planMusic({ prompt: genre.label }).genre,
    ]);
    expect(found.filter(([name, genre]) => name !== genre)).toEqual([]);
  });

  it('covers every length with sections without a gap', () => {
    for (const durationSeconds of [1, 2.5, 7, 30, 61, 180, 360]) {
      const { sections } = planMusic({ prompt: 'pop', durationSeconds });
      const ends = sections.map((section) => section.startSeconds + section.durationSeconds);
      expect(sections.map((section) => section.startSeconds)).toEqual(
        [0, ...ends.slice(0, -1)].map((end) => expect.closeTo(end, 6)),
      );
      expect(ends.at(-1)).toBeCloseTo(durationSeconds, 6);
    }
  });

  it('gives a song a verse, a chorus, a bridge and an end', () => {
    const kinds = new Set(
      planMusic({ prompt: 'pop', durationSeconds: 150 }).sections.map(({ kind }) => kind),
    );
    expect([...kinds].sort()).toEqual(['bridge', 'chorus', 'intro', 'outro', 'verse']);
  });

  it('keeps an asked tempo and repeats itself for equal requests only', () => {
    const request = { prompt: 'house 123 bpm', seed: 5 };
    expect(planMusic(request).bpm).toBe(123);
    expect(planMusic(request)).toEqual(planMusic(request));
    expect(planMusic({ ...request, seed: 6 })).not.toEqual(planMusic(request));
  });

  it('puts beats on the cuts of a video, starts sections there and names the piece after it', () => {
    const cuts = [3.1, 6.45, 9.8, 14.2, 17.9, 23.3, 27.05, 33.6];
    const plan = planMusic({
      prompt: '',
      video: { durationSeconds: 40, cuts, name: 'holiday_in_rome-2024.mp4' },
    });
    const steps = Array.from({ length: 600 }, (_, step) => timeOfStep(plan.tempoMap, plan.bpm, step));
    const misses = cuts.map((cut) => Math.min(...steps.map((time) => Math.abs(time - cut))));
    expect(misses.filter((miss) => miss < 0.02).length).toBeGreaterThanOrEqual(7);
    const starts = plan.sections.slice(1).map(({ startSeconds }) => startSeconds);
    expect(starts.some((start) => cuts.some((cut) => Math.abs(cut - start) < 0.02))).toBe(true);
    expect(plan.title).toBe('Holiday in Rome');
    expect(plan.durationSeconds).toBe(40);
  });

  it('titles a piece after what its prompt is about', () => {
    expect(planMusic({ prompt: 'a sad song about autumn leaves' }).title).toBe('Autumn Leaves');
    expect(planMusic({ prompt: '' }).title).toMatch(/\S/);
  });

  it.each([0, 0.5, 361, Number.NaN])('refuses a length of %s seconds', (durationSeconds) => {
    expect(() => planMusic({ prompt: 'pop', durationSeconds })).toThrow(MusicPlanInvalid);
  });
});
