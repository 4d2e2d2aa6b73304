import { runVideoJob } from '../child/video-child.js';
import { VideoEngineError } from '../video.errors.js';
import { type ByteSource, fileSource } from './byte-source.js';
import { examineInWorker } from './examine-in-worker.js';
import { ProbeError } from './probe.errors.js';
import type { VideoFacts } from './probe-message.js';

export type ProbeOptions = {
  /** Whole examination. Default 10 s. */
  timeoutMs?: number;
  /** Bytes that may be read; a forged length is refused before anything is allocated. Default 32 MiB. */
  budgetBytes?: number;
  signal?: AbortSignal;
  /** The program that reads what the worker cannot; the default is this engine's own. */
  program?: string;
};

const DEFAULT_TIMEOUT_MS = 10_000;
const DEFAULT_BUDGET_BYTES = 32 * 1024 * 1024;
const CHILD_MEMORY_MB = 512;
/** The caller waits for the answer: there is no job that could be tried again. */
const KILLED_TRIES = 3;
const SIGNATURE_BYTES = 12;

/**
 * Examines an untrusted video without decoding it: container, duration, picture size, codecs.
 *
 * MP4, MOV, WebM, MKV and MPEG-TS are read in a worker thread; a local AVI or FLV, and a local file whose index is
 * too large for the budget, by the decoder library in a process of its own. Both can be ended at any time.
 *
 * @param source A local file, or a `ByteSource` for one elsewhere. AVI and FLV have to be local.
 * @throws ProbeError `empty`, `unsupported_container` (which covers text under a video's name), `no_video` (also a
 * file whose end is missing), `no_duration`, `corrupt`, `too_complex`, `unreadable`, `timed_out`, `cancelled`,
 * `engine_crashed`.
 */
export async function probeVideo(
  source: string | ByteSource,
  options: ProbeOptions = {},
): Promise<VideoFacts> {
  if (typeof source !== 'string') return examine(source, options);
  const { source: bytes, close } = await fileSource(source);
  try {
    const signature = await signatureOf(bytes);
    if (signature) return await examineInChild(source, options);
    return await examine(bytes, options);
  } catch (error) {
    if (!(error instanceof ProbeError) || error.code !== 'too_complex') throw error;
    // Long recordings without an index are honest, and only reading all of them gives their length.
    return await examineInChild(source, options).catch(() => Promise.reject(error));
  } finally {
    await close();
  }
}

function examine(source: ByteSource, options: ProbeOptions): Promise<VideoFacts> {
  if (source.size === 0) return Promise.reject(new ProbeError('empty'));
  return examineInWorker(source, {
    timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    budgetBytes: options.budgetBytes ?? DEFAULT_BUDGET_BYTES,
    signal: options.signal,
  });
}

/** The two containers that the worker does not know, by their first bytes. */
async function signatureOf(source: ByteSource): Promise<'avi' | 'flv' | undefined> {
  const end = Math.min(SIGNATURE_BYTES, source.size);
  const head = Buffer.from(await source.read(0, end, AbortSignal.any([]))).toString('latin1');
  if (head.startsWith('RIFF') && head.endsWith('AVI ')) return 'avi';
  return head.startsWith('FLV\x01') ? 'flv' : undefined;
}

async function examineInChild(path: string, options: ProbeOptions): Promise<VideoFacts> {
  const timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  const limits = { timeoutMs, stallMs: timeoutMs, memoryMb: CHILD_MEMORY_MB };
  try {
    const facts = await runVideoJob<'container'>(
      { kind: 'container', path },
      { limits, signal: options.signal, program: options.program, tries: KILLED_TRIES },
    );
    return { ...facts, container: containerName(facts.container) };
  } catch (error) {
    throw error instanceof VideoEngineError ? translated(error) : error;
  }
}

function containerName(name: string): VideoFacts['container'] {
  if (name.includes('matroska')) return 'mkv';
  if (name.includes('mp4')) return 'mp4';
  return name.includes('mpegts') ? 'mpegts' : name.includes('flv') ? 'flv' : 'avi';
}

function translated(cause: VideoEngineError): ProbeError {
  switch (cause.code) {
    case 'no_video':
    case 'timed_out':
    case 'cancelled':
    case 'engine_crashed':
      return new ProbeError(cause.code, undefined, { cause });
    case 'out_of_memory':
      return new ProbeError('too_complex', undefined, { cause });
    default:
      return new ProbeError('corrupt', undefined, { cause });
  }
}
