import type { VoiceName } from '../synth/voices.js';
import { type GenreName, GENRES } from './genres.js';
import { KEY_NAMES, type KeyName, type Metre, type ModeName } from './musical-terms.js';
import { readDuration } from './read-duration.js';
import { type Silence, silencesOf, voicesOf } from './sounds.js';
import { weighGenres, weighMoods } from './weigh-words.js';
import { MODE_WORDS, TEMPO_TERMS, type TempoName } from './words/grammar-words.js';
import type { MoodName } from './words/mood-words.js';
import { partNegated } from './words/negation.js';
import { namesIn, plainText, type PromptWord, readWords } from './words/prompt-words.js';
import { soloWords } from './words/solo.js';

/** What the words of a prompt ask for; everything else is left to the seed. */
export type PromptWishes = {
  genre?: GenreName;
  /** A second genre by name: "folk" of folk metal. */
  sideGenre?: GenreName;
  /** Genres that the prompt rules out. */
  unwantedGenres: ReadonlySet<GenreName>;
  /** The weightiest first. */
  moods: MoodName[];
  /** Sum of the moods' light (above 0) and dark sides. */
  light: number;
  /** What the moods or a video's pictures ask of the tempo, −1 slow to 1 fast within the genre's range. */
  pace: number;
  /** Genres to draw from where none is named, before those of the moods. */
  genreChoices?: readonly GenreName[];
  instruments: VoiceName[];
  /** What must not be heard. */
  silences: Silence[];
  bpm?: number;
  /** Of a word such as "andante". */
  termBpm?: number;
  /** −1.5 very slow to 1.5 very fast. */
  tempoShift: number;
  key?: KeyName;
  mode?: ModeName;
  metre?: Metre;
  durationSeconds?: number;
  wantsDrums?: boolean;
  /** Nothing but the instruments asked for, and drums only where asked for, is to play. */
  isSolo: boolean;
};

const TEMPO_SHIFTS: Record<TempoName, number> = { verySlow: -1.5, slow: -1, fast: 1, veryFast: 1.5 };

/** Reads tempo, key, metre, length, genre, moods and instruments from free text. */
export function readPrompt(prompt: string): PromptWishes {
  const plain = plainText(prompt);
  const { wanted, absent } = partNegated(readWords(prompt));
  // A word such as 808 is a genre's and a sound's name: ruled out, it is the sound.
  const unwantedGenres = new Set(
    absent.filter((word) => namesIn(word, 'sound').length === 0).flatMap((word) => namesIn(word, 'genre')),
  );
  const [genre, second] = weighGenres(wanted, unwantedGenres);
  const isNamed = wanted.some((word) => second && namesIn(word, 'genre').includes(second));
  const solo = soloWords(wanted);
  const sounding = solo.length > 0 ? solo : wanted;
  const instruments = voicesOf(sounding, genre && GENRES[genre]);
  const silences = silencesOf(absent, instruments);
  if (wanted.some((word) => namesIn(word, 'instrumental').length > 0)) silences.push('choir');
  return {
    genre,
    sideGenre: isNamed ? second : undefined,
    unwantedGenres,
    ...weighMoods(wanted, absent),
    instruments: instruments.filter((voice) => !silences.includes(voice)),
    silences,
    bpm: readBpm(plain),
    ...readTempo(wanted, absent),
    ...readKey(prompt, plain, wanted),
    metre: readMetre(plain),
    durationSeconds: readDuration(plain, wanted),
    wantsDrums: silences.includes('drums') ? false : wantsDrums(sounding) || undefined,
    isSolo: solo.length > 0,
  };
}

/** The words of a prompt without those that it rules out. */
export function readWanted(prompt: string): PromptWord[] {
  return partNegated(readWords(prompt)).wanted;
}

function wantsDrums(words: readonly PromptWord[]): boolean {
  return words.some((word) => namesIn(word, 'sound').includes('drums'));
}

/** Words against each other cancel out; what is ruled out leans a little to the other side. */
function readTempo(
  wanted: readonly PromptWord[],
  absent: readonly PromptWord[],
): { tempoShift: number; termBpm?: number } {
  const sum = (words: readonly PromptWord[]): number =>
    words.flatMap((word) => namesIn(word, 'tempo')).reduce((total, name) => total + TEMPO_SHIFTS[name], 0);
  const term = wanted.flatMap((word) => namesIn(word, 'term'))[0];
  const tempoShift = Math.max(-1.5, Math.min(1.5, sum(wanted) - sum(absent) * 0.4));
  return { tempoShift, termBpm: term === undefined ? undefined : TEMPO_TERMS[term] };
}

function readBpm(plain: string): number | undefined {
  const found =
    /(?<!\d)(\d{2,3})\s*(?:bpm|beats? per minute|schlage? pro minute|уд\.?\/?мин)/u.exec(plain) ??
    /tempo\s*(?:of|[:=])?\s*(\d{2,3})(?!\d)/u.exec(plain);
  return found ? Math.min(220, Math.max(40, Number(found[1]))) : undefined;
}

function readMetre(plain: string): Metre | undefined {
  const found = /(?<![\d/])(2|3|4|5|6|7|9|12)\/(4|8)(?![\d/])/u.exec(plain);
  if (!found) return undefined;
  const beats = Number(found[1]);
  const unit = found[2] === '8' ? 8 : 4;
  return unit === 4 && beats > 7 ? undefined : { beats, unit };
}

/** Names of the natural notes by their pitch class. */
const NOTES: readonly (readonly [pitchClass: number, names: string])[] = [
  [0, 'c do ut до'],
  [2, 'd re ре'],
  [4, 'e mi ми'],
  [5, 'f fa фа'],
  [7, 'g sol соль'],
  [9, 'a la ля'],
  [11, 'b h si си'],
];
const MODE_NAMES = Object.values(MODE_WORDS).join(' ').split(' ').join('|');
const MODE_AFTER = `(${MODE_NAMES}|maj|min)`;

function readKey(
  prompt: string,
  plain: string,
  wanted: readonly PromptWord[],
): { key?: KeyName; mode?: ModeName } {
  const mode = wanted.flatMap((word) => namesIn(word, 'mode'))[0];
  const found =
    new RegExp(
      `(?<![\\p{L}])([a-h])(is|es|s)?\\s*(#|♯|sharp|b(?=[\\s-])|♭|flat)?[\\s-]*${MODE_AFTER}(?![\\p{L}])(\\s+key)?`,
      'u',
    ).exec(plain) ??
    new RegExp(
      `(?<![\\p{L}])(do|re|mi|fa|sol|la|si|до|ре|ми|фа|соль|ля|си)()\\s*(#|♯|b|♭|sostenido|diese|diesis|bemol\\S*|бемоль|диез)?[\\s-]*${MODE_AFTER}(?![\\p{L}])`,
      'u',
    ).exec(plain) ??
    /(?:key of|in)\s+([a-g])()(#|b|♯|♭)?(?![\p{L}])()/u.exec(plain);
  if (!found || isArticle(found, prompt)) return { key: undefined, mode };
  return { key: keyNamed(found), mode: modeNamed(found[4]) ?? mode };
}

/** "a minor key" and "a major hit" speak of no note; "in A minor" and "A minor" do. */
function isArticle(found: RegExpExecArray, prompt: string): boolean {
  if (found[1] !== 'a' || found[2] || found[3]) return false;
  const before = prompt.slice(Math.max(0, found.index - 7), found.index);
  const isCapital = prompt[found.index] === 'A';
  return Boolean(found[5]) || !(isCapital || /(?:in|of|key)\s+$/iu.test(before));
}

function keyNamed(found: RegExpExecArray): KeyName {
  const [, note = 'c', ending = '', sign = '', mode = ''] = found;
  const isGermanB = note === 'b' && (mode === 'dur' || mode === 'moll') && !ending;
  const natural = NOTES.find(([, names]) => names.split(' ').includes(note))?.[0] ?? 0;
  const sharp = ending === 'is' || /^(#|♯|sharp|sostenido|dies|диез)/u.test(sign) ? 1 : 0;
  const flat =
    ending === 'es' || ending === 's' || isGermanB || /^(b|♭|flat|bemol|бемоль)/u.test(sign) ? 1 : 0;
  return KEY_NAMES[(natural + sharp - flat + 12) % 12] ?? 'C';
}

function modeNamed(word: string | undefined): ModeName | undefined {
  if (!word) return undefined;
  if (word === 'maj') return 'major';
  if (word === 'min') return 'minor';
  const names = Object.keys(MODE_WORDS) as (keyof typeof MODE_WORDS)[];
  return names.find((name) => MODE_WORDS[name].split(' ').includes(word));
}
