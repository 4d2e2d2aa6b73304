import type { DrumName, VoiceName } from '../synth/voices.js';

export type TrackName = 'lead' | 'chords' | 'color' | 'bass' | 'drums' | 'accent' | 'texture';

/** One sound to come, placed in seconds. */
export type ScoreNote = {
  at: number;
  seconds: number;
  voice: VoiceName | DrumName;
  midi: number;
  velocity: number;
  /** Linear loudness given by the form; unlike the velocity it does not change the sound. */
  gain: number;
  track: TrackName;
  /** −1 left – 1 right, added to the track's place. */
  pan: number;
  /** Which of a few takes of the same sound is played. */
  take: number;
};

/** A piece ready to be played, notes ascending by time. */
export type Score = {
  notes: ScoreNote[];
  /** Times of the bass drum, for ducking. */
  kicks: number[];
  /** Treble in decibels from these times on, ascending. */
  tones: { at: number; decibels: number }[];
  /** Time of the last chord, which rings out. */
  lastChordAt: number;
};
