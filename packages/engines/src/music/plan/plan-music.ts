import { MusicPlanInvalid } from '../music.errors.js';
import type { VoiceName } from '../synth/voices.js';
import { hashText, pick, type Random, randomStream } from '../seeded-random.js';
import { KEY_NAMES, type ModeName } from './musical-terms.js';
import { chooseBand, instrumentNames } from './band.js';
import type { Genre } from './genre.js';
import { type GenreName, GENRES } from './genres.js';
import { layOut } from './lay-out.js';
import { GENRE_MOODS, MOODS } from './moods.js';
import type { MusicPlan, MusicRequest } from './music-plan.js';
import { withPictures } from './picture-wishes.js';
import { type PromptWishes, readPrompt, readWanted } from './prompt-reader.js';
import { makeTitle, wordsOf } from './title.js';
import type { MoodName } from './words/mood-words.js';

const MIN_SECONDS = 1;
const MAX_SECONDS = 360;
const DEFAULT_SECONDS = 60;
/** Two picture changes closer than this are one to the ear. */
const CUT_GAP_SECONDS = 0.25;

const INSTRUMENT_GENRES: readonly { voices: readonly VoiceName[]; genres: readonly GenreName[] }[] = [
  {
    voices: ['piano', 'violin', 'cello', 'clarinet', 'harp', 'organ', 'glockenspiel'],
    genres: ['classical', 'waltz', 'cinematic'],
  },
  {
    voices: ['acousticGuitar', 'nylonGuitar', 'ukulele', 'banjo', 'accordion', 'flute'],
    genres: ['folk', 'bossa'],
  },
  { voices: ['choir'], genres: ['choir'] },
  { voices: ['strings', 'brass'], genres: ['cinematic', 'classical'] },
  { voices: ['sitar'], genres: ['bollywood'] },
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
  const read = wishesOf(request);
  const durationSeconds = lengthOf(request, read);
  const cuts = usableCuts(request.video?.cuts ?? [], durationSeconds);
  const pictures = request.video?.pictures;
  const wishes = pictures ? withPictures(read, pictures, cuts.length, durationSeconds) : read;
  const random = randomStream(hashText(request.prompt) ^ seed, 'plan');
  const mood = wishes.moods[0] ?? 'neutral';
  const genreName = genreFor(random, wishes, mood);
  const genre = GENRES[genreName];
  const metre = wishes.metre ?? genre.metre;
  const mode = wishes.mode ?? modeFor(random, genre, wishes);
  const key = wishes.key ?? pick(random, KEY_NAMES);
  const timing = layOut(random, { wishes, genre, metre, cuts, durationSeconds });
  const band = chooseBand(random, genre, wishes);
  const instruments = instrumentNames(band);
  const title = makeTitle(
    randomStream(seed, request.prompt),
    request.prompt,
    readWanted(request.prompt),
    mood === 'neutral' ? (GENRE_MOODS[genreName] ?? mood) : mood,
    request.video?.name,
  );
  const tags = [
    ...new Set([
      genre.label,
      ...wishes.moods.filter((name) => name !== 'neutral').slice(0, 2),
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
    silences: wishes.silences,
    ...timing,
  };
}

/** Genres that slow and tender words turn into others. */
const TENDER: Partial<Record<GenreName, GenreName>> = {
  pop: 'ballad',
  rock: 'rockBallad',
  cinematic: 'filmScore',
};
const TENDER_MOODS: readonly MoodName[] = ['sad', 'romantic', 'calm', 'nostalgic'];

function genreFor(random: Random, wishes: PromptWishes, mood: MoodName): GenreName {
  const drawn = pick(random, genresFor(wishes, mood));
  const named = wishes.genre ?? drawn;
  const isTender =
    wishes.tempoShift < 0 || (TENDER_MOODS.includes(mood) && wishes.genre !== undefined && named !== 'rock');
  const isFree = wishes.bpm === undefined && wishes.wantsDrums === undefined;
  return (isTender && isFree && TENDER[named]) || named;
}

/** A prompt that names acoustic instruments and no style should not end in a club. */
function genresFor(wishes: PromptWishes, mood: MoodName): readonly GenreName[] {
  if (wishes.isSolo && wishes.instruments.length === 0) return ['percussion'];
  const usual = wantedOf(wishes.genreChoices ?? MOODS[mood].genres, wishes);
  const first = wishes.instruments[0];
  const fitting = first && INSTRUMENT_GENRES.find(({ voices }) => voices.includes(first))?.genres;
  if (!fitting) return usual;
  if (wishes.isSolo) return fitting.slice(0, 1);
  const shared = usual.filter((genre) => fitting.includes(genre));
  return shared.length > 0 ? shared : wantedOf(fitting, wishes);
}

function wantedOf(genres: readonly GenreName[], { unwantedGenres }: PromptWishes): readonly GenreName[] {
  const wanted = genres.filter((genre) => !unwantedGenres.has(genre));
  return wanted.length > 0
    ? wanted
    : (Object.keys(GENRES) as GenreName[]).filter((name) => !unwantedGenres.has(name));
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

/** From here on the moods' words are on one side; between, modes of neither side fit. */
const CLEAR_LIGHT = 0.3;
const DARK_MODES: readonly ModeName[] = ['minor', 'dorian', 'phrygian', 'harmonicMinor', 'phrygianDominant'];

/** These live by their scale, whatever the mood. */
const ONE_SIDED: readonly Genre[] = [GENRES.horror, GENRES.suspense, GENRES.flamenco, GENRES.tango];

function modeFor(random: Random, genre: Genre, { light, moods }: PromptWishes): ModeName {
  const drawn = pick(random, genre.modes);
  if (Math.abs(light) >= CLEAR_LIGHT) {
    const isDark = light < 0;
    if (DARK_MODES.includes(drawn) === isDark) return drawn;
    const fitting = genre.modes.find((name) => DARK_MODES.includes(name) === isDark);
    return fitting ?? (ONE_SIDED.includes(genre) ? drawn : isDark ? 'minor' : 'major');
  }
  const isTorn =
    moods.some((mood) => MOODS[mood].light > 0.5) && moods.some((mood) => MOODS[mood].light < -0.5);
  return isTorn ? pick(random, ['dorian', 'mixolydian']) : drawn;
}

function usableCuts(cuts: readonly number[], durationSeconds: number): number[] {
  const sorted = [...cuts]
    .filter((cut) => cut >= CUT_GAP_SECONDS && cut <= durationSeconds - CUT_GAP_SECONDS)
    .sort((a, b) => a - b);
  const kept: number[] = [];
  for (const cut of sorted) if (cut - (kept.at(-1) ?? 0) >= CUT_GAP_SECONDS) kept.push(cut);
  return kept;
}
