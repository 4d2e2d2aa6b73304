import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Request } from 'express';
import { BodyTooLarge, DomainError, InvalidRequest, writeFailure } from '#libs/platform/errors';
import { BodyHashes } from '../body/content-digest.js';
import { receiveBody } from '../body/receive-body.js';
import { beginStreamedRequest } from '../idempotency/idempotent-request.js';

const MEGABYTE = 1024 * 1024;

type SaveOptions = { tooLarge?: Error; isHashed?: boolean };
type SavedBody = { bytes: number; sha256: Buffer | undefined };

/**
 * Writes the body of a route with `@StreamedBody()` to the new file `path` as it comes, in constant memory. When it
 * fails, no file stays.
 * @param options `tooLarge` is thrown instead of BodyTooLarge. A body is hashed, which costs a second per gigabyte, where
 * `isHashed` says so or its request has an `Idempotency-Key`.
 * @throws BodyTooLarge as soon as `maxBytes` is passed or a larger size is announced, InvalidRequest when it is empty
 * or the caller breaks off, RequestTimeout when it comes too slowly, DigestMismatch; and what `beginStreamedRequest`
 * throws, as a body that has arrived is one whose request begins.
 */
export async function saveBody(
  request: Request,
  path: string,
  maxBytes: number,
  { tooLarge = tooLargeFor(maxBytes), isHashed = false }: SaveOptions = {},
): Promise<SavedBody> {
  try {
    return await receiveBody(request, 'streamed', ({ signal }) =>
      save(request, path, { maxBytes, tooLarge, isHashed, signal }),
    );
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

async function save(
  request: Request,
  path: string,
  { maxBytes, tooLarge, isHashed, signal }: Required<SaveOptions> & { maxBytes: number; signal: AbortSignal },
): Promise<SavedBody> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge;
  const isKeyed = 'idempotency-key' in request.headers;
  const hashes = new BodyHashes(request, { needsSha256: isKeyed || isHashed });
  let bytes = 0;
  try {
    const written = pipeline(
      // Kept alive on failure: the reply goes over the same connection.
      request.iterator({ destroyOnReturn: false }),
      async function* counted(parts: AsyncIterable<Buffer>) {
        for await (const part of parts) {
          bytes += part.length;
          if (bytes > maxBytes) throw tooLarge;
          hashes.update(part);
          yield part;
        }
      },
      createWriteStream(path, { flags: 'wx' }),
      { signal },
    );
    // By itself it would wait for the next bytes before it ends.
    await Promise.race([written, once(signal, 'abort')]);
    signal.throwIfAborted();
  } catch (error) {
    const isOurs = error instanceof DomainError || signal.aborted || writeFailure(error);
    if (isOurs || request.complete) throw error;
    throw new InvalidRequest('The body did not arrive whole.', { cause: error });
  }
  if (bytes === 0) throw new InvalidRequest('The body is empty. Send the bytes of the file.');
  const sha256 = hashes.end();
  if (isKeyed && sha256) await beginStreamedRequest(sha256);
  return { bytes, sha256 };
}

function tooLargeFor(maxBytes: number): Error {
  return new BodyTooLarge(`The body is larger than ${Math.floor(maxBytes / MEGABYTE)} MB.`);
}
