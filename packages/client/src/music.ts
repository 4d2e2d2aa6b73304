import { type Connection, errorOf, pause, pauseBefore } from './connection.js';
import { AtelierError, ConnectionFailed, TaskFailed } from './errors.js';
import type { ResumeMusicStreamResponses } from './generated/types.gen.js';
import { bytesOf } from './media.js';
import { waitFor } from './waiting.js';

/** A line of a music stream, as `GET /tasks/{task_id}/stream` has them. */
export type MusicLine = ResumeMusicStreamResponses[200];

/** Broken connections in a row, without a line between them. */
const MAX_BREAKS = 5;

/**
 * The lines of a music task while it is made, each once. A broken connection is opened again after the last line.
 * @throws TaskFailed when the music could not be made.
 */
export async function* musicLines(
  connection: Connection,
  id: string,
  signal?: AbortSignal,
): AsyncGenerator<MusicLine, void> {
  for (let after = -1, breaks = 0; ;) {
    try {
      const init = signal ? { signal } : {};
      const response = await connection.send(`/tasks/${id}/stream?after=${after}`, init);
      if (!response.ok) throw await errorOf(response);
      for await (const line of linesOf(response)) {
        signal?.throwIfAborted();
        if (line.seq <= after) continue;
        after = line.seq;
        breaks = 0;
        // Rejects with TaskFailed.
        if (line.type === 'error') await waitFor(connection, id, signal ? { signal } : {});
        yield line;
        if (line.type === 'complete') return;
      }
    } catch (error) {
      signal?.throwIfAborted();
      const isFinal = [AtelierError, TaskFailed, ConnectionFailed].some((type) => error instanceof type);
      if (isFinal) throw error;
      if (breaks >= MAX_BREAKS) throw new ConnectionFailed(connection.url, error);
    }
    await pause(pauseBefore(breaks), signal);
    breaks += 1;
  }
}

/** The MP3 of a music task while it is made. */
export async function* musicAudio(lines: AsyncIterable<MusicLine>): AsyncGenerator<Uint8Array, void> {
  for await (const line of lines) if (line.type === 'audio_chunk') yield bytesOf(line.data);
}

/** The id that a new stream begins with. The stream is left: it can be read by the id as often as wanted. */
export async function startedTaskId(response: Response): Promise<string> {
  const id = response.headers.get('X-Task-Id');
  if (id) {
    await response.body?.cancel();
    return id;
  }
  for await (const line of linesOf(response)) if (line.type === 'task') return line.task_id;
  throw await errorOf(response);
}

/** Whole lines only: what is left at the end of a broken connection is sent again. */
async function* linesOf(response: Response): AsyncGenerator<MusicLine, void> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (let rest = ''; reader;) {
      const { done, value } = await reader.read();
      if (done) return;
      const lines = (rest + value).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line) yield JSON.parse(line) as MusicLine;
    }
  } finally {
    await reader?.cancel().catch(() => undefined);
  }
}
