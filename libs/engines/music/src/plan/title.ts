import { pick, type Random } from '../seeded-random.js';
import * as words from './vocabulary.js';
import { findWord, plainText } from './word-finder.js';

/** What pieces of a mood are called after. */
const MOOD_TITLES: Record<words.MoodName, readonly [adjectives: string, nouns: string]> = {
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
const STOP_WORDS =
  'the and for with about from into that this some very music musik musique musica song track piece tune score background theme style like make create generate write compose please want need video clip movie inspired sound sounding feel feeling vibe mood und mit fur uber eine einen ein der die das den des von pour avec une les dans sur con para una unos sobre por del las los per della sobre bpm beats minute minutes second seconds key tempo final copy edit export mov mp4 webm mkv avi img dsc clip render untitled';
const VOCABULARY = [
  ...Object.values(words.GENRE_WORDS),
  ...Object.values(words.INSTRUMENT_WORDS),
  ...Object.values(words.MOOD_WORDS),
  ...words.TEMPO_WORDS.map((entry) => entry.words),
  ...words.LENGTH_WORDS.map((entry) => entry.words),
  ...Object.values(words.MODE_WORDS),
  words.DRUM_WORDS,
  words.WITHOUT_WORDS,
  words.SOLO_WORDS,
].join(' ');

/** Words of the text that say what it is about: no vocabulary, stop words or numbers. */
function topicWords(text: string, keepsVocabulary: boolean): string[] {
  const tokens = text.match(/[\p{L}][\p{L}'’]*/gu) ?? [];
  const stops = new Set(STOP_WORDS.split(' '));
  return tokens.filter((token) => {
    const plain = plainText(token);
    const isWide = /[\u3040-\u9fff]/u.test(plain);
    return (
      (plain.length >= 3 || isWide) &&
      !stops.has(plain) &&
      (keepsVocabulary || findWord(plain, VOCABULARY) < 0)
    );
  });
}

function titled(tokens: readonly string[]): string {
  return tokens
    .map((token) => token.charAt(0).toUpperCase() + token.slice(1).toLowerCase())
    .join(' ')
    .slice(0, 60)
    .trim();
}

/** A file's name as words, without its ending. */
export function wordsOf(fileName = ''): string {
  return fileName.replace(/\.[a-z0-9]{2,5}$/iu, '').replace(/[_.-]+/g, ' ');
}

/** Names a piece after its video, else after its prompt's subject, else after its mood. Never empty. */
export function makeTitle(random: Random, prompt: string, mood: words.MoodName, videoName?: string): string {
  const fromVideo = topicWords(wordsOf(videoName), true);
  if (fromVideo.length > 0) return titled(fromVideo.slice(0, 4));
  const subject = /(?:about|über|sur|sobre|про|of)\s+(.{3,80})/iu.exec(prompt)?.[1];
  const fromPrompt = subject ? topicWords(subject, true) : topicWords(prompt, false);
  const [adjectives, nouns] = MOOD_TITLES[mood];
  const noun = pick(random, nouns.split(' '));
  if (fromPrompt.length >= 2) return titled(fromPrompt.slice(0, 3));
  if (fromPrompt.length === 1) return titled([...fromPrompt, noun]);
  return `${pick(random, adjectives.split(' '))} ${noun}`;
}
