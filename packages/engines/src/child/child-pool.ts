import { Child, type JobRun } from './child.js';
import { ChildEnded, PoolFull } from './child-errors.js';
import type { SeenFiles } from './sandbox/sandbox-tools.js';
import type { ChildProgram } from './spawn-child.js';

export type ChildPoolOptions = {
  /** Children at most, each with one job at a time. */
  size: number;
  /** Jobs that may wait for a child. */
  maxWaiting: number;
  /** A child without a job ends after this time to free its memory; when absent, it ends with its job. */
  idleMs?: number;
} & Omit<ChildProgram, 'files'>;

type Waiting = { start: () => void; refuse: () => void };

/**
 * A bounded number of child processes. They either stay for the next job, for jobs shorter than the start of a process, or end
 * with their job.
 */
export class ChildPool {
  /** Children without a job, each with its timer. The most recently used one is taken first. */
  private readonly idle = new Map<Child, NodeJS.Timeout>();
  private readonly all = new Set<Child>();
  private readonly waiting: Waiting[] = [];
  private taken = 0;
  private isClosed = false;

  constructor(private readonly options: ChildPoolOptions) {}

  /**
   * Runs a job in the next free child.
   *
   * @param run `files` are those of the job, for children that end with it.
   *
   * @throws PoolFull when too many wait; JobFailed what the job reports; ChildEnded when there is no answer, as `cancelled`
   * after an abort and after `close`.
   */
  async run(job: object, { files, ...run }: JobRun & Pick<ChildProgram, 'files'>): Promise<unknown> {
    await this.takePlace(run.signal);
    let child: Child | undefined;
    try {
      child = this.freeChild(files);
      return await child.run(job, run);
    } finally {
      if (child) await this.release(child);
      this.passPlaceOn();
    }
  }

  /** Ends the children and their jobs; waiting jobs fail too. */
  async close(): Promise<void> {
    this.isClosed = true;
    for (const { refuse } of this.waiting.splice(0)) refuse();
    await Promise.all([...this.all].map((child) => this.drop(child)));
  }

  private async takePlace(signal?: AbortSignal): Promise<void> {
    if (this.isClosed || signal?.aborted) throw new ChildEnded('cancelled');
    // Counted at once: between two turns of the event loop another caller would see the place as free.
    if (this.taken < this.options.size) return void (this.taken += 1);
    if (this.waiting.length >= this.options.maxWaiting) throw new PoolFull();
    await new Promise<void>((resolve, reject) => {
      const refuse = () => reject(new ChildEnded('cancelled'));
      const leave = () => {
        this.waiting.splice(this.waiting.indexOf(place), 1);
        refuse();
      };
      const start = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const place = { start, refuse };
      this.waiting.push(place);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }

  /** Gives the place to the next waiting job, or frees it. */
  private passPlaceOn(): void {
    const next = this.waiting.shift();
    if (next) next.start();
    else this.taken -= 1;
  }

  private freeChild(files?: SeenFiles): Child {
    for (const [child, timer] of [...this.idle].reverse()) {
      clearTimeout(timer);
      this.idle.delete(child);
      if (!child.isEnding) return child;
      void this.drop(child);
    }
    const child = new Child({ ...this.options, files });
    this.all.add(child);
    return child;
  }

  private async release(child: Child): Promise<void> {
    if (this.options.idleMs === undefined) return this.drop(child);
    if (this.isClosed || child.isEnding) return void this.drop(child);
    const timer = setTimeout(() => {
      this.idle.delete(child);
      void this.drop(child);
    }, this.options.idleMs);
    timer.unref();
    this.idle.set(child, timer);
  }

  private async drop(child: Child): Promise<void> {
    clearTimeout(this.idle.get(child));
    this.idle.delete(child);
    await child.close();
    this.all.delete(child);
  }
}
