import { DRUM_VOICES } from './drum-voices.js';
import { HELD_VOICES } from './held-voices.js';
import type { Voice } from './note.js';
import { STRUCK_VOICES } from './struck-voices.js';
import { STYLE_DRUMS, STYLE_VOICES } from './style-voices.js';

export type VoiceName = keyof typeof STRUCK_VOICES | keyof typeof HELD_VOICES | keyof typeof STYLE_VOICES;
export type DrumName = keyof typeof DRUM_VOICES | keyof typeof STYLE_DRUMS;

export const VOICES: Record<VoiceName | DrumName, Voice> = {
  ...STRUCK_VOICES,
  ...HELD_VOICES,
  ...STYLE_VOICES,
  ...DRUM_VOICES,
  ...STYLE_DRUMS,
};
