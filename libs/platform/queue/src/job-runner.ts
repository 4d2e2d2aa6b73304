import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import { SchemaWatch } from '#libs/platform/database';
import { Rounds } from '#libs/platform/runtime';
import { type SpanFacts, traced } from '#libs/platform/tracing';
import { DueTimers } from './due-timers.js';
import { done, type JobDeath, type JobHandlerOptions } from './job.js';
import { JobLane, type LaneRules } from './job-lane.js';
import { JobRegistry, type RegisteredHandler } from './job-registry.js';
import { JobScheduler } from './job-scheduler.js';
import { JobTurnsRepository } from './job-turns.repository.js';
import { type ClaimedJob, JobsRepository } from './jobs.repository.js';
import { QueueDatabase } from './queue-database.js';
import { QueueSettings } from './queue.settings.js';
import { UNTOLD_JOBS, WorkerPresence } from './worker-presence.js';

const TICK_MS = 1_000;
const FORGET_EVERY_MS = 3_600_000;
const DEFAULT_CONCURRENCY = 4;
const UNTOLD_LEASE_SECONDS = 30;
/** Jobs that end while one statement removes others go into the next. */
const REMOVALS = { items: 1_000, rounds: 1 };

/**
 * Runs the jobs of every handler of the application, when the settings say so. New jobs are announced by the database;
 * once a second the runner also looks for due ones, renews its leases and takes over jobs of processes that ended.
 */
@Injectable()
export class JobRunner
  implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown
{
  private readonly logger = new Logger(JobRunner.name);
  private readonly lanes = new Map<string, JobLane>();
  private readonly removals = new Rounds<string, void>(async (ids) => {
    await this.jobs.remove(ids);
    return ids.map(() => ({ status: 'fulfilled', value: undefined }));
  }, REMOVALS);
  private handlers: ReadonlyMap<string, RegisteredHandler> = new Map();
  private timer: NodeJS.Timeout | undefined;
  private ticking: Promise<void> = Promise.resolve();
  /** No new work; leases are still renewed while running jobs end. */
  private isStopping = false;
  private hasStopped = false;
  private forgottenAtMs = 0;

  constructor(
    private readonly settings: QueueSettings,
    private readonly registry: JobRegistry,
    private readonly database: QueueDatabase,
    private readonly presence: WorkerPresence,
    private readonly jobs: JobsRepository,
    private readonly timers: DueTimers,
    private readonly turns: JobTurnsRepository,
    private readonly scheduler: JobScheduler,
    private readonly schema: SchemaWatch,
  ) {}

  /** @throws InvalidJobHandlers when a job name has two handlers, or an option of a handler is wrong. */
  async onModuleInit(): Promise<void> {
    this.handlers = this.registry.list();
    const options = [...this.handlers.values()].map((handler) => handler.options);
    this.scheduler.register(options);
    try {
      if (this.settings.runsJobs) await this.presence.open();
      await this.jobs.ensureQueues([...this.handlers.keys()]);
    } catch (error) {
      // No shutdown hook runs for an application that has not started.
      await this.onApplicationShutdown();
      throw error;
    }
  }

  async onApplicationBootstrap(): Promise<void> {
    if (!this.settings.runsJobs) return;
    for (const handler of this.handlers.values()) this.open(this.rulesOf(handler));
    this.open(this.untoldRules());
    await this.presence.onJob((name) => (name ? this.lanes.get(name)?.wake() : this.wakeAll()));
    this.timers.onDue((name) => this.lanes.get(name)?.wake());
    await this.scheduler.check();
    this.beat();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    const graceMs = this.settings.shutdownGraceSeconds * 1_000;
    await Promise.all([...this.lanes.values()].map((lane) => lane.stop(graceMs)));
    this.hasStopped = true;
    clearTimeout(this.timer);
    await this.ticking;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.database.stop();
    await this.presence.close();
  }

  private open(rules: LaneRules): void {
    const { jobs, timers, turns, schema } = this;
    this.lanes.set(rules.name, new JobLane(rules, { jobs, timers, turns, schema }));
  }

  private rulesOf({ options, handler }: RegisteredHandler): LaneRules {
    const { name, leaseSeconds } = options;
    return {
      name,
      concurrency: options.concurrency ?? DEFAULT_CONCURRENCY,
      leaseSeconds,
      claim: (limit) => this.jobs.claim(name, limit, leaseSeconds),
      run: (job, run) =>
        traced(
          `job ${name}`,
          () => spanFacts(job),
          () => handler.run(job.payload, run),
        ),
      finish: (job) => this.removals.do(job.id),
      fail: (job, death) => this.fail(job, death, options),
      onSettled: () => this.scheduler.ensureNext(options),
    };
  }

  private async fail(job: ClaimedJob, death: JobDeath, options: JobHandlerOptions): Promise<void> {
    await this.jobs.fail(job.id, death, pauseSeconds(options, job.failedAttempts));
    if (job.failedAttempts + 1 >= job.maxAttempts) this.lanes.get(UNTOLD_JOBS)?.wake();
  }

  /** The lane in which handlers hear of their dead jobs. */
  private untoldRules(): LaneRules {
    const names = [...this.handlers.keys()];
    return {
      name: UNTOLD_JOBS,
      concurrency: DEFAULT_CONCURRENCY,
      leaseSeconds: UNTOLD_LEASE_SECONDS,
      claim: (limit) => this.jobs.claimDead(names, limit, UNTOLD_LEASE_SECONDS),
      run: async ({ id, name, payload, error }) => {
        this.logger.error({ job: name, jobId: id, death: error }, 'A job is dead');
        const death = error ?? { name: 'Error', message: 'Unknown' };
        await this.handlers.get(name)?.handler.onDead?.(payload, death);
        return done();
      },
      finish: ({ id }) => this.jobs.settleDead(id),
      fail: ({ id }) => this.jobs.failDead(id),
    };
  }

  private wakeAll(): void {
    for (const lane of this.lanes.values()) lane.wake();
  }

  /** One tick a second, the next one only after the last has ended. */
  private beat(): void {
    this.ticking = this.tick().catch((error: unknown) => {
      this.logger.warn({ err: error }, 'The upkeep of running jobs failed; it is tried again in a second');
    });
    void this.ticking.then(() => {
      if (this.hasStopped) return;
      this.timer = setTimeout(() => this.beat(), TICK_MS);
    });
  }

  private async tick(): Promise<void> {
    await this.renewLeases();
    if (this.isStopping || this.schema.problem) return;
    const count = await this.jobs.rescue();
    if (count > 0) this.logger.warn({ count }, 'Jobs of a process that ended are taken over');
    await this.scheduler.check();
    const idle = [...this.lanes.values()].filter((lane) => lane.hasRoom).map((lane) => lane.name);
    for (const name of await this.jobs.listDue(idle)) this.lanes.get(name)?.wake();
    if (Date.now() - this.forgottenAtMs < FORGET_EVERY_MS) return;
    this.forgottenAtMs = Date.now();
    await this.jobs.deleteOldDead();
  }

  private async renewLeases(): Promise<void> {
    const lanes = [...this.lanes.values()];
    const due = lanes.flatMap((lane) => lane.listRenewals().map((lease) => ({ lane, ...lease })));
    if (due.length === 0) return;
    const held = await this.jobs.renew(due);
    for (const { lane, id } of due) lane.renewed(id, held.has(id));
  }
}

/** A job goes on with the trace of what added it. */
function spanFacts({ id, payload }: ClaimedJob): SpanFacts {
  const { traceparent, taskId } = payload as { traceparent?: unknown; taskId?: unknown };
  return {
    kind: 'CONSUMER',
    attributes: {
      'atelier.job_id': id,
      ...(typeof taskId === 'string' ? { 'atelier.task_id': taskId } : {}),
    },
    parent: typeof traceparent === 'string' ? traceparent : undefined,
  };
}

/** Before the next attempt: it doubles each time, with jitter. */
function pauseSeconds(
  { retryDelaySeconds = 1, retryDelayMaxSeconds = 300 }: JobHandlerOptions,
  failedBefore: number,
): number {
  return Math.min(retryDelayMaxSeconds, retryDelaySeconds * 2 ** failedBefore * (1 + Math.random()));
}
