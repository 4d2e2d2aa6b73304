import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import { requestedRange } from '#libs/platform/http';
import type { ByteRange } from '#libs/platform/storage';
import { ArchiveRangeNotSatisfiable } from './node-version.errors.js';

/** The part of the archive that a request asks for; undefined for the whole, as when several parts are asked for. */
export function wantedRange(request: Request, response: Response, bytes: number): ByteRange | undefined {
  const condition = request.get('If-Range');
  // Only a strong tag proves that the reader's part belongs to these bytes (RFC 9110 §13.1.5).
  if (condition !== undefined && condition !== response.get('ETag')) return undefined;
  const range = requestedRange(request, bytes);
  if (range === 'unsatisfiable')
    throw new ArchiveRangeNotSatisfiable(undefined, { headers: { 'Content-Range': `bytes */${bytes}` } });
  return range;
}

/** Sends a file. A reader who leaves early is no failure. */
export async function sendBytes(source: Readable, response: Response): Promise<void> {
  try {
    await pipeline(source, response);
  } catch (error) {
    if (!isPrematureClose(error)) throw error;
  }
}

function isPrematureClose(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
}

const LINGER_MS = 10_000;

/**
 * Reads past what is left of a refused body, so that its sender gets to see the reply instead of a broken connection;
 * ends the connection when that takes too long.
 */
export function readPast(request: Request): void {
  if (request.complete || request.destroyed) return;
  const { socket } = request;
  const end = setTimeout(() => socket.destroy(), LINGER_MS);
  end.unref();
  request.once('end', () => clearTimeout(end));
  request.once('close', () => clearTimeout(end));
  request.resume();
}
