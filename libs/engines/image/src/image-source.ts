import { open } from 'node:fs/promises';
import { ImageTooLarge } from './image-engine.errors.js';
import type { ImageSource } from './image-job.js';
import { IMAGE_MAX_BYTES } from './image-limits.js';

const SOURCES = ['image', 'reference', 'lightmap'] as const;

/**
 * The input of a job with the bytes of all its pictures.
 * @throws ImageTooLarge for a file of more than 20 MB.
 */
export async function withBytes<Input extends Partial<Record<(typeof SOURCES)[number], ImageSource>>>(
  input: Input,
): Promise<Input> {
  const read: Partial<Record<(typeof SOURCES)[number], ImageSource>> = {};
  for (const name of SOURCES) {
    const source = input[name];
    if (source) read[name] = source instanceof Uint8Array ? source : await readSource(source.path);
    if (source instanceof Uint8Array && source.length > IMAGE_MAX_BYTES) throw tooManyBytes();
  }
  return { ...input, ...read };
}

async function readSource(path: string): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    if (size > IMAGE_MAX_BYTES) throw tooManyBytes();
    return await file.readFile();
  } finally {
    await file.close();
  }
}

function tooManyBytes(): ImageTooLarge {
  return new ImageTooLarge(`The image has more than ${IMAGE_MAX_BYTES / 1024 / 1024} MB.`);
}
