import { open } from 'node:fs/promises';
import { missingPackages } from '../../installed/index.js';
import { runVideoJob } from '../child/video-child.js';
import { VideoEngineError } from '../video.errors.js';
import { examineInWorker } from './examine-in-worker.js';
import { ProbeError, type ProbeErrorCode } from './probe.errors.js';
import type { VideoFacts } from './probe-message.js';

export type ProbeOptions = {
  /** Whole examination, on the clock: a busy machine needs long for it. Default 5 minutes. */
  timeoutMs?: number;
  /** Bytes that may be read; a forged length is refused before anything is allocated. Default 32 MiB. */
  budgetBytes?: number;
  signal?: AbortSignal;
  /** The program that reads what the worker cannot; the default is this engine's own. */
  program?: string;
};

const DEFAULT_TIMEOUT_MS = 300_000;
const DEFAULT_BUDGET_BYTES = 32 * 1024 * 1024;
const CHILD_MEMORY_MB = 512;
/** For a thread or process that ended without an answer: the caller waits, and there is no queue to retry from. */
const CRASHED_TRIES = 3;
const SIGNATURE_BYTES = 12;
const WITHOUT_DECODER =
  'The file is not an MP4, MOV, WebM, MKV or MPEG-TS video, and no decoder of others is installed.';

/**
 * Examines an untrusted video without decoding it: container, duration, picture size, codecs.
 *
 * MP4, MOV, WebM, MKV and MPEG-TS are read in a worker thread. An AVI or FLV, and a file whose index is too large for the budget,
 * is read by the decoder library in a separate process. Both can be ended at any time.
 *
 * @throws ProbeError `empty`, `unsupported_container` (also for text under a video's name), `no_video` (also for a file whose end
 * is missing), `no_duration`, `corrupt`, `too_complex`, `unreadable`, `timed_out`, `cancelled`, `engine_crashed`.
 */
export async function probeVideo(path: string, options: ProbeOptions = {}): Promise<VideoFacts> {
  const head = await headOf(path);
  if (head === '') throw new ProbeError('empty');
  if (isUnknownToWorker(head)) return examineInChild(path, options);
  try {
    return await examineAsOftenAsItCrashes(path, options);
  } catch (error) {
    if (!hasCode(error, 'too_complex')) throw error;
    // Long recordings may honestly have no index; only reading them completely gives their length.
    return await examineInChild(path, options).catch(() => Promise.reject(error));
  }
}

/**
 * How long the sound of an untrusted file lasts, in seconds: MP3, MP4, WAV, Ogg, FLAC or AAC.
 *
 * @throws ProbeError as `probeVideo`, except `empty` and `no_video`.
 */
export async function probeSound(path: string, options: ProbeOptions = {}): Promise<number> {
  const { timeoutMs = DEFAULT_TIMEOUT_MS, budgetBytes = DEFAULT_BUDGET_BYTES, signal } = options;
  const answer = await examineInWorker({ path, budgetBytes, isSound: true }, { timeoutMs, signal });
  if (answer.type !== 'sound') throw new ProbeError('no_duration');
  return answer.durationSeconds;
}

async function examineAsOftenAsItCrashes(path: string, options: ProbeOptions): Promise<VideoFacts> {
  const { timeoutMs = DEFAULT_TIMEOUT_MS, budgetBytes = DEFAULT_BUDGET_BYTES, signal } = options;
  for (let left = CRASHED_TRIES - 1; ; left -= 1) {
    try {
      const answer = await examineInWorker({ path, budgetBytes }, { timeoutMs, signal });
      if (answer.type === 'facts') return answer.facts;
      throw new ProbeError('no_video');
    } catch (error) {
      if (left === 0 || !hasCode(error, 'engine_crashed')) throw error;
    }
  }
}

function hasCode(error: unknown, code: ProbeErrorCode): boolean {
  return error instanceof ProbeError && error.code === code;
}

async function headOf(path: string): Promise<string> {
  try {
    await using file = await open(path);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SIGNATURE_BYTES), 0, SIGNATURE_BYTES, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } catch (cause) {
    throw new ProbeError('unreadable', undefined, { cause });
  }
}

/** AVI and FLV, by their first bytes. */
function isUnknownToWorker(head: string): boolean {
  return (head.startsWith('RIFF') && head.endsWith('AVI ')) || head.startsWith('FLV\x01');
}

async function examineInChild(path: string, options: ProbeOptions): Promise<VideoFacts> {
  if (missingPackages('video').length > 0) throw new ProbeError('unsupported_container', WITHOUT_DECODER);
  const timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  const limits = { timeoutMs, memoryMb: CHILD_MEMORY_MB };
  try {
    return await runVideoJob<'container'>(
      { kind: 'container', path },
      { limits, signal: options.signal, program: options.program, tries: CRASHED_TRIES },
    );
  } catch (error) {
    throw error instanceof VideoEngineError ? translated(error) : error;
  }
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
