import type { MusicRequest } from './plan/music-plan.js';
import { planMusic } from './plan/plan-music.js';
import { composeScore } from './score/compose.js';
import { SongRenderer } from './song-renderer.js';

const RATE = 16_000;
const DRUMS = 'drums';
const GUITARS = ['acousticGuitar', 'nylonGuitar', 'electricGuitar', 'distortedGuitar'];
const KEYS = ['piano', 'electricPiano'];
const BASSES = [
  'bassGuitar',
  'uprightBass',
  'synthBass',
  'acidBass',
  'subBass',
  'wobbleBass',
  'hardBass',
  'chipBass',
];
const SEEDS = [1, 2, 3, 4];

/** Tracks and voices of a song's notes over several seeds. */
function heard(prompt: string, video?: MusicRequest['video']): Set<string> {
  const notes = SEEDS.flatMap(
    (seed) => composeScore(planMusic({ prompt, seed, durationSeconds: 60, video })).notes,
  );
  return new Set(notes.flatMap(({ track, voice }) => [track, voice]));
}

function render(prompt: string): Float32Array {
  const renderer = new SongRenderer(planMusic({ prompt, seed: 3, durationSeconds: 10 }), RATE);
  return renderer.read(renderer.length).left;
}

/** How much of the sound lies where cymbals are: its rises from sample to sample, twice taken, to the whole. */
function brightness(samples: Float32Array): number {
  let [high, all] = [0, 1e-9];
  for (let at = 2; at < samples.length; at++) {
    high += (samples[at]! - 2 * samples[at - 1]! + samples[at - 2]!) ** 2;
    all += samples[at]! ** 2;
  }
  return high / all;
}

describe('what a prompt rules out', () => {
  it.each([
    ['pop without piano', KEYS],
    ['pop sin piano', KEYS],
    ['piano-free pop', KEYS],
    ['rock without guitar', GUITARS],
    ['рок без гитары', GUITARS],
    ['metal, no guitars and no drums', [...GUITARS, DRUMS]],
    ['no drums or bass', [DRUMS, ...BASSES]],
    ['pop, no drums, bass or piano', [DRUMS, ...BASSES, ...KEYS]],
    ['rock without drums, bass and guitar', [DRUMS, ...BASSES, ...GUITARS]],
    ['house without drums and with strings', [DRUMS]],
    ['ドラムなしのロック', [DRUMS]],
    ['ピアノとドラムなしのポップ', [DRUMS, ...KEYS]],
    ['摇滚，没有鼓', [DRUMS]],
    ['流行，不要鼓和钢琴', [DRUMS, ...KEYS]],
    ['techno ohne Schlagzeug', [DRUMS]],
    ['schlagzeugfreier Rock', [DRUMS]],
    ['walzer, weder Geige noch Klavier', ['violin', ...KEYS]],
    ['pop sans batterie ni basse', [DRUMS, ...BASSES]],
    ['rock senza batteria', [DRUMS]],
    ['samba sem bateria', [DRUMS]],
    ['поп без ударных', [DRUMS]],
    ['cinematic, instrumental, no vocals', ['choir']],
    ['gospel instrumental', ['choir']],
    ['rock, drums off', [DRUMS]],
    ['drumless techno', [DRUMS]],
    ['everything but the drums, funk', [DRUMS]],
    ['tout sauf la batterie, rock', [DRUMS]],
    ['pop, do not use any loud drums', [DRUMS]],
    ['alles außer Schlagzeug, Funk', [DRUMS]],
    ['поп без баса', BASSES],
  ])('is silent in the score of "%s"', (prompt, silent) => {
    const sounds = heard(prompt);
    expect(silent.filter((name) => sounds.has(name))).toEqual([]);
    expect(sounds.size).toBeGreaterThan(2);
  });

  it('is silent on the cuts of a video, too', () => {
    const sounds = heard('calm, no piano, no bells', { durationSeconds: 20, cuts: [4, 9, 15] });
    expect([...KEYS, 'bells'].filter((name) => sounds.has(name))).toEqual([]);
  });

  it.each([
    ['house, no drums, soft piano', 'piano'],
    ['not only drums but also cello', 'cello'],
    ['no drums but electric guitar', 'electricGuitar'],
    ['rock not without drums', 'drums'],
    ['strings, no violin', 'strings'],
  ])('leaves the rest: "%s" has %s', (prompt, sound) => {
    expect(heard(prompt)).toContain(sound);
  });

  it.each([
    ['drums only', ['drums']],
    ['nur Schlagzeug', ['drums']],
    ['ドラムだけ', ['drums']],
    ['nothing but piano', ['chords', 'lead', 'piano']],
    ['solo cello', ['cello', 'lead']],
  ])('is all but what "%s" asks for', (prompt, tracks) => {
    const notes = SEEDS.flatMap((seed) => composeScore(planMusic({ prompt, seed })).notes);
    const sounds = new Set(
      notes.flatMap(({ track, voice }) => (track === 'drums' ? ['drums'] : [track, voice])),
    );
    expect([...sounds].sort()).toEqual(tracks);
  });

  it('is silent in the sound', () => {
    for (const style of ['drum and bass', 'techno with pads', 'lofi']) {
      const withDrums = brightness(render(`${style} with drums`));
      const without = brightness(render(`${style} without drums`));
      expect(withDrums).toBeGreaterThan(5 * without);
    }
  });
});
