import { AsyncLocalStorage } from 'node:async_hooks';

const storage = new AsyncLocalStorage<{ isOpen: boolean }>();

/** Runs the body of a database transaction; until it ends, `refuseInTransaction` throws within it. */
export async function asTransaction<T>(body: () => Promise<T>): Promise<T> {
  const mark = { isOpen: true };
  try {
    return await storage.run(mark, body);
  } finally {
    // A timer or a connection created by the body outlives it.
    mark.isOpen = false;
  }
}

/**
 * Call this before waiting for something external. A transaction that waits for a second connection deadlocks the
 * process once every connection waits; one that waits for the network holds its locks as long.
 * @param act What is about to begin, as in "reads a stored file".
 * @throws Error inside an open transaction.
 */
export function refuseInTransaction(act: string): void {
  if (storage.getStore()?.isOpen) throw new Error(`A transaction ${act} before it ends`);
}
