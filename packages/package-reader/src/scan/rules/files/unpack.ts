import { createGunzip, createZstdDecompress } from 'node:zlib';

/** The beginning of a stream, and whether it was all of it. */
export type Beginning = { readonly content: Buffer; readonly isWhole: boolean };

/** Reads `most` bytes of a stream at most; of a broken one, what is before the fault. */
export async function beginningOf(stream: AsyncIterable<Buffer>, most: number): Promise<Beginning> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  let isWhole = true;
  try {
    for await (const chunk of stream) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > most) break;
    }
  } catch {
    isWhole = false;
  }
  return { content: Buffer.concat(chunks).subarray(0, most), isWhole: isWhole && bytes <= most };
}

/** Unpacks a compressed file. */
export async function unpack(kind: 'gzip' | 'zstd', packed: Buffer, most: number): Promise<Beginning> {
  const stream = kind === 'gzip' ? createGunzip() : createZstdDecompress();
  stream.end(packed);
  return beginningOf(stream as AsyncIterable<Buffer>, most);
}
