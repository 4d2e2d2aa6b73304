import type { Response } from 'express';
import { sendChunk } from '#libs/platform/http';
import { type Task, taskHeaders } from '#libs/media/work';

export function beginNdjson(response: Response, task: Task): void {
  response.status(200).set({
    'Content-Type': 'application/x-ndjson',
    'Cache-Control': 'no-store',
    'X-Accel-Buffering': 'no',
    'X-Task-Id': task.id,
    ...taskHeaders(task),
  });
}

/** Sends lines as they come, as fast as the reader reads them; ends after a whole line when `signal` aborts. */
export async function sendNdjson(
  response: Response,
  lines: AsyncIterable<string>,
  signal: AbortSignal,
): Promise<void> {
  response.flushHeaders();
  for await (const line of lines) {
    if (signal.aborted) break;
    await sendChunk(response, line);
  }
  response.end();
}
