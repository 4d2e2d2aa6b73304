import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Request } from 'express';
import { BodyTooLarge, InvalidRequest, UnsupportedMediaType } from '#libs/platform/errors';

/** How long, and for how many bytes, the rest of a refused body is thrown away so that the reply can be read. */
const REST_MS = 2_000;
const REST_MAX_BYTES = 8 * 1024 * 1024;
const JOINED_AT_ONCE_BYTES = 1024 * 1024;

/**
 * Reads a whole body, decompressed. It never holds more than `maxBytes`, and a declared length above it is refused
 * before anything is read.
 * @throws BodyTooLarge, UnsupportedMediaType for an unknown encoding, InvalidRequest when it does not arrive whole.
 */
export async function readBody(request: Request, maxBytes: number): Promise<Buffer> {
  const encoding = request.headers['content-encoding']?.toLowerCase() ?? 'identity';
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(request, maxBytes);
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
      reject(tooLarge(request, maxBytes));
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

function tooLarge(request: Request, maxBytes: number): Error {
  dropRest(request);
  const limit = maxBytes >= 1024 * 1024 ? `${Math.floor(maxBytes / 1024 / 1024)} MB` : `${maxBytes} bytes`;
  return new BodyTooLarge(`The body is larger than ${limit}, the limit of this route.`);
}

/**
 * Throws the rest of a body away for a moment, then cuts the connection. Cutting it at once would reset it, and a
 * caller who is still writing would never see the reply.
 */
export function dropRest(request: Request): void {
  // All of it is here already, compressed: the connection may live on.
  if (request.complete) return void request.resume();
  let bytes = 0;
  const cut = (): void => void request.socket.destroy();
  const timer = setTimeout(cut, REST_MS).unref();
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > REST_MAX_BYTES) cut();
  });
  request.once('close', () => clearTimeout(timer));
  request.resume();
}
