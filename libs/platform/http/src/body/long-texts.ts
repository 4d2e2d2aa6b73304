import type { StrictJson } from './strict-json.js';

/** Making a text of a megabyte out of its bytes takes less than a millisecond. */
const LONG_CHARS = 1024 * 1024;

/** A text that was taken out of a value, as bytes that change threads without a copy. */
type LongText = {
  path: readonly (string | number)[];
  bytes: Uint8Array<ArrayBuffer>;
  encoding: 'latin1' | 'utf16le';
};

/** A parsed body on its way between threads: what it costs the receiver at a stretch is one of its texts, not all of them. */
export type PackedJson = StrictJson & { texts: LongText[] };

/** Takes the long texts out of the value, which is changed. */
export function packLongTexts({ value, hasPrototypeKey }: StrictJson): PackedJson {
  const texts: LongText[] = [];
  const pack = (entry: unknown, path: readonly (string | number)[]): unknown => {
    if (typeof entry === 'string' && entry.length > LONG_CHARS) {
      texts.push({ path, ...bytesOf(entry) });
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

/** Puts the long texts back, each in a turn of its own of the event loop. */
export async function unpackLongTexts({ value, hasPrototypeKey, texts }: PackedJson): Promise<StrictJson> {
  const root = { value };
  for (const { path, bytes, encoding } of texts) {
    await new Promise((resolve) => setImmediate(resolve));
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString(encoding);
    const place = ['value', ...path];
    const last = place.pop() ?? '';
    let parent = root as Record<string | number, unknown>;
    for (const step of place) parent = parent[step] as Record<string | number, unknown>;
    parent[last] = text;
  }
  return { value: root.value, hasPrototypeKey };
}

function bytesOf(text: string): Omit<LongText, 'path'> {
  const isAscii = Buffer.byteLength(text) === text.length;
  const encoding = isAscii ? 'latin1' : 'utf16le';
  const bytes = Buffer.allocUnsafeSlow(isAscii ? text.length : 2 * text.length) as Buffer<ArrayBuffer>;
  bytes.write(text, encoding);
  return { bytes, encoding };
}
