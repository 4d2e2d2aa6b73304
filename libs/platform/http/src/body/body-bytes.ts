import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Request } from 'express';
import { BodyTooLarge, InvalidRequest, UnsupportedMediaType } from '#libs/platform/errors';

const JOINED_AT_ONCE_BYTES = 1024 * 1024;

/** Whether the request has a body, be it empty. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * Reads a whole body, decompressed. It never holds more than `maxBytes`, and a declared length above it is refused
 * before anything is read.
 * @throws BodyTooLarge, UnsupportedMediaType for an unknown encoding, InvalidRequest when it does not arrive whole.
 */
export async function readBody(request: Request, maxBytes: number): Promise<Buffer> {
  const encoding = request.headers['content-encoding']?.toLowerCase() ?? 'identity';
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
  const source = decoded(request, encoding);
  const parts = new BodyParts(encoding === 'identity' ? Number(request.headers['content-length'] ?? 0) : 0);
  let bytes = 0;
  return new Promise((resolve, reject) => {
    source.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= maxBytes) return parts.add(chunk);
      source.removeAllListeners('data');
      parts.drop();
      if (source !== request) {
        request.unpipe();
        source.destroy();
      }
      reject(tooLarge(maxBytes));
    });
    const fail = (error?: Error): void =>
      reject(
        new InvalidRequest('The body did not arrive whole, or is not what Content-Encoding says.', {
          cause: error,
        }),
      );
    source.on('end', () => resolve(parts.joined()));
    source.on('error', fail);
    request.on('error', fail);
    request.on('close', () => {
      if (!request.complete) fail();
    });
  });
}

/** The parts of a body: put into their place as they come where its length is known, which spreads the work. */
class BodyParts {
  private readonly parts: Buffer[] = [];
  private whole: Buffer | undefined;
  private bytes = 0;

  constructor(private readonly announcedBytes: number) {}

  add(part: Buffer): void {
    if (this.announcedBytes <= JOINED_AT_ONCE_BYTES) return void this.parts.push(part);
    // Memory that is not written to yet is not taken yet: an announcement alone costs nothing.
    this.whole ??= Buffer.allocUnsafeSlow(this.announcedBytes);
    this.bytes += part.copy(this.whole, this.bytes);
  }

  joined(): Buffer {
    return this.whole?.subarray(0, this.bytes) ?? Buffer.concat(this.parts);
  }

  drop(): void {
    this.parts.length = 0;
    this.whole = undefined;
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
