import { open } from 'node:fs/promises';
import { SNIFF_BYTES, sniffImage } from '@atelier/engines/image';

/** The media type of an image file, by its first bytes; undefined for any other file. */
export async function imageTypeOf(path: string): Promise<string | undefined> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(SNIFF_BYTES), 0, SNIFF_BYTES, 0);
  const format = sniffImage(buffer.subarray(0, bytesRead));
  return format && `image/${format}`;
}
