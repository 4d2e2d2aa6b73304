import type { KitName } from '../score/drum-patterns.js';
import type { VoiceName } from '../synth/voices.js';
import type { TempoAnchor } from './beat-grid.js';
import type { GenreName } from './genres.js';
import type { KeyName, Metre, ModeName, SectionKind } from './musical-terms.js';
import type { Pictures } from './picture-wishes.js';
import type { Silence } from './sounds.js';
import type { MoodName } from './words/mood-words.js';

/** One part of the form. Sections follow each other without a gap and cover the whole piece. */
export type MusicSection = {
  kind: SectionKind;
  startSeconds: number;
  durationSeconds: number;
  /** Length of each bar in sixteenth notes; a bar before a cut may be shorter or longer than the metre. */
  barSteps: number[];
};

/** Which voice plays which role; an absent role is silent. */
export type Band = {
  lead?: VoiceName;
  chords?: VoiceName;
  color?: VoiceName;
  bass?: VoiceName;
  drums?: KitName;
};

/** Everything that decides a piece. Plain data: equal plans render to equal samples. */
export type MusicPlan = {
  prompt: string;
  /** The caller's number, 0 when none was given. */
  seed: number;
  /** 1–360 seconds. */
  durationSeconds: number;
  /** 1–6 words, never empty. */
  title: string;
  /** Short labels for display: genre, mood, instruments, tempo, key. */
  tags: string[];
  genre: GenreName;
  mood: MoodName;
  /** Quarter notes per minute, 40–220. Between the cuts of a video it may drift by a few per cent. */
  bpm: number;
  key: KeyName;
  mode: ModeName;
  metre: Metre;
  /** Names of the instruments heard, for display. */
  instruments: string[];
  sections: MusicSection[];
  /** Cut times of the video in seconds, ascending, empty without a video. */
  cuts: number[];
  band: Band;
  /** What the prompt does not want to hear, whatever else would play it. */
  silences: Silence[];
  tempoMap: TempoAnchor[];
};

/** What a piece is asked to be. */
export type MusicRequest = {
  /** Free text; words of the documented vocabulary steer the piece, all others only vary it. */
  prompt: string;
  /** 1–360 seconds; read from the prompt when absent. Ignored when a video is given. */
  durationSeconds?: number;
  /** Any integer; 0 is a seed like any other and the default. */
  seed?: number;
  video?: {
    /** 1–360 seconds. */
    durationSeconds: number;
    /** Times of the picture changes in seconds; those outside the video are left out. */
    cuts: number[];
    /** What its pictures are like: they decide what the prompt is silent about. */
    pictures?: Pictures;
    /** File or display name; gives title words and, where the prompt is silent, mood words. */
    name?: string;
  };
};
