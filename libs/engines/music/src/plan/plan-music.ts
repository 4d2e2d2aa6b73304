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
import { GENRE_MOODS, MOODS } from './moods.js';
import type { MusicPlan, MusicRequest, MusicSection } from './music-plan.js';
import { type PromptWishes, readPrompt, readWanted } from './prompt-reader.js';
import { songForm } from './song-form.js';
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
  const wishes = wishesOf(request);
  const durationSeconds = lengthOf(request, wishes);
  const random = randomStream(hashText(request.prompt) ^ seed, 'plan');
  const mood = wishes.moods[0] ?? 'neutral';
  const genreName = genreFor(random, wishes, mood);
  const genre = GENRES[genreName];
  const metre = wishes.metre ?? genre.metre;
  const mode = wishes.mode ?? modeFor(random, genre, wishes);
  const key = wishes.key ?? pick(random, KEY_NAMES);
  const cuts = usableCuts(request.video?.cuts ?? [], durationSeconds);
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
    silences: wishes.silences,
    ...timing,
  };
}

/** Genres that slow and tender words turn into others. */
const TENDER: Partial<Record<GenreName, GenreName>> = { pop: 'ballad', rock: 'rockBallad' };

function genreFor(random: Random, wishes: PromptWishes, mood: MoodName): GenreName {
  const drawn = pick(random, genresFor(wishes, mood));
  const named = wishes.genre ?? drawn;
  const isTender = wishes.tempoShift < 0 || (wishes.genre === 'pop' && ['sad', 'romantic'].includes(mood));
  const isFree = wishes.bpm === undefined && wishes.wantsDrums === undefined;
  return (isTender && isFree && TENDER[named]) || named;
}

/** A prompt that names acoustic instruments and no style should not end in a club. */
function genresFor(wishes: PromptWishes, mood: MoodName): readonly GenreName[] {
  if (wishes.isSolo && wishes.instruments.length === 0) return ['percussion'];
  const usual = wantedOf(MOODS[mood].genres, wishes);
  const first = wishes.instruments[0];
  const fitting = first && INSTRUMENT_GENRES.find(({ voices }) => voices.includes(first))?.genres;
  if (!fitting) return usual;
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

type Layout = {
  wishes: PromptWishes;
  genre: Genre;
  metre: Metre;
  cuts: number[];
  durationSeconds: number;
};
type Timing = { bpm: number; tempoMap: TempoAnchor[]; sections: MusicSection[] };

function layOut(random: Random, layout: Layout): Timing {
  const { wishes, genre, metre, cuts, durationSeconds } = layout;
  const [low, high] = genre.bpm;
  const bar = stepsPerBar(metre);
  let bpm = wishes.bpm ?? wishes.termBpm ?? Math.round(drawTempo(random, layout));
  const isFixed = wishes.bpm !== undefined;
  if (!isFixed && cuts.length > 0)
    bpm = fitTempo(cuts, Math.min(low, bpm) * 0.9, Math.max(high, bpm) * 1.1, bpm);
  else if (!isFixed) bpm = wholeBars(bpm, bar, durationSeconds);
  const tempoMap = bendToCuts(cuts, bpm, metre);
  const totalSteps = stepAt(tempoMap, bpm, durationSeconds);
  const phraseBars = (genre.verse[0]?.length ?? 4) * genre.barsPerChord;
  const ends = sectionEnds(totalSteps, bar, phraseBars, tempoMap);
  return { bpm, tempoMap, sections: placeSections(ends, bar, tempoMap, bpm, durationSeconds) };
}

/** A tempo of the genre, moved within its range by the moods and beyond it by words such as "slow". */
function drawTempo(random: Random, { genre, wishes }: Layout): number {
  const [low, high] = genre.bpm;
  const half = (high - low) / 2;
  const draw = between(random, -1, 1);
  const mood = moodShift(wishes);
  const asked = wishes.tempoShift;
  const inside = mood + (1 - Math.min(1, Math.abs(mood) + Math.abs(asked))) * 0.8 * draw + 0.1 * draw;
  const beyond = asked < 0 ? 1.6 * half + 0.04 * low : 1.3 * half + 0.04 * high;
  return (low + high) / 2 + half * Math.max(-1.1, Math.min(1.1, inside)) + asked * beyond;
}

/** The moves of the moods, the weightiest twice; against each other they cancel out. */
function moodShift({ moods }: PromptWishes): number {
  const [first, second] = moods.map((mood) => MOODS[mood].tempo);
  return first === undefined ? 0 : second === undefined ? first : (2 * first + second) / 3;
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
