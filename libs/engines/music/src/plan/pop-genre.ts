import type { Metre } from './musical-terms.js';
import type { Genre } from './genre.js';

const FOUR: Metre = { beats: 4, unit: 4 };
export const MINOR_LOOPS = [
  [0, 5, 2, 6],
  [0, 3, 5, 6],
  [0, 6, 5, 6],
  [0, 2, 3, 5],
];
const MAJOR_LOOPS = [
  [0, 4, 5, 3],
  [0, 5, 3, 4],
  [3, 0, 4, 5],
  [0, 3, 1, 4],
];
const MAJOR_HOOKS = [
  [3, 4, 5, 4],
  [0, 4, 5, 3],
  [5, 3, 0, 4],
];
export const MINOR_HOOKS = [
  [5, 6, 0, 0],
  [5, 2, 6, 0],
  [3, 5, 0, 6],
];

/** A plain pop band: every other genre says where it differs. */
export const POP: Genre = {
  label: 'pop',
  bpm: [96, 124],
  metre: FOUR,
  swing: 0,
  swingUnit: 'eighth',
  modes: ['major', 'major', 'minor'],
  chordSize: 3,
  barsPerChord: 1,
  verse: MAJOR_LOOPS,
  chorus: MAJOR_HOOKS,
  lead: ['synthLead', 'electricGuitar'],
  chords: ['piano', 'electricPiano'],
  color: ['pluck', 'acousticGuitar'],
  bass: ['bassGuitar', 'synthBass'],
  drums: 'acoustic',
  chordPattern: 'pulse',
  colorPattern: 'arpeggio',
  bassPattern: 'eighths',
  drumPattern: 'rock',
  melody: 0.6,
  reverb: 0.22,
  delay: 0.12,
  ducking: 0,
  texture: 'none',
  looseness: 4,
};
