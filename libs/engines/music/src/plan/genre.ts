import type { Metre, ModeName } from './musical-terms.js';
import type { KitName, VoiceName } from './voice-names.js';

export type ChordPattern =
  | 'sustain'
  | 'pulse'
  | 'stab'
  | 'comp'
  | 'strum'
  | 'arpeggio'
  | 'broken'
  | 'oompah'
  | 'ballad'
  | 'skank'
  | 'power'
  | 'ostinato'
  | 'charleston';
export type BassPattern =
  | 'long'
  | 'rootFifth'
  | 'eighths'
  | 'offbeat'
  | 'octaves'
  | 'walking'
  | 'rolling'
  | 'boom'
  | 'tresillo'
  | 'pedal'
  | 'downbeat'
  | 'riddim';
export type DrumPattern =
  | 'fourFloor'
  | 'housey'
  | 'rock'
  | 'double'
  | 'swing'
  | 'boomBap'
  | 'trapHats'
  | 'waltz'
  | 'epic'
  | 'breaks'
  | 'bossa'
  | 'oneDrop'
  | 'train'
  | 'halfTime'
  | 'disco';

/** The habits of a genre. Progressions count scale degrees from 0. */
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
  verse: readonly (readonly number[])[];
  chorus: readonly (readonly number[])[];
  lead: readonly VoiceName[];
  chords: readonly VoiceName[];
  color: readonly (VoiceName | 'none')[];
  bass: readonly (VoiceName | 'none')[];
  drums: KitName | 'none';
  chordPattern: ChordPattern;
  colorPattern: ChordPattern;
  bassPattern: BassPattern;
  drumPattern: DrumPattern | 'none';
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
