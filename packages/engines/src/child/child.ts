import type { ChildProcess } from 'node:child_process';
import path from 'node:path';
import { ChildEnded, type ChildEnd, JobFailed } from './child-errors.js';
import type { ChildMessage, ReportProgress } from './child-message.js';
import { type ChildReport, tellEnd, tellStart } from './child-reports.js';
import { type JobLimits, JobWatch } from './job-watch.js';
import { type ChildProgram, spawnChild } from './spawn-child.js';

export type JobRun = {
  limits: JobLimits;
  /** Ends the job, and the child with it. */
  signal?: AbortSignal;
  onProgress?: ReportProgress;
  /** Takes the parts of a long answer, in order, before the promise settles. */
  onPart?: (bytes: Uint8Array) => void;
};

type CurrentJob = {
  resolve: (result: unknown) => void;
  reject: (error: ChildEnded | JobFailed) => void;
} & JobRun;

/** Signals sent from outside, for lack of memory or at shutdown; a fault of the program causes other signals. */
const KILLS: readonly (NodeJS.Signals | null)[] = ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'];
const STDERR_KEPT = 2_000;
const STDERR_LINE_KEPT = 200;

/** A process that does jobs one after the other, within limits. Whatever happens in it, the parent only gets an error. */
export class Child {
  private readonly process: ChildProcess;
  private readonly gone: Promise<void>;
  private stderr = '';
  private current?: CurrentJob;
  /** Why the process was ended by this one. */
  private reason?: ChildEnded;
  private lastEnd: ChildReport['end'] = 'done';
  private watch?: JobWatch;
  private isTold = false;
  private hasEnded = false;

  constructor(private readonly program: ChildProgram) {
    this.process = spawnChild(program);
    tellStart(this.name);
    this.process.stderr?.setEncoding('utf8');
    this.process.stderr?.on('data', (text: string) => {
      this.stderr = (this.stderr + text).slice(-STDERR_KEPT);
    });
    this.process.on('message', (message: ChildMessage) => this.receive(message));
    this.process.on('error', (cause) => this.end(new ChildEnded('crashed', { cause })));
    this.gone = new Promise((resolve) => {
      this.process.once('close', () => {
        this.hasEnded = true;
        this.current?.reject(this.reasonOfEnd());
        resolve();
      });
    });
  }

  /** Whether it accepts no more jobs. */
  get isEnding(): boolean {
    return this.hasEnded || this.process.killed || this.process.exitCode !== null || !this.process.connected;
  }

  /**
   * Does one job; the next one may be given once the promise has settled.
   *
   * @returns The answer of the child's program.
   * @throws JobFailed what the job reports; ChildEnded when there is no answer, and then the process has ended.
   */
  async run(job: object, run: JobRun): Promise<unknown> {
    const { limits, signal } = run;
    const { memoryMb } = this.program;
    this.watch = new JobWatch(this.process.pid, { ...limits, memoryMb }, (how) =>
      this.end(new ChildEnded(how)),
    );
    const abort = () => this.end(new ChildEnded('cancelled'));
    signal?.addEventListener('abort', abort, { once: true });
    try {
      return await this.answerTo(job, run);
    } catch (error) {
      this.lastEnd = error instanceof ChildEnded ? error.end : 'failed';
      if (error instanceof ChildEnded) this.tellEnd();
      throw error;
    } finally {
      this.current = undefined;
      this.watch.stop();
      signal?.removeEventListener('abort', abort);
    }
  }

  /** Ends the process and waits for its end; a running job fails as `cancelled`. */
  async close(): Promise<void> {
    this.end(new ChildEnded('cancelled'));
    await this.gone;
    this.tellEnd();
  }

  private get name(): string {
    return path.basename(this.program.program).split('.')[0] ?? '';
  }

  private answerTo(job: object, run: JobRun): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.current = { ...run, resolve, reject };
      this.lastEnd = 'done';
      if (this.hasEnded) return reject(this.reasonOfEnd());
      if (run.signal?.aborted) return this.end(new ChildEnded('cancelled'));
      // A message sent before the child listens waits in the channel.
      this.process.send(job, (cause) => {
        // A message cannot reach a process that ends; how it ended says why.
        if (cause) this.process.kill('SIGKILL');
      });
    });
  }

  private receive(message: ChildMessage): void {
    if (!this.current) return;
    this.watch?.progressed();
    switch (message.type) {
      case 'ready':
        return;
      case 'progress':
        return this.current.onProgress?.(message.percent);
      case 'part':
        return this.current.onPart?.(message.bytes);
      case 'done':
        return this.current.resolve(message.result);
      case 'failed':
        return this.current.reject(
          new JobFailed(message.code, message.message, { cause: new Error(message.detail) }),
        );
    }
  }

  /** Only the first reason counts. */
  private end(reason: ChildEnded): void {
    if (this.hasEnded) return;
    this.reason ??= reason;
    // A process that could not be started has no end to wait for.
    if (!this.process.kill('SIGKILL') && this.process.pid === undefined) this.current?.reject(this.reason);
  }

  private reasonOfEnd(): ChildEnded {
    if (this.reason) return this.reason;
    const how = this.process.signalCode ?? `exit code ${this.process.exitCode}`;
    return new ChildEnded(this.kindOfEnd(), { cause: new Error(`${how}: ${this.stderr}`) });
  }

  private kindOfEnd(): ChildEnd {
    if (/heap out of memory|Allocation failed/i.test(this.stderr)) return 'out_of_memory';
    return KILLS.includes(this.process.signalCode) ? 'killed' : 'crashed';
  }

  private tellEnd(): void {
    if (this.isTold) return;
    this.isTold = true;
    const { exitCode, signalCode: signal } = this.process;
    tellEnd({ program: this.name, end: this.lastEnd, exitCode, signal, stderr: lastLines(this.stderr) });
  }
}

/** The last output of a program; a long line may hold data and is cut. */
function lastLines(stderr: string): string {
  const lines = stderr.trim().split('\n');
  return lines.map((line) => line.slice(0, STDERR_LINE_KEPT)).join('\n');
}
