import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { compiledFile } from '#libs/platform/runtime';
import { VideoEngineError } from '../video.errors.js';
import { type ChildMessage, type Job, type JobResults, type ReportProgress } from './job.js';
import { residentBytes } from './resident-memory.js';

/** What one job may take. */
export interface ChildLimits {
  /** Whole run. */
  timeoutMs: number;
  /** Longest silence between two progress reports. */
  stallMs: number;
  /** Resident memory of the child. */
  memoryMb: number;
}

export interface ChildRun {
  limits: ChildLimits;
  signal?: AbortSignal;
  onProgress?: ReportProgress;
  /** The program to fork; the default is this engine's own. */
  program?: string;
}

/** Sent by people and by the system, for want of memory or at its shutdown; a fault of the program has other signals. */
const KILLS: readonly (NodeJS.Signals | null)[] = ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'];
const KILLED_PAUSE_MS = { first: 200, longest: 10_000 };
const MEMORY_CHECK_MS = 100;
const STDERR_KEPT = 2_000;
const MEGABYTE = 1024 * 1024;

/**
 * Runs one job in its own process, which is gone when the promise settles. A process that somebody else kills is no fault of
 * the job: it begins anew in another one, until its time is over.
 *
 * @throws VideoEngineError what the job reports, or `timed_out`, `out_of_memory`, `cancelled`, `engine_crashed`.
 */
export async function runInChild<K extends Job['kind']>(
  job: Extract<Job, { kind: K }>,
  run: ChildRun,
): Promise<JobResults[K]> {
  const giveUpAt = Date.now() + run.limits.timeoutMs;
  const onProgress = rising(run.onProgress);
  for (let pauseMs = KILLED_PAUSE_MS.first; ; pauseMs = Math.min(2 * pauseMs, KILLED_PAUSE_MS.longest)) {
    if (run.signal?.aborted) throw cancelled();
    try {
      return (await new ChildWatch({ ...run, onProgress }).outcome(job)) as JobResults[K];
    } catch (error) {
      if (!(error instanceof ChildKilled) || Date.now() + pauseMs > giveUpAt) throw error;
      await sleep(pauseMs, undefined, { signal: run.signal }).catch(() => undefined);
    }
  }
}

/** Passes on what is more than before. */
function rising(onProgress: ReportProgress | undefined): ReportProgress | undefined {
  let highest = -1;
  return (
    onProgress &&
    ((percent) => {
      if (percent <= highest) return;
      highest = percent;
      onProgress(percent);
    })
  );
}

/** The process was killed from outside. */
class ChildKilled extends VideoEngineError {}

/** One child from fork to exit. */
class ChildWatch {
  private readonly child: ChildProcess;
  private stderr = '';
  private outcomeKnown?: JobResults[Job['kind']];
  private failure?: VideoEngineError;
  private stall?: NodeJS.Timeout;

  constructor(private readonly run: ChildRun) {
    this.child = fork(run.program ?? compiledFile(import.meta.url, './video.child.js'), [], {
      execArgv: [`--max-old-space-size=${run.limits.memoryMb}`, '--no-warnings'],
      // Nothing of the service's settings or secrets.
      env: { LANG: 'C', UV_THREADPOOL_SIZE: '4' },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      serialization: 'advanced',
    });
    this.child.stderr?.setEncoding('utf8');
    this.child.stderr?.on('data', (text: string) => {
      this.stderr = (this.stderr + text).slice(-STDERR_KEPT);
    });
  }

  async outcome(job: Job): Promise<JobResults[Job['kind']]> {
    const { limits, signal } = this.run;
    const deadline = setTimeout(() => this.end(timedOut('took too long')), limits.timeoutMs);
    const memory = setInterval(() => void this.checkMemory(), MEMORY_CHECK_MS);
    const abort = () => this.end(cancelled());
    signal?.addEventListener('abort', abort, { once: true });
    this.awake();
    try {
      await this.untilGone(job);
    } finally {
      clearTimeout(deadline);
      clearInterval(memory);
      clearTimeout(this.stall);
      signal?.removeEventListener('abort', abort);
    }
    if (this.failure) throw this.failure;
    if (this.outcomeKnown === undefined) throw this.crashed();
    return this.outcomeKnown;
  }

  private untilGone(job: Job): Promise<void> {
    return new Promise((resolve) => {
      this.child.on('message', (message: ChildMessage) => this.receive(message));
      this.child.on('error', (cause) => this.end(new VideoEngineError('engine_crashed', CRASHED, { cause })));
      this.child.once('close', () => resolve());
      // Sent before the child listens, the message waits in the channel.
      this.child.send(job, (cause) => {
        if (cause) this.end(new VideoEngineError('engine_crashed', CRASHED, { cause }));
      });
    });
  }

  private receive(message: ChildMessage): void {
    this.awake();
    switch (message.type) {
      case 'ready':
        return;
      case 'progress':
        return this.run.onProgress?.(message.percent);
      case 'done':
        this.outcomeKnown = message.result;
        return void this.child.kill('SIGKILL');
      case 'failed':
        return this.end(
          new VideoEngineError(message.code, message.message, { cause: new Error(message.detail) }),
        );
    }
  }

  private awake(): void {
    clearTimeout(this.stall);
    this.stall = setTimeout(() => this.end(timedOut('stopped answering')), this.run.limits.stallMs);
  }

  private async checkMemory(): Promise<void> {
    const bytes = await residentBytes(this.child.pid);
    if (bytes > this.run.limits.memoryMb * MEGABYTE) {
      this.end(new VideoEngineError('out_of_memory', 'The video job needed more memory than it may take.'));
    }
  }

  /** The first reason counts; the child is gone either way. */
  private end(failure: VideoEngineError): void {
    if (this.outcomeKnown === undefined) this.failure ??= failure;
    this.child.kill('SIGKILL');
  }

  private crashed(): VideoEngineError {
    const how = this.child.signalCode ?? `exit code ${this.child.exitCode}`;
    const cause = new Error(`${how}: ${this.stderr}`);
    if (/heap out of memory|Allocation failed/i.test(this.stderr)) {
      return new VideoEngineError('out_of_memory', 'The video job needed more memory than it may take.', {
        cause,
      });
    }
    if (KILLS.includes(this.child.signalCode)) return new ChildKilled('engine_crashed', CRASHED, { cause });
    return new VideoEngineError('engine_crashed', CRASHED, { cause });
  }
}

const CRASHED = 'The video process ended unexpectedly.';

function cancelled(): VideoEngineError {
  return new VideoEngineError('cancelled', 'The video job was cancelled.');
}

function timedOut(how: string): VideoEngineError {
  return new VideoEngineError('timed_out', `The video job ${how} and was stopped.`);
}
