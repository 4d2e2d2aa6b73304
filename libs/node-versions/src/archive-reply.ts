import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';

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
