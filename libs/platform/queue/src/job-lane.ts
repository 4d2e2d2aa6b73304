import { Logger } from '@nestjs/common';
import type { SchemaWatch } from '#libs/platform/database';
import { writeFailure } from '#libs/platform/errors';
import { withOnlyLogFields } from '#libs/platform/logging';
import { withTimeout } from '#libs/platform/runtime';
import { type SpanFacts, traced } from '#libs/platform/tracing';
import type { JobDeath, JobRun } from './job.js';
import type { RegisteredHandler } from './job-handlers.js';
import type { ClaimedJob, JobsRepository } from './jobs.repository.js';

type RunningJob = {
  job: ClaimedJob;
  controller: AbortController;
  startedAtMs: number;
  ended: Promise<void>;
  /** Once it no longer counts among those that run at once. */
  freed?: Promise<void>;
};

/** Time that handlers get between the abort of their signal and the moment their job is handed back. */
const ABORT_GRACE_MS = 1_000;
/** How long a job waits when nothing can be stored, or another version has changed the database. */
const WAIT_SECONDS = 5;
/** Jobs due later than this are found by the poll of the runner. */
const HORIZON_SECONDS = 10;
/** Timers of a lane are this far apart at least. */
const SLOT_MS = 25;

/** Runs the jobs of one name in this process, at most `concurrency` at once. */
export class JobLane {
  private readonly logger = new Logger(JobLane.name);
  /** Every job whose lease this process holds, until it is settled. */
  private readonly held = new Map<string, RunningJob>();
  private readonly slots = new Set<number>();
  private busy = 0;
  private claiming: Promise<void> | undefined;
  private isStopped = false;
  /** Whether jobs may wait that the last claim had no room for. */
  private mayHaveMore = false;

  constructor(
    private readonly handler: RegisteredHandler,
    private readonly jobs: JobsRepository,
    private readonly schema: SchemaWatch,
  ) {}

  get name(): string {
    return this.handler.name;
  }

  get hasRoom(): boolean {
    return !this.isStopped && this.isSchemaRight && this.busy < this.handler.concurrency;
  }

  get running(): RunningJob[] {
    return [...this.held.values()];
  }

  /** Jobs are left to processes of the version that the schema is for. */
  private get isSchemaRight(): boolean {
    return this.schema.problem === undefined;
  }

  /** Looks for due jobs in so many seconds, or as soon as there is room. */
  wake(afterSeconds = 0): void {
    if (afterSeconds > HORIZON_SECONDS) return;
    if (afterSeconds > 0) {
      this.wakeLater(afterSeconds * 1_000);
      return;
    }
    this.mayHaveMore = true;
    this.claiming ??= this.claimAll().finally(() => (this.claiming = undefined));
  }

  /** The lease of a run is gone, and its job belongs to another process: it is aborted, and its end ignored. */
  lose(running: RunningJob): void {
    this.release(running);
    running.controller.abort(new Error('The lease of the job was lost'));
  }

  /** Claims no more; gives running jobs `graceMs`, then aborts them and hands them back uncounted. */
  async stop(graceMs: number): Promise<void> {
    this.isStopped = true;
    await this.claiming;
    await this.endedWithin(graceMs);
    for (const { controller } of this.running) controller.abort(new Error('The process must end'));
    await this.endedWithin(ABORT_GRACE_MS);
    const rest = [...this.held.keys()];
    this.held.clear();
    if (rest.length === 0) return;
    this.logger.log({ job: this.name, count: rest.length }, 'Running jobs are handed back');
    await this.jobs.putBack(rest, 0, false);
  }

  private async endedWithin(ms: number): Promise<void> {
    const allEnded = Promise.all(this.running.map(({ ended }) => ended));
    await withTimeout(allEnded, ms).catch(() => undefined);
  }

  private wakeLater(ms: number): void {
    const slot = Math.ceil((Date.now() + ms) / SLOT_MS) + 1;
    if (this.slots.has(slot)) return;
    const end = (): void => {
      this.slots.delete(slot);
      this.wake();
    };
    setTimeout(end, slot * SLOT_MS - Date.now()).unref();
    this.slots.add(slot);
  }

  private async claimAll(): Promise<void> {
    try {
      while (this.mayHaveMore && this.hasRoom) {
        this.mayHaveMore = false;
        const room = this.handler.concurrency - this.busy;
        const jobs = await this.jobs.claim(this.name, room);
        // Of a group only one job comes per claim, so a short answer does not mean that no other group waits.
        if (jobs.length === room || jobs.some(({ groupKey }) => groupKey !== null)) this.mayHaveMore = true;
        for (const job of jobs) this.start(job);
      }
    } catch (error) {
      // The poll of the runner comes back to this lane within a second.
      this.logger.warn({ err: error, job: this.name }, 'Jobs could not be claimed');
    }
  }

  private start(job: ClaimedJob): void {
    // A lease that was lost can come back to this process; the run that lost it ends without a result.
    const lost = this.held.get(job.id);
    if (lost) this.lose(lost);
    const running: RunningJob = {
      job,
      controller: new AbortController(),
      startedAtMs: performance.now(),
      ended: Promise.resolve(),
    };
    this.held.set(job.id, running);
    this.busy += 1;
    running.ended = withOnlyLogFields({ job: this.name, jobId: job.id }, () => this.runToEnd(running));
  }

  private async runToEnd(running: RunningJob): Promise<void> {
    const { job } = running;
    const settle = await this.attempt(running);
    await this.freePlaceOf(running);
    // A job aborted without a result stays held: `stop` hands it back.
    if (!settle || this.held.get(job.id) !== running) return;
    try {
      await settle();
    } catch (error) {
      // Its lease is renewed no more and runs out; then the job is claimed again.
      this.logger.error({ err: error, job: this.name, jobId: job.id }, 'A job could not be settled');
    }
    this.release(running);
    // The next job of the group could not be claimed before this row was settled.
    if (job.groupKey !== null) this.wake();
  }

  /** Put back at once, a job may run again here before the answer to that has come: then the later run is held. */
  private release(running: RunningJob): void {
    if (this.held.get(running.job.id) === running) this.held.delete(running.job.id);
  }

  /** Lets the next job begin; the time of this one counts before that is claimed. */
  private freePlaceOf(running: RunningJob): Promise<void> {
    running.freed ??= this.jobs
      .charge(running.job, (performance.now() - running.startedAtMs) / 1_000)
      .catch((error: unknown) =>
        this.logger.warn({ err: error, job: this.name }, 'A job’s time was not counted'),
      )
      .then(() => {
        this.busy -= 1;
        if (this.mayHaveMore) this.wake();
      });
    return running.freed;
  }

  /** As `freePlaceOf`, before a job has ended, unless as many as may run at once are about to end by now. */
  private freePlaceEarly(running: RunningJob): void {
    if (this.held.size - this.busy < this.handler.concurrency) void this.freePlaceOf(running);
  }

  /** Runs the handler and says how its job is to be settled; undefined when it was aborted. */
  private async attempt(running: RunningJob): Promise<(() => Promise<void>) | undefined> {
    const { job, controller } = running;
    const attempt = job.failedAttempts + 1;
    const isLastAttempt = (): boolean => attempt >= job.maxAttempts && this.isSchemaRight;
    const run: JobRun = {
      signal: controller.signal,
      attempt,
      get isLastAttempt() {
        return isLastAttempt();
      },
      freePlace: () => this.freePlaceEarly(running),
    };
    try {
      const outcome = await traced(
        `job ${this.name}`,
        () => spanFacts(job),
        () => this.handler.handler.run(job.payload, run),
      );
      if (outcome.kind === 'done') return () => this.jobs.finish(job.id);
      return () => this.putBack(job, outcome.afterSeconds, true);
    } catch (error) {
      if (controller.signal.aborted) return undefined;
      await this.schema.note(error);
      const fields = { err: error, job: this.name, jobId: job.id };
      // Nothing can be stored just now, or not by this version, which is no fault of the job: it uses up no attempt.
      if (writeFailure(error) || !this.isSchemaRight) {
        this.logger.warn(fields, 'A job waits, as it cannot be done just now');
        return () => this.putBack(job, WAIT_SECONDS, false);
      }
      this.logger.warn({ ...fields, attempt }, 'A job failed');
      return () => this.jobs.fail(job.id, deathOf(error));
    }
  }

  private async putBack({ id }: ClaimedJob, afterSeconds: number, goesOn: boolean): Promise<void> {
    await this.jobs.putBack([id], afterSeconds, goesOn);
    this.wake(afterSeconds);
  }
}

function deathOf(error: unknown): JobDeath {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) };
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  return { name: error.constructor.name, message: error.message, ...code };
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
