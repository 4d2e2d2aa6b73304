import {
  AMBIENCES,
  type Ambience,
  type CameraMove,
  FAST,
  MOVES,
  SLOW,
  type Vocabulary,
} from './prompt-words.js';

/** How one reference picture gives way to the next. */
export type TransitionKind = 'morph' | 'wipe' | 'fade' | 'cut';
/** A colour mood laid over reference sequences. */
export type Mood = 'warm' | 'cold' | 'mono' | 'vintage' | 'night' | 'vivid';

/** What a prompt's words ask for. Absent means the words say nothing about it. */
export type PromptCues = {
  moves: CameraMove[];
  transition?: TransitionKind;
  mood?: Mood;
  ambiences: Ambience[];
  /** Factor on the camera's travel: below 1 is calm, above 1 is lively. */
  pace: number;
};

const TRANSITIONS: Vocabulary<TransitionKind> = [
  ['cut', /\b(hard cuts?|jump cuts?|cuts? to)\b/],
  ['wipe', /\b(wip(e|es|ing)|slid(e|es|ing)|swip(e|es|ing))\b/],
  ['fade', /\b(cross[- ]?fad(e|es|ing)|fad(e|es|ing)|dissolv(e|es|ing))\b/],
  ['morph', /\b(morph(s|ing)?|transform(s|ing|ation)?|turns? into|becom(es|ing))\b/],
];
const MOODS: Vocabulary<Mood> = [
  ['mono', /\b(noir|black and white|monochrome|gr[ae]yscale)\b/],
  ['vintage', /\b(vintage|retro|sepia|old film|nostalgi(a|c))\b/],
  ['night', /\b(night|midnight|moonlight|dark)\b/],
  ['warm', /\b(warm|sunset|sunrise|golden|autumn|candle(light)?)\b/],
  ['cold', /\b(cold|winter|ice|icy|snow(y)?|frost(y)?|blue hour)\b/],
  ['vivid', /\b(vivid|colou?rful|vibrant|neon|saturated)\b/],
];
/** Reads the documented vocabulary out of a prompt. Other words have no effect. */
export function readCues(prompt = ''): PromptCues {
  const text = prompt.toLowerCase();
  const moves = matches(MOVES, text);
  return {
    // "zoom" alone is also inside "zoom out"
    moves: moves.includes('pull-out') ? moves.filter((move) => move !== 'push-in') : dropPlainPan(moves),
    transition: matches(TRANSITIONS, text)[0],
    mood: matches(MOODS, text)[0],
    ambiences: matches(AMBIENCES, text).slice(0, 2),
    pace: paceOf(text),
  };
}

/** A bare "pan" reads as to the right unless a direction is named. */
function dropPlainPan(moves: CameraMove[]): CameraMove[] {
  return moves.includes('pan-left') ? moves.filter((move) => move !== 'pan-right') : moves;
}

function paceOf(text: string): number {
  if (SLOW.test(text)) return 0.6;
  return FAST.test(text) ? 1.6 : 1;
}

function matches<T>(vocabulary: Vocabulary<T>, text: string): T[] {
  return vocabulary.filter(([, words]) => words.test(text)).map(([name]) => name);
}
