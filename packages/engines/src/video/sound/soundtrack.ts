import { planMusic, SongRenderer } from '../../music/index.js';
import type { PromptCues } from '../prompt-cues.js';
import type { Ambience } from '../prompt-words.js';
import { wordsToSay } from '../prompt-words.js';
import type { AudioType } from '../video-request.js';
import { ambience } from './ambience.js';
import {
  addTo,
  fadeEnds,
  normalise,
  peakOf,
  SAMPLE_RATE,
  silence,
  type StereoSound,
} from './stereo-sound.js';
import { speak } from './voice.js';
import { whoosh } from './whoosh.js';

/** What is to be heard. */
export type SoundtrackPlan = {
  seconds: number;
  prompt: string;
  cues: PromptCues;
  /** Moments in seconds that get an accent. */
  accents: number[];
  /** What the first picture sounds like, for a prompt that says nothing about it. */
  setting: Ambience;
  seed: number;
  audio: boolean;
  audioType: AudioType;
  voiceId: string;
  bgm: boolean;
};

const LOUDEST = 0.85;
const WHOOSH_SECONDS = 1.1;
/** Fixed differences keep the voices of one seed independent of each other. */
const SEEDS = { ambience: 101, whoosh: 211, voice: 307, music: 401 };

/** Mixes the sound of a video; undefined when it is to be silent. */
export function soundtrack(plan: SoundtrackPlan): StereoSound | undefined {
  if (!plan.audio && !plan.bgm) return undefined;
  const mix = silence(plan.seconds);
  if (plan.audio && plan.audioType !== 'speech_only') addEffects(mix, plan);
  if (plan.audio) addVoice(mix, plan);
  if (plan.bgm) {
    addTo(mix, backgroundMusic(plan), plan.audio ? 0.6 : 1);
  }
  fadeEnds(mix, 0.05, Math.min(0.6, plan.seconds * 0.15));
  return peakOf(mix) > LOUDEST ? normalise(mix, LOUDEST) : mix;
}

/** There is no voice unless the prompt or the type of the sound asks for one. */
function addVoice(mix: StereoSound, { prompt, audioType, voiceId, seconds, seed }: SoundtrackPlan): void {
  if (audioType === 'sound_effect_only') return;
  const asked = audioType === 'speech_only' ? { text: prompt, isQuoted: false } : undefined;
  const words = wordsToSay(prompt) ?? asked;
  if (words) addTo(mix, speak(words, voiceId, seconds, seed + SEEDS.voice), 0.8);
}

function addEffects(mix: StereoSound, { cues, setting, seconds, accents, seed }: SoundtrackPlan): void {
  const kinds = cues.ambiences.length > 0 ? cues.ambiences : [setting];
  for (const [i, kind] of kinds.entries()) {
    addTo(mix, ambience(kind, seconds, seed + SEEDS.ambience + i), 0.7 / kinds.length);
  }
  // Many changes get short accents: they must not run into each other.
  const length = Math.min(WHOOSH_SECONDS, (0.7 * seconds) / (accents.length + 1));
  for (const [i, moment] of accents.entries()) {
    addTo(mix, whoosh(length, seed + SEEDS.whoosh + i), 0.5, Math.max(0, moment - length / 2));
  }
}

/** A piece that fits the prompt's words, exactly as long as the video, with its changes on the accents. */
function backgroundMusic({ prompt, seconds, accents, seed }: SoundtrackPlan): StereoSound {
  const video = { durationSeconds: seconds, cuts: accents };
  const renderer = new SongRenderer(planMusic({ prompt, seed: seed + SEEDS.music, video }), SAMPLE_RATE);
  const { left, right } = renderer.read(renderer.length);
  const sound = new Float32Array(left.length * 2);
  for (let i = 0; i < left.length; i++) {
    sound[i * 2] = left[i]!;
    sound[i * 2 + 1] = right[i]!;
  }
  return sound;
}
