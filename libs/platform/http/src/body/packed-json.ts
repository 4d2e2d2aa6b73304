import { LongText } from '../fields/long-text.js';
import type { StrictJson } from './strict-json.js';

/** A parsed body on its way between threads, its long texts beside it: classes do not survive the way. */
export type PackedJson = StrictJson & { texts: { path: readonly (string | number)[]; text: LongText }[] };

/** Takes the long texts out of the value, which is changed. */
export function packLongTexts({ value, hasPrototypeKey }: StrictJson): PackedJson {
  const texts: PackedJson['texts'] = [];
  const pack = (entry: unknown, path: readonly (string | number)[]): unknown => {
    if (typeof entry === 'string' && LongText.isLong(entry)) {
      texts.push({ path, text: LongText.of(entry) });
      return '';
    }
    if (Array.isArray(entry))
      for (const [index, each] of entry.entries()) entry[index] = pack(each, [...path, index]);
    else if (typeof entry === 'object' && entry !== null) {
      const fields = entry as Record<string, unknown>;
      for (const [key, each] of Object.entries(fields)) fields[key] = pack(each, [...path, key]);
    }
    return entry;
  };
  return { value: pack(value, []), hasPrototypeKey, texts };
}

/** Puts the long texts back. */
export function unpackLongTexts({ value, hasPrototypeKey, texts }: PackedJson): StrictJson {
  const root = { value };
  for (const { path, text } of texts) {
    const place = ['value', ...path];
    const last = place.pop() ?? '';
    let parent = root as Record<string | number, unknown>;
    for (const step of place) parent = parent[step] as Record<string | number, unknown>;
    parent[last] = LongText.from(text);
  }
  return { value: root.value, hasPrototypeKey };
}
