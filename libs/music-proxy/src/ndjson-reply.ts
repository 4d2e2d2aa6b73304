import type { Response } from 'express';
import { sendChunk } from '#libs/platform/http';
import { chargedCredits, type Task } from '#libs/tasks';

/** The head of a stream of a task. */
export function beginNdjson(response: Response, task: Task): void {
  response.status(200).set({
    'Content-Type': 'application/x-ndjson',
    'Cache-Control': 'no-store',
    'X-Accel-Buffering': 'no',
    'X-Task-Id': task.id,
    'X-Credits-Used': String(chargedCredits(task)),
    'X-Estimated-Duration-Seconds': String(task.estimatedSeconds),
  });
}

/**
 * Sends lines as they come, as fast as the reader takes them; stops when the reader is gone.
 * @param open gives the lines until its signal aborts.
 */
export async function sendNdjson(
  response: Response,
  open: (signal: AbortSignal) => AsyncIterable<string>,
): Promise<void> {
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  response.flushHeaders();
  for await (const line of open(gone.signal)) {
    if (gone.signal.aborted) return;
    await sendChunk(response, line);
  }
  response.end();
}
