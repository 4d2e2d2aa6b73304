import { type Connection, errorOf, pause } from './connection.js';
import { TaskFailed } from './errors.js';
import { createSseClient } from './generated/core/serverSentEvents.gen.js';
import type { TaskDetailsResponse, TaskProgressEvent, TaskStatusEvent } from './generated/types.gen.js';

type Status = TaskDetailsResponse['status'];

export type WaitOptions = {
  signal?: AbortSignal;
  /** Ends the waiting, not the task. */
  timeoutMs?: number;
  onProgress?: (news: { status: Status; progress: number }) => void;
};

const ENDS: readonly Status[] = ['succeeded', 'failed', 'canceled'];
const POLL_MS = 1_000;
const SLOWEST_POLL_MS = 10_000;
/** After so many streams without an event, a proxy keeps them back, and only polling is left. */
const DEAF_STREAMS = 3;
/** The service sends a comment every 15 seconds. */
const STALLED_MS = 60_000;

/**
 * Follows a task by its events; where they do not arrive, asks for it.
 * @returns the task once it has succeeded.
 * @throws TaskFailed when it has failed or was canceled; the reason of the signal when that is aborted.
 */
export async function waitFor(
  connection: Connection,
  id: string,
  { signal: given, timeoutMs, onProgress }: WaitOptions = {},
): Promise<TaskDetailsResponse> {
  const { signal, stop } = limit(given, timeoutMs);
  try {
    const waiter = new Waiter(connection, id, signal, onProgress);
    const task = await waiter.untilEnded();
    if (task.status !== 'succeeded') throw new TaskFailed(task);
    return task;
  } finally {
    stop();
  }
}

class Waiter {
  private lastEventId: string | undefined;
  private etag = '';
  private task: TaskDetailsResponse | undefined;
  private status: Status = 'created';
  private progress = 0;

  constructor(
    private readonly connection: Connection,
    private readonly id: string,
    private readonly signal: AbortSignal,
    private readonly onProgress: WaitOptions['onProgress'],
  ) {}

  async untilEnded(): Promise<TaskDetailsResponse> {
    for (let deaf = 0, pauseMs = POLL_MS; ; pauseMs = Math.min(pauseMs * 1.5, SLOWEST_POLL_MS)) {
      if (deaf < DEAF_STREAMS) {
        const hasHeard = await this.listen();
        deaf = hasHeard ? 0 : deaf + 1;
        if (hasHeard) pauseMs = POLL_MS;
      }
      const task = await this.read();
      this.tell(task.status, task.progress);
      if (ENDS.includes(task.status)) return task;
      await pause(pauseMs, this.signal);
    }
  }

  /** Reads events until the stream ends, breaks or stalls; says whether there were any. */
  private async listen(): Promise<boolean> {
    let hasHeard = false;
    const { signal, restart, stop } = limit(this.signal, STALLED_MS);
    const { stream } = createSseClient<TaskStatusEvent | TaskProgressEvent>({
      url: `${this.connection.url}/tasks/${this.id}/events`,
      fetch: (...request) => this.connection.send(...request),
      headers: this.lastEventId ? { 'Last-Event-ID': this.lastEventId } : {},
      signal,
      sseMaxRetryAttempts: 1,
      // Comments, which the service sends while nothing changes, count too.
      onSseEvent: ({ id }) => {
        hasHeard = true;
        restart();
        if (id) this.lastEventId = id;
      },
    });
    try {
      for await (const event of stream as AsyncIterable<Partial<TaskStatusEvent & TaskProgressEvent>>)
        this.tell(
          event.status ?? this.status,
          event.status === 'succeeded' ? 100 : (event.progress ?? this.progress),
        );
    } finally {
      stop();
    }
    this.signal.throwIfAborted();
    return hasHeard;
  }

  private async read(): Promise<TaskDetailsResponse> {
    const headers: Record<string, string> = this.etag ? { 'If-None-Match': this.etag } : {};
    const response = await this.connection.send(`/tasks/${this.id}`, { headers, signal: this.signal });
    if (response.status === 304 && this.task) return this.task;
    if (!response.ok) throw await errorOf(response);
    this.etag = response.headers.get('ETag') ?? '';
    this.task = (await response.json()) as TaskDetailsResponse;
    return this.task;
  }

  private tell(status: Status, progress: number): void {
    if (status === this.status && progress === this.progress) return;
    this.status = status;
    this.progress = progress;
    this.onProgress?.({ status, progress });
  }
}

/** A signal that is aborted with another one, or with a TimeoutError some time after its last `restart`. */
function limit(given: AbortSignal | undefined, timeoutMs: number | undefined) {
  const control = new AbortController();
  const abort = () => control.abort(given?.reason);
  const late = () => control.abort(new DOMException(`Nothing for ${timeoutMs} ms.`, 'TimeoutError'));
  let timer: ReturnType<typeof setTimeout> | undefined;
  const restart = () => {
    clearTimeout(timer);
    if (timeoutMs !== undefined) timer = setTimeout(late, timeoutMs);
  };
  const stop = () => {
    clearTimeout(timer);
    given?.removeEventListener('abort', abort);
  };
  if (given?.aborted) abort();
  given?.addEventListener('abort', abort, { once: true });
  restart();
  return { signal: control.signal, restart, stop };
}
