import { setTimeout as sleep } from 'node:timers/promises';
import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleInit,
} from '@nestjs/common';
import { DatabaseNotifications, SchemaWatch } from '#libs/platform/database';
import { withTimeout } from '#libs/platform/runtime';
import { JobHandlers } from './job-handlers.js';
import { JobLane } from './job-lane.js';
import { type ClaimedJob, DUE_CHANNEL, JobsRepository, UNTOLD_JOBS } from './jobs.repository.js';
import { PRESENCE_LOCK_CLASS, QueueDatabase } from './queue-database.js';
import { QueueSettings } from './queue.settings.js';

const TICK_MS = 1_000;
const RENEW_EVERY_MS = 10_000;
const FORGET_EVERY_MS = 3_600_000;
/** Dead jobs of which handlers hear at once. */
const DEATHS = 100;
const DEATH_RETRY_SECONDS = 60;

/**
 * Runs the jobs of every handler of the application, when the settings say so. New jobs are announced by the database;
 * once a second the runner also looks for due ones, renews its leases and takes over jobs of processes that ended.
 */
@Injectable()
export class JobRunner implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(JobRunner.name);
  private readonly lanes = new Map<string, JobLane>();
  private readonly stopped = new AbortController();
  private upkeep: Promise<void> | undefined;
  private telling: Promise<void> | undefined;
  /** No new work; leases are still renewed while running jobs end. */
  private isStopping = false;
  private renewedAtMs = 0;
  private forgottenAtMs = 0;

  constructor(
    private readonly settings: QueueSettings,
    private readonly handlers: JobHandlers,
    private readonly jobs: JobsRepository,
    private readonly database: QueueDatabase,
    private readonly notifications: DatabaseNotifications,
    private readonly schema: SchemaWatch,
  ) {}

  /** @throws InvalidJobHandlers when a job name has two handlers, or an option of a handler is wrong. */
  async onModuleInit(): Promise<void> {
    try {
      const names = [...this.handlers.all().keys()];
      if (this.settings.runsJobs) await this.showPresence();
      await this.jobs.ensureQueues(names);
    } catch (error) {
      // No shutdown hook runs for an application that has not started.
      await Promise.all([this.database.onApplicationShutdown(), this.notifications.onApplicationShutdown()]);
      throw error;
    }
  }

  async onApplicationBootstrap(): Promise<void> {
    if (!this.settings.runsJobs) return;
    for (const [name, handler] of this.handlers.all())
      this.lanes.set(name, new JobLane(handler, this.jobs, this.schema));
    await this.notifications.listen(DUE_CHANNEL, (name) => {
      // It is empty after a reconnection: messages may have been lost.
      if (name) this.wake(name);
      else for (const lane of this.lanes.values()) lane.wake();
    });
    await this.tick();
    this.upkeep = this.keepUp();
  }

  /** Has jobs of a name claimed that are due in so many seconds, if this process runs any. A hint, never more. */
  wake(name: string, afterSeconds = 0): void {
    this.lanes.get(name)?.wake(afterSeconds);
    if (name !== UNTOLD_JOBS || this.isStopping || this.schema.problem) return;
    this.telling ??= this.tellDeaths()
      .catch((error: unknown) => this.logger.warn({ err: error }, 'Handlers could not hear of dead jobs'))
      .finally(() => (this.telling = undefined));
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    const graceMs = this.settings.shutdownGraceSeconds * 1_000;
    const telling = withTimeout(Promise.resolve(this.telling), graceMs).catch(() => undefined);
    await Promise.all([telling, ...[...this.lanes.values()].map((lane) => lane.stop(graceMs))]);
    this.stopped.abort();
    await this.upkeep;
  }

  /**
   * The listening connection holds an advisory lock named by the worker. The database drops it the moment the process ends,
   * however it ends, so that others take its jobs over at once.
   */
  private async showPresence(): Promise<void> {
    // Shared, so that it need not wait for a lost session which the server has not noticed yet.
    const lock = 'select pg_advisory_lock_shared($1, $2)';
    await this.notifications.hold(lock, [PRESENCE_LOCK_CLASS, this.jobs.worker]);
  }

  /** One tick a second, the next one only after the last has ended. */
  private async keepUp(): Promise<void> {
    const { signal } = this.stopped;
    while (await sleep(TICK_MS, true, { signal }).catch(() => false))
      await this.tick().catch((error: unknown) => {
        this.logger.warn({ err: error }, 'The upkeep of running jobs failed; it is tried again in a second');
      });
  }

  private async tick(): Promise<void> {
    await this.renewLeases();
    if (this.isStopping || this.schema.problem) return;
    const count = await this.jobs.rescue();
    if (count > 0) this.logger.warn({ count }, 'Jobs of a process that ended are taken over');
    await this.jobs.addTicks([...this.handlers.all().values()].filter(({ every }) => every !== undefined));
    const idle = [...this.lanes.values()].filter((lane) => lane.hasRoom).map((lane) => lane.name);
    for (const name of await this.jobs.listDue(idle)) this.wake(name);
    if (Date.now() - this.forgottenAtMs < FORGET_EVERY_MS) return;
    this.forgottenAtMs = Date.now();
    await this.jobs.deleteOldDead();
  }

  private async renewLeases(): Promise<void> {
    const running = [...this.lanes.values()].flatMap((lane) => lane.running.map((run) => ({ lane, run })));
    if (running.length === 0 || Date.now() - this.renewedAtMs < RENEW_EVERY_MS) return;
    const held = await this.jobs.renew(running.map(({ run }) => run.job.id));
    this.renewedAtMs = Date.now();
    for (const { lane, run } of running) if (!held.has(run.job.id)) lane.lose(run);
  }

  /** The next tick comes to those that are left. */
  private async tellDeaths(): Promise<void> {
    const dead = await this.jobs.claimDead([...this.handlers.all().keys()], DEATHS);
    await Promise.all(dead.map((job) => this.tell(job)));
  }

  /** A handler hears of its dead job; later again, if it cannot take that. */
  private async tell({ id, name, payload, error }: ClaimedJob): Promise<void> {
    this.logger.error({ job: name, jobId: id, death: error }, 'A job is dead');
    try {
      const death = error ?? { name: 'Error', message: 'Unknown' };
      await this.handlers.all().get(name)?.handler.onDead?.(payload, death);
      await this.jobs.settleDead(id);
    } catch (problem) {
      this.logger.warn({ err: problem, job: name, jobId: id }, 'A handler could not hear of its dead job');
      await this.jobs.putBack([id], DEATH_RETRY_SECONDS, false);
    }
  }
}
