import type { ChildEnd } from './child-errors.js';

/** How a child ended: with an answer, with a failure of its job, or with neither. */
export type ChildReport = {
  /** Name of the program, such as `video`. */
  program: string;
  end: 'done' | 'failed' | ChildEnd;
  exitCode: number | null;
  signal: NodeJS.Signals | null;
  /** The last lines of its standard error, cut. */
  stderr: string;
};

/** Called for every child of this process, in the context of the code that started it. */
export type ChildObserver = {
  started(program: string): void;
  ended(report: ChildReport): void;
};

const observers = new Set<ChildObserver>();

/**
 * Calls `observer` for each child from now on.
 * @returns A function that stops this.
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
