import { setTimeout as sleep } from 'node:timers/promises';
import type { Type } from '@nestjs/common';
import { JobHandlers } from '../../libs/platform/queue/src/job-handlers.js';
import { JobRunner } from '../../libs/platform/queue/src/job-runner.js';
import { JobsRepository } from '../../libs/platform/queue/src/jobs.repository.js';
import { QueueDatabase } from '../../libs/platform/queue/src/queue-database.js';

type App = { get<T>(type: Type<T>): T };

const POLL_MS = 10;

/**
 * Resolves when no job is running or due; jobs due later do not count.
 * @throws Error naming the remaining jobs after `timeoutMs`, default 60,000.
 */
export async function drain(app: App, { timeoutMs = 60_000 }: { timeoutMs?: number } = {}): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const rest = await app.get(QueueDatabase).query<{ text: string }>(
      `select name || ' ' || id || case when worker is null then ' waiting' else ' active' end as text from jobs
       where worker is not null or (told_at is null and run_at <= clock_timestamp()) order by created_at limit 20`,
    );
    if (rest.length === 0) return;
    if (Date.now() > deadline) throw new Error(`Jobs are left: ${rest.map(({ text }) => text).join(', ')}`);
    await sleep(POLL_MS);
  }
}

/** Makes every waiting job due now, such as retries and polls, and the next tick of every schedule. */
export async function makeAllDue(app: App): Promise<void> {
  const handlers = [...app.get(JobHandlers).all().values()];
  await app.get(JobsRepository).addTicks(handlers.filter(({ every }) => every !== undefined));
  const rows = await app
    .get(QueueDatabase)
    .query<{ name: string }>(
      `update jobs set run_at = now() where worker is null and told_at is null and run_at > now() returning name`,
    );
  for (const { name } of rows) app.get(JobRunner).wake(name);
}
