/** A line of level warn or above, as it was logged. */
export type ProblemLine = { level: string; time: string; msg: string } & Record<string, unknown>;

type Listener = (line: ProblemLine) => void;

const listeners = new Set<Listener>();
const IS_PROBLEM = /^\{"level":"(?:warn|error|fatal)"/;

/**
 * Hands on every line of level warn and above that the process logs about a task or a job.
 * @returns Ends it.
 */
export function onProblemLine(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Call with each line, as it is written. */
export function tellOfLine(text: string): void {
  if (listeners.size === 0 || !IS_PROBLEM.test(text) || !/"(?:taskId|jobId)":"/.test(text)) return;
  const line = JSON.parse(text) as ProblemLine;
  for (const listener of listeners) listener(line);
}
