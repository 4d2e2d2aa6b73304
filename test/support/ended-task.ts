import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiClient } from './test-app.js';

/** `uncertain` lasts until an admin or the vendor resolves it. */
const ENDS = ['succeeded', 'failed', 'canceled', 'uncertain'];

/** Waits until the task has ended, or is uncertain, and returns it as `GET /tasks/{id}` shows it. */
export async function endedTask(api: ApiClient, id: string, timeoutMs = 120_000): Promise<any> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const { body } = await api.get(`/tasks/${id}`);
    if (ENDS.includes(body.status)) return body;
    if (Date.now() > deadline) throw new Error(`The task is still ${body.status}`);
    await sleep(30);
  }
}
