import { CommandError, EXIT } from './exit-codes.js';

/** Ctrl-C while `work` goes on aborts its signal; a second one ends the process at once. */
export async function untilInterrupted<T>(
  work: (signal: AbortSignal) => Promise<T>,
  whenInterrupted: () => Promise<string> | string,
): Promise<T> {
  const interruption = new AbortController();
  const onSignal = (): void => interruption.abort();
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
  try {
    return await work(interruption.signal);
  } catch (error) {
    if (!interruption.signal.aborted) throw error;
    throw new CommandError(await whenInterrupted(), EXIT.interrupted, 'interrupted');
  } finally {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
  }
}
