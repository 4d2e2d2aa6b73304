import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Injectable } from '@nestjs/common';
import { PublicAddress } from '#libs/platform/http';

/** The files, in `files` beside this one; `packages/engines/samples/render.mjs` makes them. Those named by a kind of task are results. */
export const SAMPLE_NAMES = [
  'portrait.jpg',
  'room.jpg',
  'painting.jpg',
  'lightmap.png',
  'start.jpg',
  'end.jpg',
  'clip.mp4',
  'node.zip',
  'image-relight.jpg',
  'image-style-transfer.jpg',
  'skin-enhancer-faithful.jpg',
  'skin-enhancer-creative.jpg',
  'skin-enhancer-flexible.jpg',
  'video-reference.mp4',
  'music-from-text.mp3',
  'music-from-video.mp3',
] as const;
const FOLDER = path.join(import.meta.dirname, 'files');
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.mp4': 'video/mp4',
  '.mp3': 'audio/mpeg',
  '.zip': 'application/zip',
};

export type Sample = {
  name: string;
  /** Its path on this machine; read only. */
  path: string;
  contentType: string;
  content: Buffer;
  /** Its strong entity tag, with the quotes. */
  etag: string;
};

/** Finds the pictures, the video and the package that the examples of the API use. */
@Injectable()
export class Samples {
  private readonly read = new Map<string, Sample>();

  constructor(private readonly address: PublicAddress) {}

  find(name: string): Sample | undefined {
    if (!SAMPLE_NAMES.some((known) => known === name)) return undefined;
    const sample = this.read.get(name) ?? readSample(name);
    this.read.set(name, sample);
    return sample;
  }

  /** The sample that a URL of this service names; undefined for any other URL. */
  findByUrl(url: string): Sample | undefined {
    const own = `${this.address.url}/samples/`;
    return url.startsWith(own) ? this.find(url.slice(own.length)) : undefined;
  }
}

function readSample(name: string): Sample {
  const file = path.join(FOLDER, name);
  const content = readFileSync(file);
  const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`;
  return { name, path: file, content, etag, contentType: CONTENT_TYPES[path.extname(name)] ?? '' };
}
