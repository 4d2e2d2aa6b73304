import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import type { DomainErrorClass } from '#libs/platform/errors';
import { contentDigest } from '../body/content-digest.js';

/** Bytes `start` to `end` of a file, both inclusive, counted from 0. */
type Part = { start: number; end: number };

/** A file as it is sent; its bytes never change under one tag. */
export type SentFile = {
  /** Its size. */
  bytes: number;
  contentType: string;
  /** Its strong tag, with the quotes. */
  etag: string;
  cacheControl: string;
  /** Sent as `Content-Digest` with the whole file. */
  sha256?: Buffer;
  headers?: Readonly<Record<string, string>>;
  /** The error for a range that lies outside of the file. */
  Unsatisfiable: DomainErrorClass;
  read: (part?: Part) => Promise<Readable> | Readable;
};

/**
 * Answers GET or HEAD with a file: whole, the part that `Range` asks for, or 304 to a reader that has it.
 * @throws the file's `Unsatisfiable`, and what reading it throws.
 */
export async function sendFile(response: Response, file: SentFile): Promise<void> {
  const request = response.req;
  response.set({ ETag: file.etag, 'Cache-Control': file.cacheControl });
  if (request.fresh) return void response.status(304).end();
  const part = requestedPart(request, file);
  response.set({
    'Content-Type': file.contentType,
    'Content-Length': String(part ? part.end - part.start + 1 : file.bytes),
    'X-Content-Type-Options': 'nosniff',
    'Accept-Ranges': 'bytes',
    ...file.headers,
  });
  if (part) response.status(206).set('Content-Range', `bytes ${part.start}-${part.end}/${file.bytes}`);
  else if (file.sha256) response.set('Content-Digest', contentDigest(file.sha256));
  if (request.method === 'HEAD') return void response.end();
  await pipeline(await file.read(part), response);
}

/**
 * The part that a request asks for; undefined for the whole file, which several parts at once get too (RFC 9110 §14.2
 * leaves them to the server). Express's own reader takes a tail that is longer than the file for one outside of it.
 */
function requestedPart(request: Request, { bytes, etag, Unsatisfiable }: SentFile): Part | undefined {
  // Only GET has ranges (§14.2).
  if (request.method !== 'GET') return undefined;
  const condition = request.get('If-Range');
  // Only a strong tag proves that the reader's part belongs to these bytes (§13.1.5).
  if (condition !== undefined && condition !== etag) return undefined;
  const [, first = '', last = ''] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(request.get('Range') ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  // A range that ends before it begins is none, and the header does not count then (§14.1.1).
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined;
  // So many bytes from the end: all of a file that has fewer (§14.1.2).
  const start = first === '' ? Math.max(0, bytes - Number(last)) : Number(first);
  const end = first === '' || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1);
  if (start > end) throw new Unsatisfiable(undefined, { headers: { 'Content-Range': `bytes */${bytes}` } });
  return { start, end };
}
