import { readFile } from 'node:fs/promises';
import { claimedPixels } from '@atelier/engines/image';
import type { TaskFile } from '#libs/media/work';

/** Of all pictures together, by their headers; undefined if the size of one is not known. */
export async function megapixelsOf(files: readonly TaskFile[]): Promise<number | undefined> {
  let pixels = 0;
  for (const { content } of files) {
    const picture = 'path' in content ? claimedPixels(await readFile(content.path)) : undefined;
    if (picture === undefined) return undefined;
    pixels += picture;
  }
  return pixels / 1e6;
}
