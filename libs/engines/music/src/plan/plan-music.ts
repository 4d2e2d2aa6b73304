import { MusicPlanInvalid } from '../music.errors.js';
import type { VoiceName } from '../synth/voices.js';
import { between, hashText, pick, type Random, randomStream } from '../seeded-random.js';
import { KEY_NAMES, type Metre, type ModeName } from './musical-terms.js';
import {
  bendToCuts,
  fitTempo,
  splitIntoBars,
  stepSeconds,
  stepsPerBar,
  type TempoAnchor,
  timeOfStep,
} from './beat-grid.js';
import { chooseBand, instrumentNames } from './band.js';
import type { Genre } from './genre.js';
import { type GenreName, GENRES } from './genres.js';
import type { MusicPlan, MusicRequest, MusicSection } from './music-plan.js';
import { type PromptWishes, readPrompt } from './prompt-reader.js';
import { songForm } from './song-form.js';
import { makeTitle, wordsOf } from './title.js';
import type { MoodName } from './vocabulary.js';

const MIN_SECONDS = 1;
const MAX_SECONDS = 360;
const DEFAULT_SECONDS = 60;
/** Two picture changes closer than this are one to the ear. */
const CUT_GAP_SECONDS = 0.25;

/** What a mood asks for where the words do not: genres, the side of the modes, and a move of the tempo within the genre's range. */
const MOODS: Record<MoodName, { genres: readonly GenreName[]; isDark?: boolean; tempo?: number }> = {
  happy: { genres: ['pop', 'folk', 'funk'], isDark: false, tempo: 0.3 },
  sad: { genres: ['classical', 'cinematic', 'lofi'], isDark: true, tempo: -0.6 },
  dark: { genres: ['cinematic', 'techno', 'ambient'], isDark: true },
  calm: { genres: ['ambient', 'classical', 'lofi'], isDark: false, tempo: -0.7 },
  energetic: { genres: ['rock', 'house', 'drumAndBass', 'techno'], tempo: 0.6 },
  romantic: { genres: ['classical', 'jazz', 'waltz', 'bossa'], isDark: false, tempo: -0.3 },
  mysterious: { genres: ['ambient', 'cinematic', 'synthwave'], isDark: true },
  tense: { genres: ['cinematic', 'drumAndBass', 'techno'], isDark: true, tempo: 0.4 },
  heroic: { genres: ['cinematic', 'rock'], isDark: true },
  dreamy: { genres: ['ambient', 'synthwave', 'lofi'], tempo: -0.4 },
  playful: { genres: ['folk', 'funk', 'waltz'], isDark: false },
  nostalgic: { genres: ['lofi', 'synthwave', 'jazz'] },
  neutral: { genres: ['pop', 'lofi', 'house', 'folk', 'synthwave', 'funk'] },
};
const INSTRUMENT_GENRES: readonly { voices: readonly VoiceName[]; genres: readonly GenreName[] }[] = [
  {
    voices: ['piano', 'violin', 'cello', 'clarinet', 'harp', 'organ', 'glockenspiel'],
    genres: ['classical', 'waltz', 'cinematic'],
  },
  {
    voices: ['acousticGuitar', 'nylonGuitar', 'ukulele', 'banjo', 'accordion', 'flute'],
    genres: ['folk', 'bossa'],
  },
  { voices: ['strings', 'brass', 'choir'], genres: ['cinematic', 'classical'] },
  {
    voices: ['saxophone', 'trumpet', 'vibraphone', 'uprightBass', 'electricPiano'],
    genres: ['jazz', 'lofi', 'blues'],
  },
  { voices: ['distortedGuitar', 'electricGuitar'], genres: ['rock', 'metal', 'blues'] },
  {
    voices: ['synthLead', 'pluck', 'synthPad', 'superSaw', 'acidBass'],
    genres: ['synthwave', 'house', 'trance', 'techno'],
  },
];

/**
 * Decides a whole piece from a prompt: pure, quick (about a millisecond) and equal for equal requests.
 * A length or tempo written in the prompt is kept; for a video the piece has the video's length and its beats and
 * sections are fitted to the cuts.
 * @throws MusicPlanInvalid when a length lies outside 1–360 seconds or the seed is not an integer.
 */
export function planMusic(request: MusicRequest): MusicPlan {
  const seed = request.seed ?? 0;
  if (!Number.isSafeInteger(seed)) throw new MusicPlanInvalid('seed must be an integer');
  const wishes = wishesOf(request);
  const durationSeconds = lengthOf(request, wishes);
  const random = randomStream(hashText(request.prompt) ^ seed, 'plan');
  const mood = wishes.moods[0] ?? 'neutral';
  const genreName = wishes.genre ?? pick(random, genresFor(wishes, mood));
  const genre = GENRES[genreName];
  const metre = wishes.metre ?? genre.metre;
  const mode = wishes.mode ?? modeFor(random, genre, mood);
  const key = wishes.key ?? pick(random, KEY_NAMES);
  const cuts = usableCuts(request.video?.cuts ?? [], durationSeconds);
  const timing = layOut(random, { wishes, genre, mood, metre, cuts, durationSeconds });
  const band = chooseBand(random, genre, wishes);
  const instruments = instrumentNames(band);
  const title = makeTitle(randomStream(seed, request.prompt), request.prompt, mood, request.video?.name);
  const tags = [
    ...new Set([
      genre.label,
      ...wishes.moods.slice(0, 2),
      ...instruments.slice(0, 3),
      `${Math.round(timing.bpm)} BPM`,
      `${key} ${mode}`,
    ]),
  ];
  return {
    prompt: request.prompt,
    seed,
    durationSeconds,
    title,
    tags,
    genre: genreName,
    mood,
    key,
    mode,
    metre,
    instruments,
    cuts,
    band,
    ...timing,
  };
}

/** A prompt that names acoustic instruments and no style should not end in a club. */
function genresFor(wishes: PromptWishes, mood: MoodName): readonly GenreName[] {
  const first = wishes.instruments[0];
  const wanted = first && INSTRUMENT_GENRES.find(({ voices }) => voices.includes(first))?.genres;
  if (!wanted) return MOODS[mood].genres;
  const shared = MOODS[mood].genres.filter((genre) => wanted.includes(genre));
  return shared.length > 0 ? shared : wanted;
}

/**
 * How long the piece of `planMusic` is, in seconds.
 * @throws MusicPlanInvalid as `planMusic`.
 */
export function musicSeconds(request: MusicRequest): number {
  return lengthOf(request, wishesOf(request));
}

function wishesOf({ prompt, video }: MusicRequest): PromptWishes {
  return readPrompt(`${prompt} ${wordsOf(video?.name)}`.trim());
}

function lengthOf(request: MusicRequest, wishes: PromptWishes): number {
  const seconds =
    request.video?.durationSeconds ?? request.durationSeconds ?? wishes.durationSeconds ?? DEFAULT_SECONDS;
  if (!(seconds >= MIN_SECONDS && seconds <= MAX_SECONDS)) {
    throw new MusicPlanInvalid(`A piece lasts ${MIN_SECONDS}–${MAX_SECONDS} seconds`);
  }
  return seconds;
}

function modeFor(random: Random, genre: Genre, mood: MoodName): ModeName {
  const { isDark } = MOODS[mood];
  const fits = (name: ModeName): boolean => ['minor', 'dorian', 'phrygian'].includes(name) === isDark;
  if (isDark !== undefined) return genre.modes.find(fits) ?? (isDark ? 'minor' : 'major');
  return pick(random, genre.modes);
}

function usableCuts(cuts: readonly number[], durationSeconds: number): number[] {
  const sorted = [...cuts]
    .filter((cut) => cut >= CUT_GAP_SECONDS && cut <= durationSeconds - CUT_GAP_SECONDS)
    .sort((a, b) => a - b);
  const kept: number[] = [];
  for (const cut of sorted) if (cut - (kept.at(-1) ?? 0) >= CUT_GAP_SECONDS) kept.push(cut);
  return kept;
}

type Layout = {
  wishes: PromptWishes;
  genre: Genre;
  mood: MoodName;
  metre: Metre;
  cuts: number[];
  durationSeconds: number;
};
type Timing = { bpm: number; tempoMap: TempoAnchor[]; sections: MusicSection[] };

function layOut(random: Random, layout: Layout): Timing {
  const { wishes, genre, metre, cuts, durationSeconds } = layout;
  const [low, high] = genre.bpm;
  const shift = Math.max(-1.2, Math.min(1.2, wishes.tempoShift + (MOODS[layout.mood].tempo ?? 0)));
  const drawn =
    (low + high) / 2 +
    ((high - low) / 2) * (shift === 0 ? between(random, -0.8, 0.8) : shift + between(random, -0.2, 0.2));
  const bar = stepsPerBar(metre);
  let bpm = wishes.bpm ?? Math.round(drawn);
  if (wishes.bpm === undefined && cuts.length > 0) bpm = fitTempo(cuts, low * 0.9, high * 1.1, bpm);
  else if (wishes.bpm === undefined) bpm = wholeBars(bpm, bar, durationSeconds);
  const tempoMap = bendToCuts(cuts, bpm, metre);
  const totalSteps = stepAt(tempoMap, bpm, durationSeconds);
  const phraseBars = (genre.verse[0]?.length ?? 4) * genre.barsPerChord;
  const ends = sectionEnds(totalSteps, bar, phraseBars, tempoMap);
  return { bpm, tempoMap, sections: placeSections(ends, bar, tempoMap, bpm, durationSeconds) };
}

/** Bends a free tempo by up to 6 % so that the piece is a whole number of bars. */
function wholeBars(bpm: number, barSteps: number, durationSeconds: number): number {
  const bars = Math.max(1, Math.round(durationSeconds / (barSteps * stepSeconds(bpm))));
  const exact = (bars * barSteps * stepSeconds(1)) / durationSeconds;
  return Math.abs(exact / bpm - 1) <= 0.06 ? exact : bpm;
}

function stepAt(map: readonly TempoAnchor[], bpm: number, seconds: number): number {
  const last = map.at(-1) ?? { step: 0, seconds: 0 };
  return Math.max(1, Math.round(last.step + (seconds - last.seconds) / stepSeconds(bpm)));
}

type SectionEnd = { kind: MusicSection['kind']; step: number };

/** Places the form's boundaries on bars and moves each to the nearest cut within half a section. */
function sectionEnds(
  totalSteps: number,
  barSteps: number,
  phraseBars: number,
  map: readonly TempoAnchor[],
): SectionEnd[] {
  const parts = songForm(Math.max(1, Math.round(totalSteps / barSteps)), phraseBars);
  const ends: SectionEnd[] = [];
  let ideal = 0;
  for (const [index, part] of parts.entries()) {
    ideal += part.bars * barSteps;
    const reach = (part.bars * barSteps) / 2;
    const near = map.slice(1).filter(({ step }) => Math.abs(step - ideal) <= reach);
    const nearest = near.sort((a, b) => Math.abs(a.step - ideal) - Math.abs(b.step - ideal))[0];
    const step = index === parts.length - 1 ? totalSteps : (nearest?.step ?? ideal);
    if (step - (ends.at(-1)?.step ?? 0) >= Math.min(barSteps, totalSteps))
      ends.push({ kind: part.kind, step });
  }
  const last = ends.at(-1);
  if (last) last.step = totalSteps;
  return ends;
}

function placeSections(
  ends: SectionEnd[],
  barSteps: number,
  map: readonly TempoAnchor[],
  bpm: number,
  durationSeconds: number,
): MusicSection[] {
  let from = 0;
  return ends.map(({ kind, step }, index) => {
    const startSeconds = timeOfStep(map, bpm, from);
    const endSeconds = index === ends.length - 1 ? durationSeconds : timeOfStep(map, bpm, step);
    const section = {
      kind,
      startSeconds,
      durationSeconds: endSeconds - startSeconds,
      barSteps: splitIntoBars(step - from, barSteps),
    };
    from = step;
    return section;
  });
}
