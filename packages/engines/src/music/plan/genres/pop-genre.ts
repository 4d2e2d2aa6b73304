import type { Genre } from '../genre.js';

export const MINOR_LOOPS = ['0526', '0356', '0656', '0235'];
export const MINOR_HOOKS = ['5600', '5260', '3506'];

/** A plain pop band: every other genre says where it differs. */
export const POP: Genre = {
  label: 'pop',
  bpm: [96, 124],
  metre: { beats: 4, unit: 4 },
  swing: 0,
  swingUnit: 'eighth',
  modes: ['major', 'major', 'minor'],
  chordSize: 3,
  barsPerChord: 1,
  verse: ['0453', '0534', '3045', '0314'],
  chorus: ['3454', '0453', '5304'],
  lead: ['synthLead', 'electricGuitar'],
  chords: ['piano', 'electricPiano'],
  color: ['pluck', 'acousticGuitar'],
  bass: ['bassGuitar', 'synthBass'],
  drums: 'acoustic',
  patterns: { chords: 'pulse', color: 'arpeggio', bass: 'eighths', drums: 'rock' },
  melody: 0.6,
  reverb: 0.22,
  delay: 0.12,
  ducking: 0,
  texture: 'none',
  looseness: 4,
};
