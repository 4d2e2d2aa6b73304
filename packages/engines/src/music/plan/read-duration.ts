import { namesIn, type PromptWord } from './words/prompt-words.js';

const MINUTES = '(?:minutes?|minuten?|mins?|minutos?|minuti|minuty?|мин(?:ут[аы]?)?|m(?=\\s*\\d)|分钟?|分)';
const SECONDS = '(?:seconds?|secondes?|sekunden?|segundos?|secondi|secs?|sek|сек(?:унд[аы]?)?|秒钟?|秒間?|s)';

/** Numbers that people write out before minutes and seconds; English, German, French and Spanish. */
const NUMBER_WORDS: readonly { value: number; words: string }[] = [
  { value: 0.5, words: 'half an?|eine halbe|une demie?|media|medio' },
  { value: 1.5, words: 'one and an? half|eineinhalb|anderthalb' },
  { value: 2.5, words: 'two and an? half|zweieinhalb' },
  { value: 1, words: 'one|eine' },
  { value: 2, words: 'two|zwei|deux|dos' },
  { value: 3, words: 'three|drei|trois|tres' },
  { value: 4, words: 'four|vier|quatre|cuatro' },
  { value: 5, words: 'five|funf|cinq|cinco' },
  { value: 6, words: 'six|sechs|seis' },
  { value: 10, words: 'ten|zehn|dix|diez' },
  { value: 15, words: 'fifteen|funfzehn|quinze|quince' },
  { value: 20, words: 'twenty|zwanzig|vingt|veinte' },
  { value: 30, words: 'thirty|dreißig|dreissig|trente|treinta' },
  { value: 40, words: 'forty|vierzig|quarante|cuarenta' },
  { value: 45, words: 'forty[- ]five' },
  { value: 60, words: 'sixty|sechzig|soixante|sesenta' },
  { value: 90, words: 'ninety|neunzig' },
];

/** A "short song" is short. */
const SONG_SECONDS = 90;

const WRITTEN = new RegExp(
  `(?<![\\p{L}\\d])(?:${NUMBER_WORDS.map(({ words }) => `(${words})`).join('|')})(?=[\\s-]+(?:${MINUTES}|${SECONDS})(?![a-z]))`,
  'gu',
);

/** The length that a prompt's text asks for in numbers, else its words, in seconds from 1 to 360; undefined when it names none. */
export function readDuration(text: string, words: readonly PromptWord[]): number | undefined {
  const plain = inDigits(text);
  const clock = /(?<![\d:/])([0-5]?\d):([0-5]\d)(?![\d:])/u.exec(plain);
  if (clock) return clampDuration(Number(clock[1]) * 60 + Number(clock[2]));
  const minutes = amountOf(MINUTES, plain);
  const seconds = amountOf(SECONDS, plain);
  const isDecade = seconds !== null && /^[5-9]0s/u.test(seconds[0]);
  const total = numberIn(minutes) * 60 + (isDecade ? 0 : numberIn(seconds));
  if (total > 0) return clampDuration(total);
  const lengths = words.flatMap((word) => namesIn(word, 'length')).map(Number);
  return lengths.find((seconds) => seconds !== SONG_SECONDS) ?? lengths[0];
}

function inDigits(plain: string): string {
  return plain.replace(WRITTEN, (_, ...groups: unknown[]) => {
    const index = groups.findIndex((group) => group !== undefined);
    return String(NUMBER_WORDS[index]?.value ?? '');
  });
}

function amountOf(unit: string, plain: string): RegExpExecArray | null {
  return new RegExp(`(?<![\\d./])(\\d+(?:[.,]\\d+)?)\\s*-?\\s*${unit}(?![a-z])`, 'u').exec(plain);
}

function numberIn(found: RegExpExecArray | null): number {
  return found ? Number((found[1] ?? '0').replace(',', '.')) : 0;
}

function clampDuration(seconds: number): number {
  return Math.min(360, Math.max(1, seconds));
}
