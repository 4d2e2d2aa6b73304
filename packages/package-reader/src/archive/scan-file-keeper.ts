import { createHash } from 'node:crypto';
import { isUtf8 } from 'node:buffer';

import type { ScanFile } from './scan-file.js';

/** How much may still be kept of all files, and of one. */
export type ScanRoom = { bytes: number; readonly fileBytes: number };

/** Kept of a file that is too large, or holds pictures, sound or video. */
export const HEAD_BYTES = 64 * 1024;
/** Beginnings of pictures, sound, video and fonts, which nothing runs: PNG, JPEG, GIF, RIFF, Ogg, FLAC, ID3, EBML, fonts. */
const MEDIA_HEADS =
  /^(?:89504e47|ffd8ff|47494638|52494646|4f676753|664c6143|494433|1a45dfa3|00010000|4f54544f|774f46)/i;

/** Receives the content of a file and keeps what the scan needs of it. */
export class ScanFileKeeper {
  private readonly hash = createHash('sha256');
  private readonly chunks: Buffer[] = [];
  private bytes = 0;
  private kept = 0;
  private most: number | undefined;

  constructor(private readonly room: ScanRoom) {}

  receive(chunk: Buffer): void {
    this.hash.update(chunk);
    this.bytes += chunk.length;
    this.most ??= isMedia(chunk)
      ? HEAD_BYTES
      : Math.max(HEAD_BYTES, Math.min(this.room.fileBytes, this.room.bytes));
    const part = chunk.subarray(0, this.most - this.kept);
    if (part.length === 0) return;
    this.chunks.push(part);
    this.kept += part.length;
  }

  file(path: string): ScanFile {
    // Of a file that is not read to its end, the beginning is enough to tell what it is.
    const isWhole = this.kept === this.bytes;
    const content = Buffer.concat(this.chunks).subarray(0, isWhole ? undefined : HEAD_BYTES);
    this.room.bytes -= content.length;
    const known = { path, bytes: this.bytes, sha256: this.hash.digest('hex') };
    if (isWhole && isText(content)) return { ...known, text: content.toString('utf8') };
    // A buffer may be part of a pool, all of which would be copied to the thread.
    return { ...known, content: Uint8Array.from(content) };
  }
}

export function isText(content: Buffer): boolean {
  return isUtf8(content) && !content.includes(0);
}

export function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Whether the first bytes of a file are those of a picture, sound, video or font. */
export function isMedia(chunk: Buffer): boolean {
  const head = chunk.subarray(0, 12).toString('hex');
  return MEDIA_HEADS.test(head) || head.slice(8, 16) === Buffer.from('ftyp').toString('hex');
}
