import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
import type { MediaContext } from '#libs/media/providers';
import { audioTypeOf, requestOf, type Task, type TaskFile } from '#libs/media/work';
import type { LineWriter } from './line-writer.js';
import type { MusicEvent } from './music-event.js';
import { DEFAULT_AUDIO_TYPE } from './music-kinds.js';
import type { MusicLines } from './music-lines.js';
import type { MusicTaskRequest } from './music-task-request.js';

const CHUNK_MAX_BYTES = 64 * 1024;
/** For progress: bytes of a stream per second, about 192 kbit/s. */
const BYTES_PER_SECOND = 24_000;

/** Collects what one run makes for a task: the lines between the first and the last, and a file of each stream's audio. */
export class MusicRecording {
  /** Of all streams together. */
  bytes = 0;
  private readonly files = new Map<number, { path: string; handle: FileHandle }>();
  private readonly expectedBytes: number;

  private constructor(
    private readonly lines: MusicLines,
    private readonly writer: LineWriter,
    private readonly task: Task,
    private readonly context: MediaContext,
  ) {
    this.expectedBytes = requestOf<MusicTaskRequest>(task).duration_seconds * BYTES_PER_SECOND;
  }

  static async begin(lines: MusicLines, task: Task, context: MediaContext): Promise<MusicRecording> {
    return new MusicRecording(lines, await lines.beginWriter(task), task, context);
  }

  /** The files of the audio so far, in the order of their streams. */
  get paths(): string[] {
    const inOrder = [...this.files].sort(([a], [b]) => a - b);
    return inOrder.map(([, file]) => file.path);
  }

  async append(event: MusicEvent): Promise<void> {
    await this.writer.append(event);
  }

  /** @param peaks Of the music in these bytes, if known. */
  async addAudio(streamIndex: number, bytes: Uint8Array, peaks?: readonly number[]): Promise<void> {
    for (const event of audioEvents(streamIndex, bytes, peaks)) await this.append(event);
    const { handle } = this.files.get(streamIndex) ?? (await this.begin(streamIndex));
    await handle.writeFile(bytes);
    this.bytes += bytes.byteLength;
    this.context.reportProgress((100 * this.bytes) / this.expectedBytes);
  }

  /**
   * Adds the cost, and waits until everything is stored.
   * @param credits What the work really cost. The caller pays whole credits, rounded up, and at most the price.
   * @returns the files as outputs of the task, in the order of their streams.
   */
  async finish(credits = this.task.credits): Promise<TaskFile[]> {
    await this.append({ type: 'cost', credits: Math.min(Math.ceil(credits), this.task.credits) });
    await this.writer.flush();
    return Promise.all(
      this.paths.map(async (file) => {
        const contentType = (await audioTypeOf(file)) ?? DEFAULT_AUDIO_TYPE;
        return { role: 'audio', content: { path: file }, contentType };
      }),
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.lines.endWriter(this.task.id, this.writer);
    await Promise.all([...this.files.values()].map(({ handle }) => handle.close()));
  }

  private async begin(streamIndex: number): Promise<{ path: string; handle: FileHandle }> {
    const file = path.join(await this.context.folder(), `stream-${streamIndex}`);
    const begun = { path: file, handle: await open(file, 'wx') };
    this.files.set(streamIndex, begun);
    return begun;
  }
}

/** The audio as events of at most 64 KiB each; the first carries all peaks. */
export function* audioEvents(
  streamIndex: number,
  bytes: Uint8Array,
  peaks: readonly number[] = [],
): Generator<MusicEvent> {
  for (let start = 0; start < bytes.length; start += CHUNK_MAX_BYTES) {
    const data = Buffer.from(bytes.subarray(start, start + CHUNK_MAX_BYTES)).toString('base64');
    const shown = start === 0 && peaks.length > 0 ? { peaks: [...peaks] } : {};
    yield { type: 'audio_chunk', stream_index: streamIndex, data, ...shown };
  }
}
