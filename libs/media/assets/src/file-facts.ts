import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

export type FileFacts = {
  /** In hexadecimal digits. */
  sha256: string;
  /** Whether it contains content credentials (C2PA). */
  hasCredentials: boolean;
};

/**
 * How a C2PA manifest store begins in a file of any format: the JUMBF description box with the type of the store, a
 * UUID (C2PA 2.2, 11.1.4.2). In a JPEG, it is at the start of the first segment.
 */
const MANIFEST_STORE = Buffer.from('6a756d64' + '63327061' + '00110010800000aa00389b71', 'hex');
const PART_BYTES = 1024 * 1024;

/** Reads the whole file once. */
export async function factsOf(content: Uint8Array | { path: string }): Promise<FileFacts> {
  const digest = createHash('sha256');
  let hasCredentials = false;
  let tail = Buffer.alloc(0);
  const parts =
    content instanceof Uint8Array ? [content] : createReadStream(content.path, { highWaterMark: PART_BYTES });
  for await (const part of parts as AsyncIterable<Uint8Array>) {
    const bytes = Buffer.from(part.buffer, part.byteOffset, part.byteLength);
    digest.update(bytes);
    const joint = Buffer.concat([tail, bytes.subarray(0, MANIFEST_STORE.length)]);
    hasCredentials ||= joint.includes(MANIFEST_STORE) || bytes.includes(MANIFEST_STORE);
    tail = Buffer.from(bytes.subarray(-MANIFEST_STORE.length));
  }
  return { sha256: digest.digest('hex'), hasCredentials };
}
