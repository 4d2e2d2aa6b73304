import type { ChildEnd } from './child-errors.js';

/** What became of a child: it gave its answer, reported a failure of its job, or ended without either. */
export type ChildReport = {
  /** Name of the program, such as `video`. */
  program: string;
  end: 'done' | 'failed' | ChildEnd;
  exitCode: number | null;
  signal: NodeJS.Signals | null;
  /** The last lines that it wrote to its standard error, cut. */
  stderr: string;
};

/** Learns of every child of this process, in the context of the code that started it. */
export type ChildObserver = {
  started(program: string): void;
  ended(report: ChildReport): void;
};

const observers = new Set<ChildObserver>();

/**
 * Calls `observer` for each child from now on.
 * @returns What ends that.
 */
export function observeChildren(observer: ChildObserver): () => void {
  observers.add(observer);
  return () => observers.delete(observer);
}

export function tellStart(program: string): void {
  for (const observer of observers) observer.started(program);
}

export function tellEnd(report: ChildReport): void {
  for (const observer of observers) observer.ended(report);
}
