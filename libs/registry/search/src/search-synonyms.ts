import { stemOf } from './search-stems.js';
import type { Token } from './search-text.js';

/**
 * Words and phrases with the same meaning in such a catalogue, one line per meaning. Write phrases without stop words. Other
 * forms of the words, such as `upscaling`, match too. After a new line nothing has to be indexed again.
 */
const SYNONYMS: readonly string[] = [
  'background, bg',
  'remove background, background remove, remove bg, bg remove, rembg, rmbg',
  'text speech, tts, speech synthesis',
  'speech text, stt, transcribe',
  'upscale, super resolution',
  'text image, t2i, txt2img',
  'i2i, img2img',
  'text video, t2v, txt2vid',
  'image video, i2v, img2vid',
  'v2v, vid2vid',
  'image, img',
  'video, vid',
  'large language model, llm',
  'vision language model, vlm',
  'virtual try, tryon, vton',
  'face swap, faceswap',
  'lip sync, lipsync',
  'control net, controlnet',
  'ip adapter, ipadapter',
  'stable diffusion, sd',
  'segment anything, sam',
  'optical character recognition, ocr',
  'sound effect, sfx',
  'real time, realtime',
  'color, colour',
  'gray, grey',
];

const MEANINGS = SYNONYMS.map((line) => line.split(', ').map((phrase) => phrase.split(' ')));

/** Most further readings of a text; each costs as much as the text itself. */
const READINGS_MAX = 4;

/** The query with one of its phrases replaced by a synonym, once per synonym. */
export function synonymsOf(units: readonly Token[]): (readonly Token[])[] {
  const stems = units.map(({ whole }) => stemOf(whole));
  const readings = MEANINGS.flatMap((phrases) =>
    phrases.flatMap((phrase) => {
      const at = placeIn(stems, phrase.map(stemOf));
      if (at === -1) return [];
      const others = phrases.filter((other) => other !== phrase);
      return others.map((other) => [
        ...units.slice(0, at),
        ...other.map((word) => ({ whole: word, parts: [] })),
        ...units.slice(at + phrase.length),
      ]);
    }),
  );
  const known = new Map([...readings, units].map((reading) => [keyOf(reading), reading]));
  known.delete(keyOf(units));
  return [...known.values()].slice(0, READINGS_MAX);
}

/** Equal for readings that find the same. */
function keyOf(units: readonly Token[]): string {
  const stems = units.map(({ whole }) => stemOf(whole));
  return stems.toSorted().join(' ');
}

function placeIn(words: readonly string[], phrase: readonly string[]): number {
  return words.findIndex((_, at) => phrase.every((word, offset) => words[at + offset] === word));
}
