import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Request } from 'express';
import { BodyTooLarge, InvalidRequest, UnsupportedMediaType } from '#libs/platform/errors';
import type { IncomingBody } from '../requests/incoming-body.js';

const PART_MIN_BYTES = 16 * 1024;
/** Memory of its own takes longer to get than so few bytes to read. */
const POOLED_MAX_BYTES = 4 * 1024;
const PART_MAX_BYTES = 1024 * 1024;

/** Whether the request has a body, be it empty. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * Reads a whole body, decompressed. It never holds more than `maxBytes`, and a declared length above it is refused
 * before anything is read.
 * @throws BodyTooLarge, UnsupportedMediaType for an unknown encoding, InvalidRequest when it does not arrive whole, and
 * what the memory of `body` throws when it is full.
 */
export async function readBody(request: Request, maxBytes: number, body: IncomingBody): Promise<Buffer> {
  const encoding = request.headers['content-encoding']?.toLowerCase() ?? 'identity';
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > maxBytes) throw tooLarge(maxBytes);
  body.memory.announce(announced);
  const source = decoded(request, encoding);
  const parts = new BodyParts(encoding === 'identity' ? announced : 0);
  return new Promise((resolve, reject) => {
    const refuse = (error: unknown): void => {
      source.removeAllListeners('data');
      parts.drop();
      if (source !== request) {
        request.unpipe();
        source.destroy();
      }
      reject(error as Error);
    };
    const breakOff = (cause?: Error): void =>
      refuse(
        new InvalidRequest('The body did not arrive whole, or is not what Content-Encoding says.', { cause }),
      );
    body.onStop(refuse);
    source.on('data', (chunk: Buffer) => {
      try {
        if (parts.bytes + chunk.length > maxBytes) throw tooLarge(maxBytes);
        body.memory.hold(parts.bytes + chunk.length);
        parts.add(chunk);
        pause(source, body.pauseAfter(chunk.length, parts.bytes));
      } catch (error) {
        refuse(error);
      }
    });
    source.on('end', () => resolve(parts.joined()));
    source.on('error', breakOff);
    request.on('error', breakOff);
    request.on('close', () => {
      if (!request.complete) breakOff();
    });
  });
}

function pause(source: Readable, ms: number): void {
  if (ms === 0) return;
  source.pause();
  setTimeout(() => source.resume(), ms).unref();
}

/**
 * The parts of a body: put into their place as they come where its length is known, which spreads the work, else into
 * pieces that grow with it, as each part by itself would take far more than its bytes.
 */
class BodyParts {
  bytes = 0;
  private full: Buffer[] = [];
  private last: Buffer | undefined;
  private lastBytes = 0;

  constructor(private readonly announcedBytes: number) {}

  add(part: Buffer): void {
    for (let at = 0; at < part.length;) {
      const piece = this.roomyPiece();
      const copied = part.copy(piece, this.lastBytes, at);
      at += copied;
      this.lastBytes += copied;
      this.bytes += copied;
    }
  }

  joined(): Buffer {
    const last = this.last?.subarray(0, this.lastBytes) ?? Buffer.alloc(0);
    const whole = this.full.length === 0 ? last : Buffer.concat([...this.full, last]);
    this.drop();
    return whole;
  }

  drop(): void {
    this.full = [];
    this.last = undefined;
    this.lastBytes = 0;
  }

  /** Memory that is not written to yet is not taken yet: an announcement alone costs nothing. */
  private roomyPiece(): Buffer {
    if (this.last && this.lastBytes < this.last.length) return this.last;
    if (this.last) this.full.push(this.last);
    const size = this.announcedBytes || Math.min(Math.max(this.bytes, PART_MIN_BYTES), PART_MAX_BYTES);
    this.last = size < POOLED_MAX_BYTES ? Buffer.allocUnsafe(size) : Buffer.allocUnsafeSlow(size);
    this.lastBytes = 0;
    return this.last;
  }
}

/** Whether nothing else lies in the same piece of memory, which may then be given away. */
export function ownsItsMemory({ buffer, length }: Buffer): boolean {
  return buffer instanceof ArrayBuffer && buffer.byteLength === length;
}

function decoded(request: Request, encoding: string): Readable {
  switch (encoding) {
    case 'identity':
      return request;
    case 'gzip':
    case 'x-gzip':
      return request.pipe(createGunzip());
    case 'deflate':
      return request.pipe(createInflate());
    case 'br':
      return request.pipe(createBrotliDecompress());
    default:
      throw new UnsupportedMediaType('The body may be plain or compressed by gzip, deflate or br.');
  }
}

function tooLarge(maxBytes: number): Error {
  const limit = maxBytes >= 1024 * 1024 ? `${Math.floor(maxBytes / 1024 / 1024)} MB` : `${maxBytes} bytes`;
  return new BodyTooLarge(`The body is larger than ${limit}, the limit of this route.`);
}
