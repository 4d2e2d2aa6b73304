import { Logger } from '@nestjs/common';
import { withOnlyLogFields } from '#libs/platform/logging';
import type { SchemaWatch } from '#libs/platform/database';
import { writeFailure } from '#libs/platform/errors';
import type { DueTimers } from './due-timers.js';
import type { JobDeath, JobOutcome, JobRun } from './job.js';
import type { JobSettler } from './job-settler.js';
import type { ClaimedJob, JobLeasesRepository } from './job-leases.repository.js';
import type { JobTurnsRepository } from './job-turns.repository.js';

/** What a lane runs, and within which limits. */
export type LaneRules = {
  name: string;
  concurrency: number;
  leaseSeconds: number;
  maxAttempts: number;
  run: (job: ClaimedJob, run: JobRun) => Promise<JobOutcome>;
  /** Ends a job that is done. */
  finish: (job: ClaimedJob) => Promise<void>;
  /** Called after each run, however it ended, once its job is settled. */
  onSettled?: () => Promise<void>;
  /** Called when a job has failed for the last time. */
  onDead?: () => void;
};

/** The services that all lanes share. */
export type LaneServices = {
  leases: JobLeasesRepository;
  settler: JobSettler;
  timers: DueTimers;
  turns: JobTurnsRepository;
  schema: SchemaWatch;
};

type RunningJob = {
  job: ClaimedJob;
  controller: AbortController;
  startedAtMs: number;
  renewedAtMs: number;
  ended: Promise<void>;
};

/** Time that handlers get between the abort of their signal and the moment their job is handed back. */
const ABORT_GRACE_MS = 1_000;
const RENEWALS_PER_LEASE = 3;
/** How long a job waits when nothing can be stored, or another version has changed the database. */
const WAIT_SECONDS = 5;
const LEASE_LOST = 'The lease of the job was lost';

/** Runs the jobs of one name in this process, at most `concurrency` at once. */
export class JobLane {
  private readonly logger = new Logger(JobLane.name);
  /** Every job whose lease this process holds, until it is settled. */
  private readonly held = new Map<string, RunningJob>();
  private busy = 0;
  private claiming: Promise<void> | undefined;
  private isStopped = false;
  /** Whether jobs may wait that the last claim had no room for. */
  private mayHaveMore = false;

  constructor(
    private readonly rules: LaneRules,
    private readonly services: LaneServices,
  ) {}

  get name(): string {
    return this.rules.name;
  }

  get hasRoom(): boolean {
    return !this.isStopped && this.isSchemaRight && this.busy < this.rules.concurrency;
  }

  /** Jobs are left to processes of the version that the schema is for. */
  private get isSchemaRight(): boolean {
    return this.services.schema.problem === undefined;
  }

  /** Looks for due jobs now, or as soon as there is room. */
  wake(): void {
    this.mayHaveMore = true;
    this.claiming ??= this.claimAll().finally(() => (this.claiming = undefined));
  }

  /** The leases that are due for renewal. */
  listRenewals(): { id: string; leaseSeconds: number }[] {
    const { leaseSeconds } = this.rules;
    const before = Date.now() - (leaseSeconds * 1_000) / RENEWALS_PER_LEASE;
    return [...this.held.values()]
      .filter(({ renewedAtMs }) => renewedAtMs <= before)
      .map(({ job }) => ({ id: job.id, leaseSeconds }));
  }

  /** Takes note of a renewal. A job whose lease is gone belongs to another process: its run is aborted and ignored. */
  renewed(id: string, isHeld: boolean): void {
    const running = this.held.get(id);
    if (!running) return;
    running.renewedAtMs = Date.now();
    if (isHeld) return;
    this.held.delete(id);
    running.controller.abort(new Error(LEASE_LOST));
  }

  /** Claims no more; gives running jobs `graceMs`, then aborts them and hands them back uncounted. */
  async stop(graceMs: number): Promise<void> {
    this.isStopped = true;
    await this.claiming;
    await this.endedWithin(graceMs);
    for (const { controller } of this.held.values()) controller.abort(new Error('The process must end'));
    await this.endedWithin(ABORT_GRACE_MS);
    const rest = [...this.held.keys()];
    this.held.clear();
    if (rest.length === 0) return;
    this.logger.log({ job: this.name, count: rest.length }, 'Running jobs are handed back');
    await this.services.leases.putBack(rest.map((id) => ({ id, afterSeconds: 0, goesOn: false })));
  }

  private async endedWithin(ms: number): Promise<void> {
    if (this.held.size === 0) return;
    const allEnded = Promise.all([...this.held.values()].map(({ ended }) => ended));
    let timer: NodeJS.Timeout | undefined;
    const timeUp = new Promise((resolve) => (timer = setTimeout(resolve, ms)));
    await Promise.race([allEnded, timeUp]);
    clearTimeout(timer);
  }

  private async claimAll(): Promise<void> {
    try {
      while (this.mayHaveMore && this.hasRoom) {
        this.mayHaveMore = false;
        const { name, concurrency, leaseSeconds } = this.rules;
        const room = concurrency - this.busy;
        const jobs = await this.services.leases.claim(name, room, leaseSeconds);
        // Of a group only one job comes per claim, so a short answer does not mean that no other group waits.
        if (jobs.length === room || jobs.some(({ groupId }) => groupId)) this.mayHaveMore = true;
        for (const job of jobs) this.start(job);
      }
    } catch (error) {
      // The poll of the runner comes back to this lane within a second.
      this.logger.warn({ err: error, job: this.name }, 'Jobs could not be claimed');
    }
  }

  private start(job: ClaimedJob): void {
    const controller = new AbortController();
    // A lease that was lost can come back to this process; the run that lost it ends without a result.
    this.held.get(job.id)?.controller.abort(new Error(LEASE_LOST));
    const running: RunningJob = {
      job,
      controller,
      startedAtMs: performance.now(),
      renewedAtMs: Date.now(),
      ended: Promise.resolve(),
    };
    this.held.set(job.id, running);
    this.busy += 1;
    running.ended = withOnlyLogFields({ job: this.name, jobId: job.id }, () => this.runToEnd(running));
  }

  private async runToEnd(running: RunningJob): Promise<void> {
    const { job } = running;
    try {
      const settle = await this.attempt(running);
      await this.freePlaceOf(running);
      // A job aborted without a result stays held: `stop` hands it back.
      if (!settle || this.held.get(job.id) !== running) return;
      await settle();
      // Put back at once, it may run again here before the answer to that has come.
      this.release(running);
      await this.rules.onSettled?.();
      // The next job of the group could not be claimed before this row was settled.
      if (job.groupId) this.wake();
    } catch (error) {
      // Its lease is renewed no more and runs out; then the job is claimed again.
      this.release(running);
      this.logger.error({ err: error, job: this.name, jobId: job.id }, 'A job could not be settled');
    }
  }

  private release(running: RunningJob): void {
    const { id } = running.job;
    if (this.held.get(id) === running) this.held.delete(id);
  }

  /** Lets the next job begin; the time of this one counts before that is claimed. */
  private freePlaceOf(running: RunningJob): Promise<void> {
    return this.services.turns
      .charge(running.job, (performance.now() - running.startedAtMs) / 1_000)
      .catch((error: unknown) =>
        this.logger.warn({ err: error, job: this.name }, 'A job’s time was not counted'),
      )
      .then(() => {
        this.busy -= 1;
        if (this.mayHaveMore) this.wake();
      });
  }

  /** Runs the handler and says how its job is to be settled; undefined when it was aborted. */
  private async attempt(running: RunningJob): Promise<(() => Promise<void>) | undefined> {
    const { job, controller } = running;
    const attempt = job.retryCount + 1;
    const isLastAttempt = (): boolean => attempt >= this.rules.maxAttempts && this.isSchemaRight;
    try {
      const outcome = await this.rules.run(job, {
        signal: controller.signal,
        attempt,
        get isLastAttempt() {
          return isLastAttempt();
        },
        jobId: job.id,
      });
      return () => this.settle(job, outcome);
    } catch (error) {
      if (controller.signal.aborted) return undefined;
      await this.services.schema.note(error);
      if (writeFailure(error) || !this.isSchemaRight) return () => this.waitUncounted(job, error);
      this.logger.warn({ err: error, job: this.name, jobId: job.id, attempt }, 'A job failed');
      return async () => {
        await this.services.leases.fail(job, deathOf(error));
        if (isLastAttempt()) this.rules.onDead?.();
      };
    }
  }

  /** Nothing can be stored just now, or not by this version, which is no fault of the job: it uses up no attempt. */
  private async waitUncounted({ id }: ClaimedJob, error: unknown): Promise<void> {
    this.logger.warn({ err: error, job: this.name, jobId: id }, 'A job waits, as it cannot be done just now');
    const afterSeconds = WAIT_SECONDS;
    await this.services.leases.putBack([{ id, afterSeconds, goesOn: false }]);
    this.services.timers.wake(this.name, afterSeconds);
  }

  private async settle(job: ClaimedJob, outcome: JobOutcome): Promise<void> {
    if (outcome.kind === 'done') return this.rules.finish(job);
    const { afterSeconds } = outcome;
    await this.services.leases.putBack([{ id: job.id, afterSeconds, goesOn: true }]);
    this.services.timers.wake(this.name, afterSeconds);
  }
}

function deathOf(error: unknown): JobDeath {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) };
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  return { name: error.constructor.name, message: error.message, ...code };
}
