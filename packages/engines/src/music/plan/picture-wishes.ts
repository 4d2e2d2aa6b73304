import type { GenreName } from './genres.js';
import type { PromptWishes } from './prompt-reader.js';
import type { MoodName } from './words/mood-words.js';

/** What a video's pictures are like: shares of 1, `warmth` −1 blue to 1 orange, `motion` the median change of light. */
export type Pictures = { brightness: number; saturation: number; warmth: number; motion: number };

type Scene = { moods: MoodName[]; genres: readonly GenreName[] };
/** From still to wild. */
const DARK: readonly Scene[] = [
  { moods: ['dark', 'calm'], genres: ['ambient', 'cinematic', 'drone'] },
  { moods: ['mysterious'], genres: ['cinematic', 'ambient', 'synthwave'] },
  { moods: ['tense', 'energetic'], genres: ['drumAndBass', 'suspense', 'techno', 'cinematic'] },
];
const MIDDLING: readonly Scene[] = [
  { moods: ['calm'], genres: ['classical', 'lofi', 'ambient'] },
  { moods: ['neutral'], genres: ['pop', 'folk', 'lofi', 'house'] },
  { moods: ['energetic'], genres: ['rock', 'edm', 'funk', 'house'] },
];
const BRIGHT: readonly Scene[] = [
  { moods: ['calm', 'happy'], genres: ['folk', 'bossa', 'classical'] },
  { moods: ['happy'], genres: ['pop', 'folk', 'funk'] },
  { moods: ['energetic', 'happy'], genres: ['pop', 'edm', 'kpop', 'funk'] },
];
const CLEAR = 0.4;
/** Motion of a camera on a stand and of a sports scene; the usual pace of cuts. */
const STILL = 0.004;
const WILD = 0.04;
const CUTS_PER_MINUTE = 14;

/** What the pictures suggest where the words say nothing: mood, genre, tempo and the light or dark side of the modes. */
export function withPictures(
  wishes: PromptWishes,
  pictures: Pictures,
  cuts: number,
  seconds: number,
): PromptWishes {
  const light = lightOf(pictures);
  const energy = energyOf(pictures, (60 * cuts) / seconds);
  const hasTempo = wishes.tempoShift !== 0 || wishes.moods.length > 0;
  const pace = hasTempo ? wishes.pace : energy;
  if (wishes.moods.length > 0) return { ...wishes, pace };
  const row = light < -CLEAR ? DARK : light > CLEAR ? BRIGHT : MIDDLING;
  const scene = row[energy < -CLEAR ? 0 : energy > CLEAR ? 2 : 1]!;
  return {
    ...wishes,
    moods: scene.moods,
    genreChoices: scene.genres,
    pace,
    light: Math.abs(light) > CLEAR ? Math.sign(light) : light,
  };
}

/** −1 night – 1 a sunny day; the middle is that of thirty photographs. */
function lightOf({ brightness, saturation, warmth }: Pictures): number {
  return clamp((brightness - 0.46) / 0.28 + 0.5 * (saturation - 0.2) + 0.6 * (warmth - 0.1));
}

/** −1 a still picture without cuts – 1 wild motion and quick cuts. */
function energyOf({ motion }: Pictures, cutsPerMinute: number): number {
  const middle = Math.log(STILL * WILD) / 2;
  const moved = (Math.log(Math.max(motion, 0.0005)) - middle) / (Math.log(WILD) - middle);
  const cut = Math.max(-0.5, clamp((cutsPerMinute - CUTS_PER_MINUTE) / CUTS_PER_MINUTE));
  return clamp(0.8 * clamp(moved) + 0.6 * cut);
}

function clamp(value: number): number {
  return Math.max(-1, Math.min(1, value));
}
