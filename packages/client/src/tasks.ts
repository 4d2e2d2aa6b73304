import type { Connection } from './connection.js';
import { cancelTask, getTask } from './generated/sdk.gen.js';
import type { TaskDetailsResponse } from './generated/types.gen.js';
import { musicAudio, type MusicLine, musicLines } from './music.js';
import { replyOf } from './operations.js';
import { waitFor, type WaitOptions } from './waiting.js';

type StreamOptions = { signal?: AbortSignal };

/** A task that was started. */
export class TaskHandle {
  constructor(
    protected readonly connection: Connection,
    readonly id: string,
  ) {}

  /** See `wait` of `Atelier`. */
  wait(options?: WaitOptions): Promise<TaskDetailsResponse> {
    return waitFor(this.connection, this.id, options);
  }

  async get(): Promise<TaskDetailsResponse> {
    return (await replyOf(this.connection, getTask, { path: { id: this.id } })).data;
  }

  async cancel(): Promise<void> {
    await replyOf(this.connection, cancelTask, { path: { id: this.id } });
  }
}

/** A music task that was started. */
export class MusicTaskHandle extends TaskHandle {
  /** What its stream says, each line once, however often the connection breaks. */
  lines({ signal }: StreamOptions = {}): AsyncGenerator<MusicLine, void> {
    return musicLines(this.connection, this.id, signal);
  }

  /** The MP3 while it is made. */
  audio(options?: StreamOptions): AsyncGenerator<Uint8Array, void> {
    return musicAudio(this.lines(options));
  }
}

/** A task that is being started: a promise of its handle, which can also be waited for at once. */
export type Submission = Promise<TaskHandle> & Pick<TaskHandle, 'wait'>;

export type MusicSubmission = Promise<MusicTaskHandle> & Pick<MusicTaskHandle, 'wait' | 'lines' | 'audio'>;

export function submission(handle: Promise<TaskHandle>): Submission {
  return Object.assign(handle, {
    wait: async (options?: WaitOptions) => (await handle).wait(options),
  });
}

export function musicSubmission(handle: Promise<MusicTaskHandle>): MusicSubmission {
  return Object.assign(handle, {
    wait: async (options?: WaitOptions) => (await handle).wait(options),
    async *lines(options?: StreamOptions) {
      yield* (await handle).lines(options);
    },
    async *audio(options?: StreamOptions) {
      yield* (await handle).audio(options);
    },
  });
}
