import { setTimeout as sleep } from 'node:timers/promises';
import { ExponentialBackoff, handleWhen, retry } from 'cockatiel';
import { type DataSource, QueryFailedError, type QueryRunner } from 'typeorm';
import type { Migration } from './migration.js';
import { type MigrationLog, MigrationProgress } from './migration-progress.js';
import { rowsOfRunner } from './rows-of-runner.js';
import { SCHEMA_CHANNEL } from './schema-version.js';
import { MigrationStuck } from './schema.errors.js';

/** Something that is done to the schema, in one transaction unless it says otherwise. */
export type Step = { name: string; transaction?: boolean; run(runner: QueryRunner): Promise<void> };

/** The number at the end of a migration's name. */
export function numberOf(name: string): string {
  return name.slice(-13);
}

export function stepOf(name: string, migration: Pick<Migration, 'up' | 'needs' | 'transaction'>): Step {
  return {
    name,
    transaction: migration.transaction ?? true,
    run: async (runner) => {
      await migration.up(runner);
      await runner.query('insert into migrations ("timestamp", name, needs) values ($1, $2, $3)', [
        numberOf(name),
        name,
        migration.needs ?? '0',
      ]);
    },
  };
}

/** A statement that waits for a lock on a table makes all later ones wait behind it, readers too. */
const LOCK_TIMEOUT_MS = 2_000;
/** With the pauses, ten minutes. */
const ATTEMPTS_MAX = 45;
const LOCK_NOT_AVAILABLE = '55P03';
/** Of two transactions that wait for each other one is ended, which may be ours. */
const DEADLOCK_DETECTED = '40P01';

/** Runs steps one after the other. */
export class MigrationSteps {
  constructor(
    private readonly dataSource: DataSource,
    /** A connection that is free while a migration runs on another one. */
    private readonly observer: QueryRunner,
    private readonly log: MigrationLog,
  ) {}

  /**
   * Writes a line for each.
   * @throws MigrationStuck when one does not get its locks; those before it are kept.
   */
  async run(steps: readonly Step[]): Promise<void> {
    const startedAtMs = performance.now();
    const count = steps.length;
    this.log(`The schema is behind by ${count} migrations`, { migrations: count });
    for (const [at, step] of steps.entries()) {
      const beganAtMs = performance.now();
      await this.runOne(step);
      const ms = Math.round(performance.now() - beganAtMs);
      const number = at + 1;
      this.log(`Migration ${number} of ${count}, ${step.name}, took ${ms} ms`, {
        migration: step.name,
        number,
        of: count,
        ms,
      });
    }
    const ms = Math.round(performance.now() - startedAtMs);
    this.log(`The schema is up to date: ${count} migrations in ${ms} ms`, { migrations: count, ms });
  }

  async runOne(step: Step): Promise<void> {
    let holders: string | undefined;
    const attempts = retry(handleWhen(isRefusedLock), {
      maxAttempts: ATTEMPTS_MAX - 1,
      backoff: new ExponentialBackoff({ initialDelay: 500, maxDelay: 15_000 }),
    });
    attempts.onRetry(({ attempt }) =>
      this.log(`Migration ${step.name} did not get a lock (${holders ?? 'holder unknown'}); it tries again`, {
        migration: step.name,
        attempt,
        holders,
      }),
    );
    try {
      await attempts.execute(() => this.attempt(step, (seen) => (holders = seen)));
    } catch (error) {
      throw isRefusedLock(error) ? new MigrationStuck(step.name, holders ?? 'holder unknown', error) : error;
    }
  }

  private async attempt(step: Step, onHolders: (holders: string | undefined) => void): Promise<void> {
    const runner = this.dataSource.createQueryRunner();
    const [session] = await rowsOfRunner<{ pid: number }>(runner, 'select pg_backend_pid() as pid');
    const progress = new MigrationProgress(this.observer, session?.pid, step.name, this.log);
    try {
      if (step.transaction === false) await apply(runner, step);
      else await inTransaction(runner, () => apply(runner, step));
    } finally {
      await progress.stop();
      onHolders(progress.holders);
      await runner.release();
    }
  }
}

async function inTransaction(runner: QueryRunner, work: () => Promise<void>): Promise<void> {
  await runner.startTransaction();
  try {
    await runner.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
    await work();
    await runner.commitTransaction();
  } catch (error) {
    // Without its connection it is rolled back by the server.
    await runner.rollbackTransaction().catch(() => undefined);
    throw error;
  }
}

async function apply(runner: QueryRunner, step: Step): Promise<void> {
  await step.run(runner);
  await runner.query(`select pg_notify('${SCHEMA_CHANNEL}', '')`);
}

function isRefusedLock(error: unknown): boolean {
  if (!(error instanceof QueryFailedError)) return false;
  const { code } = error.driverError as { code?: string };
  return code === LOCK_NOT_AVAILABLE || code === DEADLOCK_DETECTED;
}

const LOCK_POLL_MS = 250;
const LOCK_REPORT_EVERY_MS = 10_000;

/**
 * Takes the lock of those that migrate, for the session. It asks again and again: a statement that waits would hold a
 * snapshot, for which `create index concurrently` waits in turn.
 */
export async function takeTurn(runner: QueryRunner, lock: number, log: MigrationLog): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += LOCK_POLL_MS) {
    const [answer] = await rowsOfRunner<{ isOurs: boolean }>(
      runner,
      'select pg_try_advisory_lock($1) as "isOurs"',
      [lock],
    );
    if (answer?.isOurs) return;
    if (waitedMs % LOCK_REPORT_EVERY_MS === 0)
      log('Another process brings the schema up to date; this one waits for it', {
        seconds: waitedMs / 1_000,
      });
    await sleep(LOCK_POLL_MS);
  }
}
