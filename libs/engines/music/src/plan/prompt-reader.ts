import type { VoiceName } from '../synth/voices.js';
import type { GenreName } from './genres.js';
import { KEY_NAMES, type KeyName, type Metre, type ModeName } from './musical-terms.js';
import { readDuration } from './read-duration.js';
import * as words from './vocabulary.js';
import { findNames, findWord, plainText } from './word-finder.js';

/** What the words of a prompt ask for; everything else is left to the seed. */
export type PromptWishes = {
  genre?: GenreName;
  moods: words.MoodName[];
  instruments: VoiceName[];
  bpm?: number;
  tempoShift: number;
  key?: KeyName;
  mode?: ModeName;
  metre?: Metre;
  durationSeconds?: number;
  wantsDrums?: boolean;
  isSolo: boolean;
};

/** Reads tempo, key, metre, length, genre, moods and instruments from free text. */
export function readPrompt(prompt: string): PromptWishes {
  const plain = plainText(prompt);
  const withoutAbsent = removeAbsent(plain);
  const genre = findNames(withoutAbsent.text, words.GENRE_WORDS)[0]?.name;
  return {
    genre,
    moods: findNames(plain, words.MOOD_WORDS).map(({ name }) => name),
    instruments: dropGeneralNames(
      findNames(withoutAbsent.text, words.INSTRUMENT_WORDS).map(({ name }) => name),
    ),
    bpm: readBpm(plain),
    tempoShift: words.TEMPO_WORDS.find((entry) => findWord(plain, entry.words) >= 0)?.shift ?? 0,
    ...readKey(prompt, plain),
    metre: readMetre(plain),
    durationSeconds: readDuration(plain),
    wantsDrums: withoutAbsent.noDrums
      ? false
      : findWord(withoutAbsent.text, words.DRUM_WORDS) >= 0
        ? true
        : undefined,
    isSolo: findWord(plain, words.SOLO_WORDS) >= 0,
  };
}

/** "no drums", "ohne Klavier": the word after the negation must not count as a wish. */
function removeAbsent(plain: string): { text: string; noDrums: boolean } {
  const negation = words.WITHOUT_WORDS.split(' ').join('|');
  const phrase = new RegExp(`(?<![\\p{L}\\p{N}])(?:${negation})\\s*(?:any\\s+)?([\\p{L}-]+)`, 'gu');
  let noDrums = false;
  const text = plain.replace(phrase, (_all, absent: string) => {
    noDrums ||= findWord(absent, words.DRUM_WORDS) >= 0;
    return ' ';
  });
  return { text, noDrums };
}

/** "electric guitar" also contains "guitar": the more exact name wins. */
function dropGeneralNames(names: VoiceName[]): VoiceName[] {
  const exact: VoiceName[] = ['electricGuitar', 'distortedGuitar', 'nylonGuitar'];
  const isExact = names.some((name) => exact.includes(name));
  const drop = new Set<VoiceName>(isExact ? ['acousticGuitar'] : []);
  if (names.includes('electricPiano')) drop.add('piano');
  if (names.some((name) => ['bassGuitar', 'acidBass'].includes(name))) drop.add('synthLead');
  return names.filter((name) => !drop.has(name));
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
const MODE_NAMES = Object.values(words.MODE_WORDS).join(' ').split(' ').join('|');
const MODE_AFTER = `(${MODE_NAMES}|maj|min)`;

function readKey(prompt: string, plain: string): { key?: KeyName; mode?: ModeName } {
  const mode = (Object.keys(words.MODE_WORDS) as ModeName[]).find(
    (name) => findWord(plain, words.MODE_WORDS[name as keyof typeof words.MODE_WORDS]) >= 0,
  );
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
  const names = Object.keys(words.MODE_WORDS) as (keyof typeof words.MODE_WORDS)[];
  return names.find((name) => words.MODE_WORDS[name].split(' ').includes(word));
}
