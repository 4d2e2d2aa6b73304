import { type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ChildEnded, type ChildEnd, JobFailed } from './child-errors.js';
import { type ChildMessage, type ReportProgress } from './child-message.js';
import { tellEnd, tellStart } from './child-reports.js';
import { residentBytes } from './resident-memory.js';
import { spawnChild } from './spawn-child.js';

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
  /** The compiled file to fork; it answers by `answerParent`. */
  program: string;
  limits: ChildLimits;
  signal?: AbortSignal;
  onProgress?: ReportProgress;
}

/** Sent by people and by the system, for want of memory or at its shutdown; a fault of the program has other signals. */
const KILLS: readonly (NodeJS.Signals | null)[] = ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'];
const KILLED_PAUSE_MS = { first: 200, longest: 10_000 };
const MEMORY_CHECK_MS = 100;
const STDERR_KEPT = 2_000;
const STDERR_LINE_KEPT = 200;
const MEGABYTE = 1024 * 1024;

/**
 * Runs one job in its own process, which is gone when the promise settles. A process that somebody else kills is no fault of
 * the job: it begins anew in another one, until its time is over.
 *
 * @returns What the child's program answers.
 * @throws JobFailed what the job reports; ChildEnded when there is no answer.
 */
export async function runInChild(job: object, run: ChildRun): Promise<unknown> {
  const giveUpAt = Date.now() + run.limits.timeoutMs;
  const onProgress = rising(run.onProgress);
  for (let pauseMs = KILLED_PAUSE_MS.first; ; pauseMs = Math.min(2 * pauseMs, KILLED_PAUSE_MS.longest)) {
    if (run.signal?.aborted) throw new ChildEnded('cancelled');
    try {
      return await new ChildWatch({ ...run, onProgress }).outcome(job);
    } catch (error) {
      const isKilled = error instanceof ChildEnded && error.end === 'killed';
      if (!isKilled || Date.now() + pauseMs > giveUpAt) throw error;
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

/** One child from fork to exit. */
class ChildWatch {
  private readonly child: ChildProcess;
  private stderr = '';
  private answer?: { result: unknown };
  private failure?: ChildEnded | JobFailed;
  private stall?: NodeJS.Timeout;

  constructor(private readonly run: ChildRun) {
    this.child = spawnChild({ program: run.program, memoryMb: run.limits.memoryMb });
    tellStart(this.name);
    this.child.stderr?.setEncoding('utf8');
    this.child.stderr?.on('data', (text: string) => {
      this.stderr = (this.stderr + text).slice(-STDERR_KEPT);
    });
  }

  async outcome(job: object): Promise<unknown> {
    const { limits, signal } = this.run;
    const deadline = setTimeout(() => this.end(new ChildEnded('timed_out')), limits.timeoutMs);
    const memory = setInterval(() => void this.checkMemory(), MEMORY_CHECK_MS);
    const abort = () => this.end(new ChildEnded('cancelled'));
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
    const failure = this.failure ?? (this.answer ? undefined : this.unexpectedEnd());
    this.tellEnd(failure);
    if (failure) throw failure;
    return this.answer?.result;
  }

  private get name(): string {
    return path.basename(this.run.program).split('.')[0] ?? '';
  }

  private tellEnd(failure: ChildEnded | JobFailed | undefined): void {
    const { exitCode, signalCode: signal } = this.child;
    const end = failure instanceof ChildEnded ? failure.end : failure ? 'failed' : 'done';
    tellEnd({ program: this.name, end, exitCode, signal, stderr: lastLines(this.stderr) });
  }

  private untilGone(job: object): Promise<void> {
    return new Promise((resolve) => {
      this.child.on('message', (message: ChildMessage) => this.receive(message));
      this.child.on('error', (cause) => this.end(new ChildEnded('crashed', { cause })));
      this.child.once('close', () => resolve());
      // Sent before the child listens, the message waits in the channel.
      this.child.send(job, (cause) => {
        if (cause) this.end(new ChildEnded('crashed', { cause }));
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
        this.answer = { result: message.result };
        return void this.child.kill('SIGKILL');
      case 'failed':
        return this.end(new JobFailed(message.code, message.message, { cause: new Error(message.detail) }));
    }
  }

  private awake(): void {
    clearTimeout(this.stall);
    this.stall = setTimeout(() => this.end(new ChildEnded('stalled')), this.run.limits.stallMs);
  }

  private async checkMemory(): Promise<void> {
    const bytes = await residentBytes(this.child.pid);
    if (bytes > this.run.limits.memoryMb * MEGABYTE) this.end(new ChildEnded('out_of_memory'));
  }

  /** The first reason counts; the child is gone either way. */
  private end(failure: ChildEnded | JobFailed): void {
    if (!this.answer) this.failure ??= failure;
    this.child.kill('SIGKILL');
  }

  private unexpectedEnd(): ChildEnded {
    const how = this.child.signalCode ?? `exit code ${this.child.exitCode}`;
    return new ChildEnded(this.kindOfEnd(), { cause: new Error(`${how}: ${this.stderr}`) });
  }

  private kindOfEnd(): ChildEnd {
    if (/heap out of memory|Allocation failed/i.test(this.stderr)) return 'out_of_memory';
    return KILLS.includes(this.child.signalCode) ? 'killed' : 'crashed';
  }
}

/** What a program said at its end; a line that is longer may hold data. */
function lastLines(stderr: string): string {
  const lines = stderr.trim().split('\n');
  return lines.map((line) => line.slice(0, STDERR_LINE_KEPT)).join('\n');
}
