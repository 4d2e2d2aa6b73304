import { createHash } from 'node:crypto';
import type { Response } from 'express';
import { PICTURE_TYPE } from './picture-cache.js';

/** Answers with a picture that was drawn here. */
export function sendPicture(response: Response, bytes: Uint8Array, cacheControl: string): void {
  response
    .set({
      'Content-Type': PICTURE_TYPE,
      'Cache-Control': cacheControl,
      ETag: `"${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}"`,
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'; sandbox",
    })
    .send(Buffer.from(bytes));
}
