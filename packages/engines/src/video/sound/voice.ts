import { randomFrom } from '../../image/index.js';
import { addTo, normalise, SAMPLE_RATE, silence, type StereoSound } from './stereo-sound.js';

/** Centre frequencies in Hz of the three resonances that make a vowel. */
const VOWELS: Record<string, [number, number, number]> = {
  a: [730, 1090, 2440],
  e: [530, 1840, 2480],
  i: [270, 2290, 3010],
  o: [570, 840, 2410],
  u: [300, 870, 2240],
  y: [300, 1990, 2700],
};
const BANDWIDTHS = [80, 110, 160];
const LEVELS = [1, 0.55, 0.25];
const HISSING = /[sfzcxh]|sh|ch|th/;
const STOPPING = /[ptkbdgq]/;
const LAST_RESORT = 'hello from atelier';
const PEAK = 0.55;

type Syllable = {
  vowel: [number, number, number];
  hisses: boolean;
  stops: boolean;
  endsWord: boolean;
};

/**
 * A voice without words: one vowel per syllable of the text, with its stops and hisses, its rhythm and a falling
 * melody. It follows the text but cannot be understood; there is no language model in it.
 *
 * @param words Quoted words are said once, others again and again.
 * @param voice Any text; the same one gives the same pitch and size of speaker.
 */
export function speak(
  { text, isQuoted }: { text: string; isQuoted: boolean },
  voice: string,
  seconds: number,
  seed: number,
): StereoSound {
  const random = randomFrom(seed);
  const sound = silence(seconds);
  const speaker = speakerOf(voice, random);
  let time = Math.min(0.4, seconds * 0.1);
  const syllables = syllablesOf(text);
  for (let n = 0; time < seconds - 0.25 && !(isQuoted && n === syllables.length); n++) {
    const syllable = syllables[n % syllables.length]!;
    const length = (0.16 + 0.07 * random()) * (syllable.endsWord ? 1.3 : 1);
    const melody = 1.12 - 0.02 * (n % 11) + 0.06 * (random() - 0.5);
    addTo(sound, sing(syllable, speaker.hertz * melody, speaker.size, length, random), 1, time);
    time += length + (syllable.endsWord ? 0.07 + 0.08 * random() : 0.01);
    if (n % syllables.length === syllables.length - 1) time += 0.5;
  }
  return normalise(sound, PEAK);
}

function speakerOf(voice: string, random: () => number): { hertz: number; size: number } {
  let mixed = 0;
  for (const letter of voice) mixed = (Math.imul(mixed, 31) + letter.codePointAt(0)!) | 0;
  const place = voice === '' ? random() : randomFrom(mixed)();
  return { hertz: 105 + 115 * place, size: 0.95 + 0.25 * place };
}

function syllablesOf(text: string): Syllable[] {
  const words =
    text
      .toLowerCase()
      .normalize('NFD')
      .match(/[a-z]+/g) ?? LAST_RESORT.split(' ');
  return words.slice(0, 200).flatMap((word) => {
    const parts = word.match(/[^aeiouy]*[aeiouy]+[^aeiouy]*$|[^aeiouy]*[aeiouy]+|[^aeiouy]+$/g) ?? [word];
    return parts.map((part, i) => ({
      vowel: VOWELS[/[aeiouy]/.exec(part)?.[0] ?? 'e']!,
      hisses: HISSING.test(part),
      stops: STOPPING.test(part),
      endsWord: i === parts.length - 1,
    }));
  });
}

/** Pulses of the vocal folds through three resonators, with a hiss or a burst in front. */
function sing(
  { vowel, hisses, stops }: Syllable,
  hertz: number,
  size: number,
  seconds: number,
  random: () => number,
): StereoSound {
  const sound = silence(seconds);
  const filters = vowel.map((centre, i) => resonator(centre * size, BANDWIDTHS[i]!));
  let phase = 0;
  for (let i = 0; i < sound.length; i += 2) {
    const time = i / 2 / SAMPLE_RATE;
    phase += (hertz * (1 - (0.08 * time) / seconds)) / SAMPLE_RATE;
    phase -= Math.floor(phase);
    const breath = random() * 2 - 1;
    const folds = 2 * phase - 1 + 0.04 * breath;
    const open = Math.min(1, Math.max(0, (time - (stops ? 0.03 : 0.01)) / 0.03), (seconds - time) / 0.05);
    let value = 0;
    for (const [n, filter] of filters.entries()) value += LEVELS[n]! * filter(folds);
    if (hisses) value += 0.5 * breath * Math.max(0, 1 - time / 0.06);
    if (stops) value += 0.6 * breath * Math.exp(-time * 220);
    sound[i] = value * Math.max(open, hisses || stops ? 0.3 : 0) * Math.min(1, (seconds - time) / 0.03);
    sound[i + 1] = sound[i]!;
  }
  return sound;
}

function resonator(hertz: number, bandwidth: number): (input: number) => number {
  const radius = Math.exp((-Math.PI * bandwidth) / SAMPLE_RATE);
  const first = 2 * radius * Math.cos((2 * Math.PI * hertz) / SAMPLE_RATE);
  const second = -radius * radius;
  const gain = 1 - first - second;
  let one = 0;
  let two = 0;
  return (input) => {
    const output = gain * input + first * one + second * two;
    two = one;
    one = output;
    return output;
  };
}
