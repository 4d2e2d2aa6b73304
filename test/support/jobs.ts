import { setTimeout as sleep } from 'node:timers/promises';
import type { Type } from '@nestjs/common';
import { DueTimers } from '../../libs/platform/queue/src/due-timers.js';
import { QueueDatabase } from '../../libs/platform/queue/src/queue-database.js';

/** An application with a queue. */
type App = { get<T>(type: Type<T>): T };

const POLL_MS = 10;

/**
 * Resolves when no job is running or due; jobs due later do not count.
 * @throws Error naming the jobs that are left after `timeoutMs`, default 60,000.
 */
export async function drain(app: App, { timeoutMs = 60_000 }: { timeoutMs?: number } = {}): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const rest = await app.get(QueueDatabase).query<{ text: string }>(
      `select name || ' ' || id || ' ' || state as text from jobs.job
       where state = 'active' or (state < 'active' and start_after <= now()) order by created_on limit 20`,
    );
    if (rest.length === 0) return;
    if (Date.now() > deadline) throw new Error(`Jobs are left: ${rest.map(({ text }) => text).join(', ')}`);
    await sleep(POLL_MS);
  }
}

/** Makes every waiting job due now, such as retries and polls. */
export async function makeAllDue(app: App): Promise<void> {
  const rows = await app
    .get(QueueDatabase)
    .query<{ name: string }>(
      `update jobs.job set start_after = now() where state < 'active' and start_after > now() returning name`,
    );
  for (const { name } of rows) app.get(DueTimers).wake(name);
}
