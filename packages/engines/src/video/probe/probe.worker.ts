import { open } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import {
  ADTS,
  CustomSource,
  FLAC,
  Input,
  MATROSKA,
  MP3,
  MP4,
  MPEG_TS,
  OGG,
  QTFF,
  WAVE,
  WEBM,
} from 'mediabunny';
import type { ProbeErrorCode } from './probe.errors.js';
import type { ProbeAnswer, ProbeQuestion, VideoFacts } from './probe-message.js';

const CACHE_BYTES = 4 * 1024 * 1024;
const CONTAINERS = new Map<object, VideoFacts['container']>([
  [MP4, 'mp4'],
  [QTFF, 'mov'],
  [WEBM, 'webm'],
  [MATROSKA, 'mkv'],
  [MPEG_TS, 'mpegts'],
]);

const SOUNDS = [MP4, QTFF, MP3, WAVE, OGG, FLAC, ADTS];

// Of the parser, which reads ahead on its own.
process.on('uncaughtException', ({ message }) => say(failed('corrupt', message)));

const { path, budgetBytes, isSound = false } = workerData as ProbeQuestion;
const file = await open(path).catch(() => giveUp('unreadable'));
let used = 0;

say(await examine());

async function read(start: number, end: number): Promise<Uint8Array> {
  used += end - start;
  // Before any memory is taken for them.
  if (used > budgetBytes) return giveUp('too_complex');
  const bytes = new Uint8Array(end - start);
  const { bytesRead } = await file.read(bytes, 0, bytes.length, start).catch(() => giveUp('unreadable'));
  // The file shrank while it was read; the parser would take the gap for data.
  return bytesRead < bytes.length ? giveUp('corrupt') : bytes;
}

/** Answers at once, whatever the parser would make of an error; the thread ends then. */
function giveUp(code: ProbeErrorCode): Promise<never> {
  say(failed(code));
  return new Promise(() => undefined);
}

async function examine(): Promise<ProbeAnswer> {
  const { size } = await file.stat().catch(() => giveUp('unreadable'));
  const source = new CustomSource({
    getSize: () => size,
    read,
    maxCacheSize: CACHE_BYTES,
    prefetchProfile: 'fileSystem',
    handleUnhandledError: () => undefined,
  });
  const formats = isSound ? SOUNDS : ([...CONTAINERS.keys()] as [typeof MP4]);
  const input = new Input({ source, formats });
  try {
    return isSound ? await lengthOf(input) : await factsOf(input);
  } catch (error) {
    return failed('corrupt', error instanceof Error ? error.message : String(error));
  }
}

async function factsOf(input: Input): Promise<ProbeAnswer> {
  if (!(await input.canRead())) return failed('unsupported_container');
  const video = await input.getPrimaryVideoTrack();
  if (!video) return failed('no_video');
  const claimed = await input.getDurationFromMetadata(undefined, { skipLiveWait: true });
  const spanned = await input.computeDuration(undefined, { skipLiveWait: true });
  // Broadcast streams and cut recordings do not start at 0.
  const start = positive(await input.getFirstTimestamp());
  const durationSeconds = Math.max(positive(claimed), positive(spanned)) - start;
  if (!(durationSeconds > 0)) return failed('no_duration');
  const audio = await input.getPrimaryAudioTrack();
  const facts: VideoFacts = {
    container: CONTAINERS.get(await input.getFormat()) ?? 'mp4',
    durationSeconds,
    width: await video.getDisplayWidth(),
    height: await video.getDisplayHeight(),
    videoCodec: (await video.getCodec()) ?? 'unknown',
    audioCodec: audio ? ((await audio.getCodec()) ?? 'unknown') : undefined,
  };
  return { type: 'facts', facts };
}

async function lengthOf(input: Input): Promise<ProbeAnswer> {
  if (!(await input.canRead())) return failed('unsupported_container');
  const durationSeconds = positive(await input.computeDuration(undefined, { skipLiveWait: true }));
  return durationSeconds > 0 ? { type: 'sound', durationSeconds } : failed('no_duration');
}

function positive(value: number | null): number {
  return value !== null && Number.isFinite(value) && value > 0 ? value : 0;
}

function failed(code: ProbeErrorCode, detail = ''): ProbeAnswer {
  return { type: 'failed', code, detail };
}

function say(answer: ProbeAnswer): void {
  parentPort!.postMessage(answer);
}
