import type { BassLine } from '../score/bass-lines.js';
import type { ChordPattern } from '../score/chord-patterns.js';
import type { DrumPattern, KitName } from '../score/drum-patterns.js';
import type { VoiceName } from '../synth/voices.js';
import type { Metre, ModeName } from './musical-terms.js';

export type BassPattern = 'long' | 'rootFifth' | 'walking' | 'downbeat' | BassLine;

export type Genre = {
  label: string;
  /** Slowest and fastest usual tempo, quarter notes per minute. */
  bpm: readonly [number, number];
  metre: Metre;
  /** Delay of every second swung step as a part of that step, 0–0.34; `eighth` swings jazz-like, `sixteenth` hip-hop-like. */
  swing: number;
  swingUnit: 'eighth' | 'sixteenth';
  modes: readonly ModeName[];
  /** Notes of a chord: 3 triad, 4 seventh, 5 ninth. */
  chordSize: 3 | 4 | 5;
  barsPerChord: 1 | 2;
  /** Progressions: a digit for each chord, its degree of the scale counted from 0. */
  verse: readonly string[];
  chorus: readonly string[];
  lead: readonly (VoiceName | 'none')[];
  chords: readonly (VoiceName | 'none')[];
  color: readonly (VoiceName | 'none')[];
  bass: readonly (VoiceName | 'none')[];
  drums: KitName | 'none';
  patterns: { chords: ChordPattern; color: ChordPattern; bass: BassPattern; drums: DrumPattern | 'none' };
  /** Melody notes: 0 hardly any, 1 busy. */
  melody: number;
  reverb: number;
  delay: number;
  /** Depth by which the kick pushes chords and bass down, 0–1. */
  ducking: number;
  texture: 'none' | 'crackle' | 'wind';
  /** Random lateness of played notes in milliseconds; machines have none. */
  looseness: number;
};
