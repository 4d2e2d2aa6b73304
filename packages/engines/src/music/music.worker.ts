import { setImmediate as nextTurn } from 'node:timers/promises';
import type { MessagePort } from 'node:worker_threads';
import { MP3_SAMPLE_RATE, Mp3Encoder } from './mp3-encoder.js';
import { peaksOf } from './peaks.js';
import type { MusicPlan } from './plan/music-plan.js';
import { SongRenderer } from './song-renderer.js';

/** A part of the file, and peaks (`peaksOf`) of the music that went into it: the parts' peaks, joined, are the piece's. */
export type MusicChunk = { bytes: Uint8Array; peaks: number[] };
/** Messages from the thread to the engine: a part of the file, or the end. A failure is reported by the task. */
export type WorkerMessage = MusicChunk | 'end';
export type RenderTask = { plan: MusicPlan; port: MessagePort };

/** Chunks sent ahead of the consumer. */
const WINDOW_CHUNKS = 4;
/** Samples between two reads of the port: 26 MP3 frames, about 16 kB. */
const SLICE_SAMPLES = 1152 * 26;

/** Counts what the consumer can still take; every message from the engine is a request for one more. */
class Demand {
  isStopped = false;
  private credit = WINDOW_CHUNKS;
  private wake = (): void => undefined;

  constructor(port: MessagePort) {
    port.on('message', () => this.change(() => this.credit++));
    port.on('close', () => this.change(() => (this.isStopped = true)));
  }

  /** Waits until the consumer wants a chunk or has stopped. */
  async take(): Promise<void> {
    while (this.credit === 0 && !this.isStopped) await new Promise<void>((resolve) => (this.wake = resolve));
    this.credit--;
  }

  private change(apply: () => void): void {
    apply();
    this.wake();
  }
}

/** Renders one piece into the task's port, no faster than it is consumed, until its end or until the port closes. */
export async function renderSong({ plan, port }: RenderTask): Promise<void> {
  try {
    await sendMp3(plan, port, new Demand(port));
    port.postMessage('end' satisfies WorkerMessage);
  } finally {
    port.close();
  }
}

async function sendMp3(plan: MusicPlan, port: MessagePort, demand: Demand): Promise<void> {
  // Notice a caller that left while the task was queued, before the costly start.
  await nextTurn();
  if (demand.isStopped) return;
  const renderer = new SongRenderer(plan, MP3_SAMPLE_RATE);
  const encoder = await Mp3Encoder.create(renderer.length);
  for (let rest = renderer.length; rest > 0 && !demand.isStopped; rest -= SLICE_SAMPLES) {
    await demand.take();
    await nextTurn();
    if (demand.isStopped) return;
    const pcm = renderer.read(SLICE_SAMPLES);
    sendChunk(port, encoder.encode(pcm), peaksOf(pcm));
  }
  if (!demand.isStopped) sendChunk(port, encoder.finish(), []);
}

function sendChunk(port: MessagePort, bytes: Uint8Array<ArrayBuffer>, peaks: number[]): void {
  if (bytes.length > 0) port.postMessage({ bytes, peaks } satisfies WorkerMessage, [bytes.buffer]);
}
