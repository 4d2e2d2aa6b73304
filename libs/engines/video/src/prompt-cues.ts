/** A way the camera can go. */
export type CameraMove =
  'push-in' | 'pull-out' | 'pan-left' | 'pan-right' | 'tilt-up' | 'tilt-down' | 'handheld' | 'static';
/** How one reference picture gives way to the next. */
export type TransitionKind = 'morph' | 'wipe' | 'fade' | 'cut';
/** A colour mood laid over reference sequences. */
export type Mood = 'warm' | 'cold' | 'mono' | 'vintage' | 'night' | 'vivid';
/** A sound bed. */
export type Ambience = 'rain' | 'wind' | 'sea' | 'fire' | 'city' | 'forest' | 'space' | 'crowd';

/** What a prompt's words ask for. Absent means the words say nothing about it. */
export type PromptCues = {
  moves: CameraMove[];
  transition?: TransitionKind;
  mood?: Mood;
  ambiences: Ambience[];
  /** Factor on the camera's travel: below 1 is calm, above 1 is lively. */
  pace: number;
};

const MOVES: [CameraMove, RegExp][] = [
  ['static', /\b(static|still camera|locked[- ]?(off|down)|fixed camera|tripod)\b/],
  ['pull-out', /\b(zoom(s|ing)? out|pull(s|ing)? (back|out|away)|dolly out|moves? away)\b/],
  ['push-in', /\b(zoom(s|ing)?( in)?|push(es|ing)? in|dolly( in)?|close[- ]?up|closer|approach(es|ing)?)\b/],
  ['pan-left', /\b(pan(s|ning)?( \w+)? left|to the left|leftwards?)\b/],
  ['pan-right', /\b(pan(s|ning)?( \w+)? right|to the right|rightwards?|pan(s|ning)?)\b/],
  ['tilt-up', /\b(tilt(s|ing)? up|upwards?|crane up|ris(es|ing))\b/],
  ['tilt-down', /\b(tilt(s|ing)? down|downwards?|crane down|descend(s|ing)?|falling)\b/],
  ['handheld', /\b(hand[- ]?held|shak(es?|y|ing)|documentary)\b/],
];
const TRANSITIONS: [TransitionKind, RegExp][] = [
  ['cut', /\b(hard cuts?|jump cuts?|cuts? to)\b/],
  ['wipe', /\b(wip(e|es|ing)|slid(e|es|ing)|swip(e|es|ing))\b/],
  ['fade', /\b(cross[- ]?fad(e|es|ing)|fad(e|es|ing)|dissolv(e|es|ing))\b/],
  ['morph', /\b(morph(s|ing)?|transform(s|ing|ation)?|turns? into|becom(es|ing))\b/],
];
const MOODS: [Mood, RegExp][] = [
  ['mono', /\b(noir|black and white|monochrome|gr[ae]yscale)\b/],
  ['vintage', /\b(vintage|retro|sepia|old film|nostalgi(a|c))\b/],
  ['night', /\b(night|midnight|moonlight|dark)\b/],
  ['warm', /\b(warm|sunset|sunrise|golden|autumn|candle(light)?)\b/],
  ['cold', /\b(cold|winter|ice|icy|snow(y)?|frost(y)?|blue hour)\b/],
  ['vivid', /\b(vivid|colou?rful|vibrant|neon|saturated)\b/],
];
const AMBIENCES: [Ambience, RegExp][] = [
  ['rain', /\b(rain(s|y|ing)?|storm(y)?|drizzle|thunder)\b/],
  ['sea', /\b(sea|ocean|waves?|beach|surf|shore|water(fall)?|river)\b/],
  ['fire', /\b(fire|flames?|campfire|burn(s|ing)?|fireplace)\b/],
  ['city', /\b(city|street|traffic|cars?|urban|downtown|train)\b/],
  ['forest', /\b(forest|woods?|birds?|jungle|garden|meadow|trees?|park)\b/],
  ['space', /\b(space|galaxy|stars?|nebula|astronaut|planet|cosmic|sci-?fi|robots?)\b/],
  ['crowd', /\b(crowd|market|caf[eé]|coffee|party|restaurant|people)\b/],
  ['wind', /\b(wind(y)?|breeze|desert|mountains?|storm|sky|clouds?)\b/],
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
  if (/\b(slow(ly)?|calm(ly)?|gentl[ey]|peaceful|serene|subtle)\b/.test(text)) return 0.6;
  if (/\b(fast|quick(ly)?|rapid(ly)?|dynamic|energetic|frantic|action)\b/.test(text)) return 1.6;
  return 1;
}

function matches<T>(vocabulary: [T, RegExp][], text: string): T[] {
  return vocabulary.filter(([, words]) => words.test(text)).map(([name]) => name);
}
