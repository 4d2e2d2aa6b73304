import { pick, type Random } from '../seeded-random.js';
import type { MoodName } from './words/mood-words.js';
import { isGrammar, namesIn, type PromptWord, readWords, type WordKind } from './words/prompt-words.js';
import { INNER_WORDS, STOP_WORDS, SUBJECT_WORDS } from './words/title-words.js';

/** What pieces of a mood are called after. */
const MOOD_TITLES: Record<MoodName, readonly [adjectives: string, nouns: string]> = {
  happy: ['Golden Sunlit Bright Laughing', 'Morning Parade Windows Holiday'],
  sad: ['Fading Grey Quiet Last', 'Letters Autumn Rooms Farewell'],
  dark: ['Black Hollow Buried Shadowed', 'Corridor Eclipse Undertow Vault'],
  calm: ['Still Soft Slow Open', 'Harbour Meadow Breath Water'],
  energetic: ['Racing Electric Burning Restless', 'Pulse Circuit Sprint Voltage'],
  romantic: ['Tender Rose Velvet Closer', 'Promise Dance Evening Hands'],
  mysterious: ['Hidden Distant Lunar Veiled', 'Signal Garden Orbit Door'],
  tense: ['Breathless Narrow Running Wired', 'Wire Countdown Edge Pursuit'],
  heroic: ['Rising Iron Unbroken Crowned', 'Horizon Banner Summit Return'],
  dreamy: ['Floating Pale Glass Weightless', 'Clouds Tide Lanterns Sleep'],
  playful: ['Bouncing Paper Crooked Tiny', 'Robots Socks Carousel Pockets'],
  nostalgic: ['Faded Summer Old Polaroid', 'Cassette Street Photograph Summer'],
  neutral: ['First Northern Blue Passing Silver', 'Train Lines Avenue Season Mosaic'],
};
const STOPS = new Set(STOP_WORDS.split(' '));
const INNERS = new Set(INNER_WORDS.split(' '));
const SUBJECTS = new Set(SUBJECT_WORDS.split(' '));
/** Words of these kinds say how a piece is to sound, not what it is about. */
const TECHNICAL: readonly WordKind[] = [
  'genre',
  'sound',
  'instrumental',
  'tempo',
  'term',
  'length',
  'mode',
  'grammar',
];
/** Of what a thing is like rather than a thing. */
const ADJECTIVES = new Set(
  'bright sunny strange cosmic old vintage retro lost broken starry intense'.split(' '),
);
const MOST_WORDS = 4;
const MOST_LETTERS = 60;

/** A file's name as words, without its ending. */
export function wordsOf(fileName = ''): string {
  return fileName.replace(/\.[a-z0-9]{2,5}$/iu, '').replace(/[_.-]+/g, ' ');
}

/**
 * Names a piece after its video, else after its prompt's subject, else after its mood. Never empty.
 * @param wanted The prompt's words without those that it rules out.
 */
export function makeTitle(
  random: Random,
  prompt: string,
  wanted: readonly PromptWord[],
  mood: MoodName,
  videoName?: string,
): string {
  const name = wordsOf(videoName);
  const [adjectives, nouns] = MOOD_TITLES[mood];
  const moodTitle = `${pick(random, adjectives.split(' '))} ${pick(random, nouns.split(' '))}`;
  const about = wanted.findIndex(({ plain }) => SUBJECTS.has(plain)) + 1;
  return (
    bestPhrase(name, readWords(name), () => true) ||
    (about > 0 &&
      bestPhrase(prompt, clause(wanted, about), (word) => isScenery(word) || !isWide(word.plain))) ||
    bestPhrase(prompt, wanted, isScenery) ||
    moodTitle
  );
}

/** The words from a place to the next mark, or to what comes along "with" the piece. */
function clause(words: readonly PromptWord[], from: number): readonly PromptWord[] {
  const end = words.findIndex(
    (word, index) => index >= from && (word.isMark || isGrammar(word, 'with', 'but')),
  );
  return words.slice(from, end < 0 ? undefined : end);
}

function isScenery(word: PromptWord): boolean {
  return TECHNICAL.every((kind) => namesIn(word, kind).length === 0);
}

/** The longest run of words with a meaning, small words only inside of it; empty when there is none. */
function bestPhrase(
  text: string,
  words: readonly PromptWord[],
  isTopic: (word: PromptWord) => boolean,
): string {
  const runs: { words: PromptWord[]; topics: number }[] = [];
  let run: PromptWord[] = [];
  const close = (): void => {
    while (run.length > 0 && (isInner(run.at(-1)!) || isLooseMood(run.at(-1)!))) run.pop();
    const topics = run.filter((word) => !isInner(word) && isThing(word)).length;
    if (topics > 0) runs.push({ words: run, topics });
    run = [];
  };
  for (const word of words) {
    if (run.length > 0 && !isNext(text, run.at(-1)!, word)) close();
    const isFull = run.filter((one) => !isInner(one)).length >= MOST_WORDS;
    if (isInner(word) ? run.length > 0 : isMeaningful(word) && isTopic(word) && !isFull) run.push(word);
    else close();
  }
  close();
  const best = runs.sort((one, other) => other.topics - one.topics)[0];
  return best ? titled(best.words) : '';
}

function isMeaningful({ plain, isMark }: PromptWord): boolean {
  const isWord = isWide(plain) || (plain.length >= 3 && !/\d/u.test(plain));
  return !isMark && isWord && !STOPS.has(plain);
}

/** Not a mood or an occasion, which say little on their own. */
function isThing(word: PromptWord): boolean {
  const isVague = namesIn(word, 'mood').length + namesIn(word, 'genreHint').length > 0;
  return !isVague && !ADJECTIVES.has(word.plain);
}

/** "春天的欢快" is a half phrase: the mood behind belongs to the next word. */
function isLooseMood(word: PromptWord): boolean {
  return isWide(word.plain) && namesIn(word, 'mood').length > 0;
}

function isInner({ plain }: PromptWord): boolean {
  return INNERS.has(plain);
}

/** Nothing that was ruled out, and no mark, is between two words. */
function isNext(text: string, before: PromptWord, word: PromptWord): boolean {
  return /^[\s_'’-]*$/u.test(text.slice(before.at + before.text.length, word.at));
}

function titled(words: readonly PromptWord[]): string {
  const written = words.map((word, index) => (index > 0 && isInner(word) ? word.plain : capital(word.text)));
  const joined = written.reduce((title, word, index) => {
    return isWide(word) && index > 0 ? title + word : `${title} ${word}`;
  }, '');
  return joined.trim().slice(0, MOST_LETTERS).trim();
}

function capital(text: string): string {
  const isShouted = text === text.toUpperCase() && text.length > 4;
  return (isShouted ? text.toLowerCase() : text).replace(/(?<![\p{L}'’])\p{L}/gu, (letter) =>
    letter.toUpperCase(),
  );
}

function isWide(text: string): boolean {
  return /[\u3040-\u9fff]/u.test(text);
}
