import type { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';
import type { Deadline } from './deadline.js';
import { exchangeError } from './error-translation.js';
import { OutboundError } from './outbound-error.js';

export type BodyLimits = {
  /** Bytes, before and after decompression. */
  maxBytes: number;
  /** Milliseconds between two parts. */
  idleTimeoutMs: number;
};

/** The parts of an answer that describe its body. */
export type RawBody = {
  stream: Readable;
  contentLength?: string;
  contentEncoding?: string;
};

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
};

/**
 * The body of an answer, decompressed, in parts, within the limits of time and size.
 *
 * Only waiting for the server counts as idle; a slow reader may pause as long as the whole call may last. Leaving the
 * loop early closes the connection.
 *
 * @throws OutboundError `too_large`, `timeout`, `aborted`, `bad_reply` or `connection_failed`.
 */
export async function* limitedBody(
  raw: RawBody,
  limits: BodyLimits,
  deadline: Deadline,
): AsyncGenerator<Buffer> {
  try {
    const makeDecoder = decoderOf(raw.contentEncoding);
    const wireLimit = makeDecoder === undefined ? limits.maxBytes : compressedLimit(limits.maxBytes);
    if (Number(raw.contentLength ?? 0) > wireLimit) throw tooLarge();
    const wire = counted(arriving(raw.stream, limits.idleTimeoutMs, deadline), wireLimit);
    if (makeDecoder === undefined) yield* wire;
    else yield* counted(decoded(wire, makeDecoder()), limits.maxBytes);
  } catch (error) {
    throw exchangeError(error);
  } finally {
    closeQuietly(raw.stream);
    deadline.end();
  }
}

/** Ends a body that will not be read, and its connection. */
export function closeQuietly(stream: Readable): void {
  stream.on('error', () => undefined).destroy();
}

async function* arriving(
  stream: Readable,
  idleTimeoutMs: number,
  deadline: Deadline,
): AsyncGenerator<Buffer> {
  const parts = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  for (;;) {
    const message = 'The server stopped sending its answer.';
    const next = await deadline.within(idleTimeoutMs, message, parts.next());
    if (next.done === true) return;
    yield next.value;
  }
}

async function* counted(parts: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const part of parts) {
    bytes += part.byteLength;
    if (bytes > maxBytes) throw tooLarge();
    yield part;
  }
}

async function* decoded(wire: AsyncIterable<Buffer>, decoder: Transform): AsyncGenerator<Buffer> {
  // The decoder is destroyed with whatever ends the pipeline, so the loop below is the one place that reports it.
  pipeline(wire, decoder).catch(() => undefined);
  try {
    yield* decoder as AsyncIterable<Buffer>;
  } finally {
    decoder.destroy();
  }
}

function decoderOf(contentEncoding: string | undefined): (() => Transform) | undefined {
  const name = (contentEncoding ?? '').trim().toLowerCase();
  if (name === '' || name === 'identity') return undefined;
  const decoder = Object.hasOwn(DECODERS, name) ? DECODERS[name] : undefined;
  if (decoder !== undefined) return decoder;
  throw new OutboundError('bad_reply', 'The server sent its answer in an unknown compression.', {
    mayHaveArrived: true,
  });
}

/** The size that incompressible data may grow to; a stream of empty parts ends here too. */
function compressedLimit(maxBytes: number): number {
  return maxBytes + Math.ceil(maxBytes / 1_000) + 1_024;
}

function tooLarge(): OutboundError {
  return new OutboundError('too_large', 'The server’s answer is larger than allowed.', {
    mayHaveArrived: true,
  });
}
