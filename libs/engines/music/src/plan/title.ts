import type { MoodName } from './musical-terms.js';
import {
  GENRE_WORDS,
  INSTRUMENT_WORDS,
  MOOD_WORDS,
  TEMPO_WORDS,
  LENGTH_WORDS,
  DRUM_WORDS,
  MODE_WORDS,
  WITHOUT_WORDS,
  SOLO_WORDS,
} from './vocabulary.js';
import { findWord, plainText } from './word-finder.js';
import { pick, type Random } from '../seeded-random.js';

const ADJECTIVES: Record<MoodName, readonly string[]> = {
  happy: ['Golden', 'Sunlit', 'Bright', 'Laughing'],
  sad: ['Fading', 'Grey', 'Quiet', 'Last'],
  dark: ['Black', 'Hollow', 'Buried', 'Shadowed'],
  calm: ['Still', 'Soft', 'Slow', 'Open'],
  energetic: ['Racing', 'Electric', 'Burning', 'Restless'],
  romantic: ['Tender', 'Rose', 'Velvet', 'Closer'],
  mysterious: ['Hidden', 'Distant', 'Lunar', 'Veiled'],
  tense: ['Breathless', 'Narrow', 'Running', 'Wired'],
  heroic: ['Rising', 'Iron', 'Unbroken', 'Crowned'],
  dreamy: ['Floating', 'Pale', 'Glass', 'Weightless'],
  playful: ['Bouncing', 'Paper', 'Crooked', 'Tiny'],
  nostalgic: ['Faded', 'Summer', 'Old', 'Polaroid'],
  neutral: ['First', 'Northern', 'Blue', 'Passing', 'Silver'],
};
const NOUNS: Record<MoodName, readonly string[]> = {
  happy: ['Morning', 'Parade', 'Windows', 'Holiday'],
  sad: ['Letters', 'Autumn', 'Rooms', 'Farewell'],
  dark: ['Corridor', 'Eclipse', 'Undertow', 'Vault'],
  calm: ['Harbour', 'Meadow', 'Breath', 'Water'],
  energetic: ['Pulse', 'Circuit', 'Sprint', 'Voltage'],
  romantic: ['Promise', 'Dance', 'Evening', 'Hands'],
  mysterious: ['Signal', 'Garden', 'Orbit', 'Door'],
  tense: ['Wire', 'Countdown', 'Edge', 'Pursuit'],
  heroic: ['Horizon', 'Banner', 'Summit', 'Return'],
  dreamy: ['Clouds', 'Tide', 'Lanterns', 'Sleep'],
  playful: ['Robots', 'Socks', 'Carousel', 'Pockets'],
  nostalgic: ['Cassette', 'Street', 'Photograph', 'Summer'],
  neutral: ['Train', 'Lines', 'Avenue', 'Season', 'Mosaic'],
};
const STOP_WORDS =
  'the and for with about from into that this some very music musik musique musica song track piece tune score background theme style like make create generate write compose please want need video clip movie inspired sound sounding feel feeling vibe mood und mit fur uber eine einen ein der die das den des von pour avec une les dans sur con para una unos sobre por del las los per della sobre bpm beats minute minutes second seconds key tempo final copy edit export mov mp4 webm mkv avi img dsc clip render untitled';
const VOCABULARY = [
  ...Object.values(GENRE_WORDS),
  ...Object.values(INSTRUMENT_WORDS),
  ...Object.values(MOOD_WORDS),
  ...TEMPO_WORDS.map(({ words }) => words),
  ...LENGTH_WORDS.map(({ words }) => words),
  ...Object.values(MODE_WORDS),
  DRUM_WORDS,
  WITHOUT_WORDS,
  SOLO_WORDS,
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

/** Names a piece after its video, else after its prompt's subject, else after its mood. Never empty. */
export function makeTitle(random: Random, prompt: string, mood: MoodName, videoName?: string): string {
  const fromVideo = topicWords(
    (videoName ?? '').replace(/\.[a-z0-9]{2,5}$/iu, '').replace(/[_\-.]+/g, ' '),
    true,
  );
  if (fromVideo.length > 0) return titled(fromVideo.slice(0, 4));
  const subject = /(?:about|über|sur|sobre|про|of)\s+(.{3,80})/iu.exec(prompt)?.[1];
  const fromPrompt = subject ? topicWords(subject, true) : topicWords(prompt, false);
  const noun = pick(random, NOUNS[mood]);
  if (fromPrompt.length >= 2) return titled(fromPrompt.slice(0, 3));
  if (fromPrompt.length === 1) return titled([...fromPrompt, noun]);
  return `${pick(random, ADJECTIVES[mood])} ${noun}`;
}
